import type { z } from 'zod';
import * as accountLimits from '../../contract/accounts/limits.ts';
import type { changeEmail } from '../../contract/accounts/recovery.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import { hashToken } from '../core/secrets.ts';
import { isUniqueViolation, type Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import {
	consumeEmailChange,
	deleteEmailChangesBefore,
	findEmailChange,
	insertEmailChange,
	isEmailReserved,
	listEmailChanges,
} from './email-changes-store.ts';
import { accountEmailVerified, accountLoginsEnded } from './events.ts';
import { deleteIdentities } from './google-store.ts';
import {
	emailChangeMailJob,
	emailUndoMailJob,
	passwordResetMailJob,
	securityNoticeMailJob,
	verificationMailJob,
} from './job-definitions.ts';
import type { LoginLimiter } from './login-limits.ts';
import { normalizeEmail, toClaimKey, toSpareKey } from './names.ts';
import { deletePasskeys } from './passkeys-store.ts';
import { findAccountPasswordWeakness, type PasswordHasher } from './passwords.ts';
import { hasAddress, toMailAddress } from './present.ts';
import type { ReauthenticateWithCode } from './reauthenticate.ts';
import * as recoveryStore from './recovery-store.ts';
import * as store from './store.ts';
import type { AccountRow } from './tables.ts';

export interface AccountRecoveryServiceDeps extends Pick<Platform, 'db' | 'clock' | 'jobs' | 'rateLimits' | 'events'> {
	passwords: PasswordHasher;
	reauthenticateWithCode: ReauthenticateWithCode;
	loginLimits: LoginLimiter;
}

export type AccountRecoveryService = ReturnType<typeof createAccountRecoveryService>;

const hour = 3_600_000;
/** Limit of the mails that an account requests. */
const requestRate = { most: 5, window: hour };
/** Limit of reset requests per network, high because many phones share an IP address. */
const networkRate = { most: 300, window: hour };

const linkExpired = () => new DomainError('invalid', accountsApiText.linkOver);

export function createAccountRecoveryService({
	db,
	clock,
	jobs,
	rateLimits,
	events,
	passwords,
	reauthenticateWithCode,
	loginLimits,
}: AccountRecoveryServiceDeps) {
	/** Marks the email address as verified, because opening a mailed link proves ownership of the mailbox. */
	async function markVerified(tx: Tx, { id, email, email_key }: AccountRow): Promise<void> {
		const emailKey = normalizeEmail(email);
		// An account that has not confirmed the address loses it to the one that has.
		if (email_key !== emailKey) await store.releaseUnverifiedEmail(tx, emailKey, toSpareKey(emailKey));
		await store.updateAccount(tx, id, { email_key: emailKey, email_verified_at: clock.now() });
		await events.emit(tx, accountEmailVerified, { accountId: id, emailKey });
	}

	async function switchEmail(tx: Tx, account: AccountRow, email: string): Promise<void> {
		const updated = await store.updateAccount(tx, account.id, {
			email,
			email_key: normalizeEmail(email),
			new_email: null,
		});
		// Links that were mailed to the previous address become invalid.
		await recoveryStore.deleteMailedLinks(tx, account.id);
		await announceEmailChange(tx, account, email);
		if (updated) await markVerified(tx, updated);
	}

	/**
	 * Mails the former address. The link that restores it needs no login, so it goes to nobody who has not proven that the mailbox is theirs,
	 * and to no address that the account had for less than a day: whoever added it may be a thief. A change to a former address undoes the
	 * changes since then.
	 */
	async function announceEmailChange(tx: Tx, account: AccountRow, newEmail: string): Promise<void> {
		const { id: account_id, email, email_key } = account;
		const changes = (await listEmailChanges(tx, account_id)).filter((row) => row.changed_at > getFirstUndoTime());
		const undone = changes.find((row) => row.email_key === normalizeEmail(newEmail));
		if (undone) {
			await consumeEmailChange(tx, undone);
		} else if (account.email_verified_at !== null) {
			const change_id = await insertEmailChange(tx, { account_id, email, email_key, changed_at: clock.now() });
			if (changes.length === 0) return jobs.add(tx, emailUndoMailJob, { change_id });
		}
		await jobs.add(tx, securityNoticeMailJob, toSecurityNoticePayload(account, 'email-changed'));
	}

	/** Restores a former address as confirmed, and unlinks Google, which whoever changed the address may have linked. */
	async function restoreEmail(tx: Tx, account: AccountRow, email: string): Promise<AccountRow | null> {
		if (account.email !== email) {
			await jobs.add(tx, securityNoticeMailJob, toSecurityNoticePayload(account, 'email-changed'));
		}
		await deleteIdentities(tx, account.id);
		const updated = await store.updateAccount(tx, account.id, { email });
		if (updated) await markVerified(tx, updated);
		return store.findAccount(tx, account.id);
	}

	/** Translates that another account has an address into `linkExpired`. */
	async function withFreeEmail(change: () => Promise<void>): Promise<void> {
		try {
			await change();
		} catch (error) {
			if (isUniqueViolation(error, 'accounts.email_key')) throw linkExpired();
			throw error;
		}
	}

	const getFirstUndoTime = () => clock.now() - accountLimits.contactUndoTtl;

	/** Gives an address that is no longer reserved to the first account that signed up with it meanwhile. */
	async function releaseReservation(tx: Tx, emailKey: string): Promise<void> {
		const claimant = await store.findAccountByEmail(tx, toClaimKey(emailKey));
		if (!claimant || (await store.findAccountByEmail(tx, emailKey))) return;
		if (await isEmailReserved(tx, emailKey, { accountId: claimant.id, after: getFirstUndoTime() })) return;
		await store.updateAccount(tx, claimant.id, { email_key: emailKey });
		await jobs.add(tx, verificationMailJob, { account_id: claimant.id });
	}

	return {
		/** Mails a password reset link. Neither the response nor its timing reveals whether the account exists. */
		async forgotPassword(email: string, wideNetwork: string): Promise<void> {
			await rateLimits.count(`forgotten from ${wideNetwork}`, networkRate);
			await db.transaction((tx) => jobs.add(tx, passwordResetMailJob, { email_key: normalizeEmail(email) }));
		},

		/** Sets a new password with the token of a mailed link. The link about a changed address restores the former one, for suspended accounts too. */
		async resetPassword(token: string, password: string, network: string): Promise<void> {
			const tokenHash = hashToken(token);
			const reset = await recoveryStore.findPasswordReset(db, tokenHash, clock.now());
			const change = reset ? null : await findEmailChange(db, tokenHash, getFirstUndoTime());
			const accountId = (reset ?? change)?.account_id;
			const found = accountId === undefined ? null : await store.findAccount(db, accountId);
			if (!found) throw linkExpired();
			// The password is checked before the link is used up, so that the user can try another password.
			const weakness = findAccountPasswordWeakness(password, found);
			if (weakness) throw invalidInput({ password: weakness });
			const passwordHash = await passwords.hash(password);
			await withFreeEmail(() =>
				db.transaction(async (tx) => {
					// The lock orders this reset and a change of the address, so that none leaves links of the other.
					const locked = await store.lockAccountRow(tx, found.id);
					if (!locked || (reset && locked.suspended_at !== null)) throw linkExpired();
					const isConsumed = change
						? await consumeEmailChange(tx, change)
						: await recoveryStore.consumePasswordReset(tx, tokenHash, clock.now());
					const account = change && isConsumed ? await restoreEmail(tx, locked, change.email) : locked;
					if (!isConsumed || !account) throw linkExpired();
					await store.setPassword(tx, account.id, passwordHash);
					await loginLimits.clear(tx, account.email_key);
					// The account remembers the network, so that the owner can log in while strangers exhaust the login limit for all networks.
					await loginLimits.rememberCaller(tx, account.id, { network, deviceKey: null });
					await deletePasskeys(tx, account.id);
					await store.deleteAccountSessions(tx, account.id);
					await events.emit(tx, accountLoginsEnded, { accountId: account.id });
					await recoveryStore.deleteMailedLinks(tx, account.id);
					await store.updateAccount(tx, account.id, { new_email: null });
					if (account.email_verified_at === null) {
						// While the email address was unverified, another person may have signed up with it and linked a Google account.
						await deleteIdentities(tx, account.id);
						await markVerified(tx, account);
					}
					await jobs.add(tx, securityNoticeMailJob, toSecurityNoticePayload(account, 'password-changed'));
				}),
			);
		},

		/** Queues another verification mail. The job sends nothing if the address is already verified. */
		async resendVerification(actor: Actor): Promise<void> {
			await rateLimits.count(`verification ${actor.accountId}`, requestRate);
			await db.transaction((tx) => jobs.add(tx, verificationMailJob, { account_id: actor.accountId }));
		},

		/** Requests a new email address. Only the mail to the new address reveals whether another account has the address. */
		async changeEmail(actor: Actor, form: z.output<(typeof changeEmail)['body']>): Promise<void> {
			const account = await reauthenticateWithCode(actor, form);
			if (normalizeEmail(form.email) === normalizeEmail(account.email))
				throw invalidInput({ email: accountsApiText.sameEmail });
			await rateLimits.count(`another address ${account.id}`, requestRate);
			await db.transaction(async (tx) => {
				await store.updateAccount(tx, account.id, { new_email: form.email });
				await jobs.add(tx, emailChangeMailJob, { account_id: account.id });
				await jobs.add(tx, securityNoticeMailJob, toSecurityNoticePayload(account, 'email-change-asked'));
			});
		},

		cancelEmailChange: (actor: Actor): Promise<void> =>
			db.transaction(async (tx) => {
				const account = await store.lockAccountRow(tx, actor.accountId);
				if (!account?.new_email) return;
				await recoveryStore.deleteEmailTokens(tx, account.id, normalizeEmail(account.new_email));
				await store.updateAccount(tx, account.id, { new_email: null });
			}),

		/** Verifies an email address with a mailed token. Throws `invalid` for an unknown, used or expired token. */
		verifyEmail: (token: string): Promise<void> =>
			withFreeEmail(() =>
				db.transaction(async (tx) => {
					const tokenHash = hashToken(token);
					const found = await store.findEmailToken(tx, tokenHash, clock.now());
					const account = found && (await store.lockAccountRow(tx, found.account_id));
					const consumed = account && (await store.consumeEmailToken(tx, tokenHash));
					if (!consumed) throw linkExpired();
					const reserved = { accountId: account.id, after: getFirstUndoTime() };
					if (await isEmailReserved(tx, consumed.email_key, reserved)) throw linkExpired();
					if (normalizeEmail(account.email) === consumed.email_key) return markVerified(tx, account);
					if (!account.new_email || normalizeEmail(account.new_email) !== consumed.email_key) throw linkExpired();
					await switchEmail(tx, account, account.new_email);
				}),
			),

		async sweep(): Promise<void> {
			await recoveryStore.deleteExpiredPasswordResets(db, clock.now());
			await db.transaction(async (tx) => {
				for (const emailKey of await deleteEmailChangesBefore(tx, getFirstUndoTime())) {
					await releaseReservation(tx, emailKey);
				}
			});
		},
	};
}

export function toSecurityNoticePayload(
	account: AccountRow,
	notice:
		| 'password-changed'
		| 'email-change-asked'
		| 'email-changed'
		| 'account-deleted'
		| 'api-token-made'
		| 'made-administrator'
		| 'second-factor-on'
		| 'second-factor-off'
		| 'second-factor-reset'
		| 'passkey-added'
		| 'passkey-removed',
) {
	const { email, isProven } = toMailAddress(account);
	return { to: email, is_proven: isProven, has_address: hasAddress(account), name: account.display_name, notice };
}
