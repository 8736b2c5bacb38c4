import * as accountLimits from '../../contract/accounts/limits.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import { hashToken } from '../core/secrets.ts';
import { isUniqueViolation, type Tx } from '../database/index.ts';
import type { AccountService, AccountServiceDeps } from './accounts.ts';
import { type AccountAddingDeps, addPasswordAccount, translateTaken } from './add-account.ts';
import { isEmailReserved } from './email-changes-store.ts';
import { isFormerUserName } from './erasure-store.ts';
import { accountLoginsEnded } from './events.ts';
import { securityNoticeMailJob, verificationMailJob } from './job-definitions.ts';
import { type LoginLimiter, parseDeviceKey } from './login-limits.ts';
import { assertNoClaim } from './name-claims.ts';
import { isReservedUserName, normalizeEmail, toClaimKey, toSpareKey } from './names.ts';
import { deletePasskeys } from './passkeys-store.ts';
import { findAccountPasswordWeakness, type PasswordHasher } from './passwords.ts';
import type { Reauthenticate } from './reauthenticate.ts';
import { toSecurityNoticePayload } from './recovery.ts';
import type { SecondFactorService } from './second-factor.ts';
import { beginSession } from './sessions.ts';
import * as store from './store.ts';
import type { SuspensionService } from './suspension.ts';
import type { AccountRow } from './tables.ts';

interface SignUpDeps
	extends AccountAddingDeps,
		Pick<AccountServiceDeps, 'db' | 'jobs' | 'rateLimits' | 'rateLimitConfig' | 'brand'> {
	passwords: PasswordHasher;
	loginLimits: LoginLimiter;
}

interface LogInDeps extends Pick<AccountServiceDeps, 'db' | 'clock' | 'jobs' | 'events'> {
	passwords: PasswordHasher;
	loginLimits: LoginLimiter;
	suspension: SuspensionService;
	secondFactor: SecondFactorService;
	reauthenticate: Reauthenticate;
}

export function createSignUp(deps: SignUpDeps) {
	const { db, clock, jobs, rateLimits, passwords, loginLimits, brand } = deps;

	/** Returns a free key for the account of a sign-up. All keys are looked up, so that timing does not tell whether the address is known. */
	async function findFreeEmailKey(tx: Tx, email: string): Promise<string> {
		const key = normalizeEmail(email);
		const claimKey = toClaimKey(key);
		const holder = await store.findAccountByEmail(tx, key);
		const claimant = await store.findAccountByEmail(tx, claimKey);
		const reserved = { accountId: null, after: clock.now() - accountLimits.contactUndoTtl };
		const isReserved = await isEmailReserved(tx, key, reserved);
		if (claimant) return toSpareKey(key);
		return holder || isReserved ? claimKey : key;
	}

	return {
		async signUp(form, device, { network, wideNetwork }) {
			if (
				isReservedUserName(form.user_name, brand.current()) ||
				(await isFormerUserName(db, hashToken(form.user_name)))
			)
				throw invalidInput({ user_name: accountsApiText.userNameTaken });
			assertNoClaim('user_name', form.user_name, brand.current());
			assertNoClaim('display_name', form.display_name, brand.current());
			assertStrongPassword('password', form.password, form);
			const rateKey = `sign-ups from ${wideNetwork}`;
			const { signUp: rate } = deps.rateLimitConfig.current();
			await rateLimits.check(rateKey, rate);
			const passwordHash = await passwords.hash(form.password);
			const create = (emailKey: string | null) =>
				db.transaction(async (tx) => {
					const account = await addPasswordAccount(tx, deps, {
						userName: form.user_name,
						displayName: form.display_name,
						email: form.email,
						emailKey: emailKey ?? (await findFreeEmailKey(tx, form.email)),
						passwordHash,
						role: 'user',
					});
					await rateLimits.count(rateKey, rate, { tx });
					await loginLimits.rememberCaller(tx, account.id, { network, deviceKey: parseDeviceKey(form.device_key) });
					await jobs.add(tx, verificationMailJob, { account_id: account.id });
					return beginSession(tx, account, device, clock.now());
				});
			return translateTaken(db, form.user_name, () =>
				create(null).catch((error: unknown) => {
					// Another sign-up has taken the key since it was looked up.
					if (isUniqueViolation(error, 'accounts.email_key')) return create(toSpareKey(normalizeEmail(form.email)));
					throw error;
				}),
			);
		},
	} satisfies Partial<AccountService>;
}

/** Starts sessions with a password. Takes no transaction, because passwords are checked before one begins. */
export function createLogIn({
	db,
	clock,
	jobs,
	events,
	passwords,
	loginLimits,
	suspension,
	secondFactor,
	reauthenticate,
}: LogInDeps) {
	/** Finds the account of an address and a password. Takes as long for an address that no account has, that one has, or that two have. */
	async function findByCredentials(emailKey: string, password: string): Promise<AccountRow | null> {
		const holder = await store.findAccountByEmail(db, emailKey);
		const claimant = await store.findAccountByEmail(db, toClaimKey(emailKey));
		// While the holder has not confirmed the address, the claimant is a second sign-up with the address of a first one. A reserved address
		// has no holder.
		const claimHash = holder?.email_verified_at !== null ? claimant?.password_hash : null;
		const isHolder = await passwords.matches(holder?.password_hash ?? null, password);
		const isClaimant = await passwords.matches(claimHash ?? null, password);
		return isHolder ? holder : isClaimant ? claimant : null;
	}

	return {
		async logIn(form, device, from, audience) {
			const key = normalizeEmail(form.email);
			const caller = { ...from, deviceKey: parseDeviceKey(form.device_key) };
			await loginLimits.countAttempt(key, caller, from.checkRate);
			const account = await findByCredentials(key, form.password);
			const isAllowed = audience === 'all' || account?.role === 'admin';
			if (!account || !isAllowed) throw new DomainError('invalid', accountsApiText.wrongCredentials);
			const activeAccount = await suspension.assertNotSuspended(account);
			await secondFactor.check(account.id, form.code);
			return db.transaction(async (tx) => {
				await loginLimits.rememberCaller(tx, activeAccount.id, caller);
				return beginSession(tx, activeAccount, device, clock.now());
			});
		},

		async changePassword(actor, form, device) {
			const account = await reauthenticate(actor, form.current_password, 'current_password');
			if (form.new_password === form.current_password) {
				throw invalidInput({ new_password: accountsApiText.samePassword });
			}
			assertStrongPassword('new_password', form.new_password, account);
			const passwordHash = await passwords.hash(form.new_password);
			return db.transaction(async (tx) => {
				await store.setPassword(tx, account.id, passwordHash);
				await loginLimits.clear(tx, account.email_key);
				await deletePasskeys(tx, account.id);
				await store.deleteAccountSessions(tx, account.id);
				await events.emit(tx, accountLoginsEnded, { accountId: account.id });
				await jobs.add(tx, securityNoticeMailJob, toSecurityNoticePayload(account, 'password-changed'));
				return beginSession(tx, { ...account, must_change_password: 0 }, device, clock.now());
			});
		},
	} satisfies Partial<AccountService>;
}

function assertStrongPassword(field: string, password: string, account: { user_name: string; email: string }): void {
	const weakness = findAccountPasswordWeakness(password, account);
	if (weakness) throw invalidInput({ [field]: weakness });
}
