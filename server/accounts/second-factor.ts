import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import * as accountLimits from '../../contract/accounts/limits.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import { decrypt, encrypt, hashToken } from '../core/secrets.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import { writeAudit } from './audit.ts';
import { accountLoginsEnded } from './events.ts';
import { securityNoticeMailJob } from './job-definitions.ts';
import { deletePasskeys } from './passkeys-store.ts';
import type { Reauthenticate } from './reauthenticate.ts';
import { toSecurityNoticePayload } from './recovery.ts';
import * as store from './second-factor-store.ts';
import { deleteAccountSessions, lockAccountRow } from './store.ts';

export interface SecondFactorServiceDeps
	extends Pick<Platform, 'db' | 'clock' | 'jobs' | 'rateLimits' | 'events' | 'brand'> {
	/** Key that encrypts the secrets of authenticator apps. */
	key: string;
	reauthenticate: Reauthenticate;
}

export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

const minute = 60_000;
const attemptRate = { most: 10, window: 15 * minute };
/** Time step of TOTP codes in milliseconds. The codes of the previous and next step are also valid, because clocks differ. */
const period = 30_000;

/** Second factor: a six-digit code of an authenticator app (TOTP, RFC 6238) or a recovery code. */
export function createSecondFactorService({
	db,
	clock,
	jobs,
	rateLimits,
	events,
	key,
	reauthenticate,
	brand,
}: SecondFactorServiceDeps) {
	const getSealPurpose = (accountId: number) => `second factor of ${accountId}`;

	async function matches(accountId: number, sealed: string, typed: string): Promise<boolean> {
		const code = normalizeCode(typed);
		if (/^\d{6}$/.test(code)) {
			const secret = Secret.fromBase32(decrypt(key, getSealPurpose(accountId), sealed));
			const timestamp = clock.now();
			const delta = TOTP.validate({ token: code, secret, timestamp, window: 1 });
			if (delta === null) return false;
			return store.consumeTotpTimeStep(db, accountId, sealed, Math.floor(timestamp / period) + delta);
		}
		return store.consumeRecoveryCode(db, accountId, hashToken(code));
	}

	const wrongCode = () => invalidInput({ code: accountsApiText.codeWrong });

	/** Checks a code if the account has a second factor. Throws `too_many`, or `invalid` with `fields.code`. */
	async function check(accountId: number, code: string | undefined): Promise<void> {
		const factor = await store.findSecondFactor(db, accountId);
		if (!factor || factor.confirmed_at === null) return;
		if (code === undefined) throw invalidInput({ code: accountsApiText.codeMissing });
		await rateLimits.count(`second factor ${accountId}`, attemptRate);
		if (!(await matches(accountId, factor.secret, code))) throw wrongCode();
	}

	/** Mails the owner, who may not have made the change. Changes by administrators are audited, too. */
	async function recordChange(tx: Tx, actor: Actor, state: 'on' | 'off'): Promise<void> {
		const account = await lockAccountRow(tx, actor.accountId);
		if (account) await jobs.add(tx, securityNoticeMailJob, toSecurityNoticePayload(account, `second-factor-${state}`));
		if (actor.role === 'admin')
			await writeAudit(tx, actor, { action: `second_factor.${state}`, target: accountTarget(actor) }, clock.now());
	}

	return {
		check,

		async getState(db: Db, accountId: number): Promise<{ on: boolean; recovery_codes_left: number }> {
			const factor = await store.findSecondFactor(db, accountId);
			const on = factor !== null && factor.confirmed_at !== null;
			return { on, recovery_codes_left: on ? await store.countRecoveryCodes(db, accountId) : 0 };
		},

		/** Returns a new secret for the authenticator app. The secret is inactive until `confirm`. */
		async begin(actor: Actor, password: string): Promise<{ secret: string; uri: string }> {
			const account = await reauthenticate(actor, password);
			const secret = new Secret({ size: 20 });
			const sealed = encrypt(key, getSealPurpose(account.id), secret.base32);
			const isStored = await db.transaction((tx) =>
				store.upsertSecondFactorSecret(tx, account.id, sealed, clock.now()),
			);
			if (!isStored) throw alreadyEnabled();
			return {
				secret: secret.base32,
				uri: new TOTP({ issuer: brand.current().name, label: account.email, secret }).toString(),
			};
		},

		/** Activates the secret of the authenticator app with a first code. Returns the recovery codes. */
		async confirm(actor: Actor, code: string): Promise<{ recovery_codes: string[] }> {
			const factor = await store.findSecondFactor(db, actor.accountId);
			if (!factor) throw new DomainError('not_found', accountsApiText.secretMissing);
			if (factor.confirmed_at !== null) throw alreadyEnabled();
			await rateLimits.count(`second factor ${actor.accountId}`, attemptRate);
			if (!(await matches(actor.accountId, factor.secret, code))) throw wrongCode();
			const codes = Array.from({ length: accountLimits.recoveryCodes }, generateRecoveryCode);
			await db.transaction(async (tx: Tx) => {
				if (!(await store.markSecondFactorConfirmed(tx, actor.accountId, factor.secret, clock.now())))
					throw alreadyEnabled();
				const hashes = codes.map((one) => hashToken(one.replaceAll('-', '')));
				await store.insertRecoveryCodes(tx, actor.accountId, hashes);
				await recordChange(tx, actor, 'on');
			});
			return { recovery_codes: codes };
		},

		/**
		 * Turns off the second factor of an account whose owner cannot, removes its passkeys and ends its sessions. Throws `not_found` if it
		 * has neither.
		 */
		async reset(tx: Tx, actor: Actor, accountId: number): Promise<void> {
			const account = await lockAccountRow(tx, accountId);
			const factor = await store.findSecondFactor(tx, accountId);
			const hadPasskeys = await deletePasskeys(tx, accountId);
			if (!account || (factor?.confirmed_at == null && !hadPasskeys))
				throw new DomainError('not_found', accountsApiText.secondFactorOff);
			await store.deleteSecondFactor(tx, accountId);
			await deleteAccountSessions(tx, accountId);
			await events.emit(tx, accountLoginsEnded, { accountId });
			await jobs.add(tx, securityNoticeMailJob, toSecurityNoticePayload(account, 'second-factor-reset'));
			const target = { kind: 'account', id: accountId };
			await writeAudit(tx, actor, { action: 'second_factor.reset', target }, clock.now());
		},

		async end(actor: Actor, form: { password: string; code: string }): Promise<void> {
			await reauthenticate(actor, form.password);
			await check(actor.accountId, form.code);
			await db.transaction(async (tx) => {
				await store.deleteSecondFactor(tx, actor.accountId);
				await recordChange(tx, actor, 'off');
			});
		},
	};
}

const accountTarget = ({ accountId }: Actor) => ({ kind: 'account', id: accountId });

const alreadyEnabled = () => new DomainError('conflict', accountsApiText.secondFactorOn);

// Alphabet of recovery codes: Crockford's Base32, which has no ambiguous characters.
const recoveryCodeAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Generates a recovery code: 80 random bits in four groups. */
function generateRecoveryCode(): string {
	const text = Array.from(randomBytes(16), (byte) => recoveryCodeAlphabet[byte % 32]).join('');
	return text.replace(/(.{4})(?=.)/g, '$1-');
}

/** Normalizes a typed code: removes spaces and hyphens, ignores case, and reads the letters O, I and L as digits. */
function normalizeCode(typed: string): string {
	return typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
}
