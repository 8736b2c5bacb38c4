import { placeholderAdminEmail } from '../../contract/accounts/placeholder-admin-email.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import { generateToken, hashToken } from '../core/secrets.ts';
import { isUniqueViolation } from '../database/index.ts';
import type { AccountService, AccountServiceDeps } from './accounts.ts';
import { type AccountAddingDeps, addPasswordAccount, translateTaken } from './add-account.ts';
import { writeAudit } from './audit.ts';
import { changeAccount } from './edit-account.ts';
import { isFormerUserName } from './erasure-store.ts';
import { securityNoticeMailJob, verificationMailJob } from './job-definitions.ts';
import type { PasswordHasher } from './passwords.ts';
import { toSecurityNoticePayload } from './recovery.ts';
import type { SecondFactorService } from './second-factor.ts';
import * as store from './store.ts';
import { isAccountVisible } from './visibility.ts';

interface AdministratorDeps extends AccountAddingDeps, Pick<AccountServiceDeps, 'db' | 'jobs'> {
	passwords: PasswordHasher;
	secondFactor: SecondFactorService;
}

/** Adds and promotes administrators. New passwords are hashed before a transaction begins. */
export function createAdministrators(deps: AdministratorDeps) {
	const { db, clock, jobs, passwords, secondFactor } = deps;

	return {
		async ensureFirstAdministrator(configured) {
			if (await store.hasAnyAdministrator(db)) return null;
			const email = configured?.email ?? placeholderAdminEmail;
			const password = configured?.password ?? generatePassword();
			const passwordHash = await passwords.hash(password);
			try {
				await db.transaction(async (tx) => {
					const account = await addPasswordAccount(tx, deps, {
						userName: 'admin',
						email,
						passwordHash,
						role: 'admin',
						mustChangePassword: configured === null,
					});
					if (configured) await jobs.add(tx, verificationMailJob, { account_id: account.id });
				});
			} catch (error) {
				if (!isUniqueViolation(error, 'accounts.user_name', 'accounts.email_key')) throw error;
				// Another process may have created the administrator concurrently.
				if (await store.hasAnyAdministrator(db)) return null;
				throw new Error(`ADMIN_EMAIL (${email}) belongs to an account that is not an administrator`, {
					cause: error,
				});
			}
			return { email, password: configured ? null : password };
		},

		async createAdministrator(actor, { email, userName }) {
			if (await isFormerUserName(db, hashToken(userName)))
				throw invalidInput({ user_name: accountsApiText.userNameTaken });
			const password = generatePassword();
			const passwordHash = await passwords.hash(password);
			const id = await translateTaken(db, userName, () =>
				db.transaction(async (tx) => {
					const account = await addPasswordAccount(tx, deps, {
						userName,
						email,
						passwordHash,
						role: 'admin',
						mustChangePassword: true,
					});
					await jobs.add(tx, verificationMailJob, { account_id: account.id });
					const target = { kind: 'account', id: account.id };
					await writeAudit(tx, actor, { action: 'account.create_admin', target }, clock.now());
					return account.id;
				}),
			);
			return { id, email, password };
		},

		async promote(tx, actor, id) {
			const account = await store.lockAccountRow(tx, id);
			if (!account) throw new DomainError('not_found', accountsApiText.userNotFound);
			if (account.role === 'admin') throw new DomainError('conflict', accountsApiText.alreadyAdministrator);
			if (!isAccountVisible(account) || account.sample === 1)
				throw new DomainError('conflict', accountsApiText.notPromotable);
			if (account.email_verified_at === null)
				throw new DomainError('conflict', accountsApiText.promotedEmailUnverified);
			await changeAccount(tx, id, { role: 'admin' });
			await store.deleteAccountSessions(tx, id);
			await jobs.add(tx, securityNoticeMailJob, toSecurityNoticePayload(account, 'made-administrator'));
			await writeAudit(tx, actor, { action: 'account.promote', target: { kind: 'account', id } }, clock.now());
			return { second_factor: (await secondFactor.getState(tx, id)).on };
		},
	} satisfies Partial<AccountService>;
}

/** Generates the password of a new administrator: 96 random bits. */
function generatePassword(): string {
	return generateToken().slice(0, 16);
}
