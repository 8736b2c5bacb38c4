import { createHmac } from 'node:crypto';
import type { AttestationObject } from '@simplewebauthn/server/helpers';
import type { z } from 'zod';
import type { Session } from '../../contract/accounts/accounts.ts';
import * as accountLimits from '../../contract/accounts/limits.ts';
import type {
	addPasskey,
	beginPasskey,
	beginPasskeyLogin,
	logInWithPasskey,
	Passkey,
} from '../../contract/accounts/passkeys.ts';
import type { ResponseOf } from '../../contract/core/endpoint.ts';
import * as passkeysText from '../../text/shared/passkeys.ts';
import { toIsoTime } from '../core/clock.ts';
import { DomainError } from '../core/domain-error.ts';
import { generateToken, hashToken } from '../core/secrets.ts';
import { isUniqueViolation, type Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import { writeAudit } from './audit.ts';
import { securityNoticeMailJob } from './job-definitions.ts';
import { type LoginLimiter, type LoginOrigin, parseDeviceKey } from './login-limits.ts';
import * as store from './passkeys-store.ts';
import type { ReauthenticateWithCode } from './reauthenticate.ts';
import { toSecurityNoticePayload } from './recovery.ts';
import { beginSession } from './sessions.ts';
import { findAccount, lockAccountRow } from './store.ts';
import type { SuspensionService } from './suspension.ts';

export interface PasskeyServiceDeps
	extends Pick<Platform, 'db' | 'clock' | 'jobs' | 'rateLimits' | 'publicUrl' | 'brand'> {
	loginLimits: LoginLimiter;
	suspension: SuspensionService;
	reauthenticateWithCode: ReauthenticateWithCode;
	/** HMAC key that makes the handles of accounts. */
	key: string;
}

export type PasskeyService = ReturnType<typeof createPasskeyService>;

const attemptRate = { most: 10, window: 15 * 60_000 };
/** Numbers of the COSE algorithms EdDSA, ES256 and RS256 (RFC 9053, RFC 8812), the preferred first. */
const algorithms = [-8, -7, -257];

/** Loads the package with the first passkey. */
async function loadWebAuthn() {
	const [webAuthn, { decodeAttestationObject }] = await Promise.all([
		import('@simplewebauthn/server'),
		import('@simplewebauthn/server/helpers'),
	]);
	return { ...webAuthn, decodeAttestationObject };
}

/** Passkeys (Web Authentication): key pairs on a device, which unlocks them by fingerprint, face or PIN. One replaces password and code. */
export function createPasskeyService(deps: PasskeyServiceDeps) {
	const { db, clock, jobs, rateLimits, loginLimits, suspension, reauthenticateWithCode, publicUrl, key, brand } = deps;

	/** The site that browsers bind passkeys to. Another host name, even a subdomain, cannot use them. */
	function getSite(): { expectedOrigin: string; expectedRPID: string } {
		const { origin, hostname } = new URL(publicUrl());
		return { expectedOrigin: origin, expectedRPID: hostname };
	}

	/** Handle of an account on its devices. Devices show it to nobody, and it says nothing about the account. */
	const getHandle = (accountId: number) =>
		createHmac('sha256', key).update(`passkeys of ${accountId}`).digest('base64url');

	async function createChallenge(accountId: number | null): Promise<string> {
		const challenge = generateToken();
		await store.insertChallenge(db, {
			challenge_hash: hashToken(challenge),
			account_id: accountId,
			ends_at: clock.now() + accountLimits.passkeyChallengeTtl,
		});
		return challenge;
	}

	/** Uses up the challenge that the browser answered, also if the answer is wrong. */
	async function consumeChallenge(clientDataJSON: string, accountId: number | null): Promise<string> {
		const challenge = readChallenge(clientDataJSON);
		if (challenge !== null && (await store.consumeChallenge(db, hashToken(challenge), accountId, clock.now())))
			return challenge;
		throw new DomainError('invalid', passkeysText.tookTooLong);
	}

	function assertRoom(passkeys: readonly unknown[]): void {
		if (passkeys.length >= accountLimits.passkeys)
			throw new DomainError('conflict', passkeysText.tooMany(accountLimits.passkeys));
	}

	/** Mails the owner, who may not have made the change. Changes by administrators are audited, too. */
	async function recordChange(tx: Tx, actor: Actor, change: 'added' | 'removed'): Promise<void> {
		const account = await findAccount(tx, actor.accountId);
		if (account) await jobs.add(tx, securityNoticeMailJob, toSecurityNoticePayload(account, `passkey-${change}`));
		if (actor.role !== 'admin') return;
		const target = { kind: 'account', id: actor.accountId };
		await writeAudit(tx, actor, { action: `passkey.${change}`, target }, clock.now());
	}

	return {
		async list(actor: Actor): Promise<Passkey[]> {
			return (await store.listPasskeys(db, actor.accountId)).map(presentPasskey);
		},

		/** Returns the options of a new passkey. Throws `invalid` for a wrong password or code, and `conflict` if there are too many. */
		async begin(actor: Actor, form: z.output<(typeof beginPasskey)['body']>): Promise<ResponseOf<typeof beginPasskey>> {
			const account = await reauthenticateWithCode(actor, form);
			const existing = await store.listPasskeys(db, account.id);
			assertRoom(existing);
			return {
				challenge: await createChallenge(account.id),
				rp: { id: getSite().expectedRPID, name: brand.current().name },
				user: { id: getHandle(account.id), name: account.email, displayName: account.display_name },
				pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
				timeout: accountLimits.passkeyChallengeTtl,
				excludeCredentials: existing.map(({ credential_id, transports }) => ({
					type: 'public-key',
					id: credential_id,
					transports: parseTransports(transports),
				})),
				authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
				attestation: 'none',
			};
		},

		/** Stores a passkey. Throws `invalid` for a wrong answer, and `conflict` for a known passkey and for one too many. */
		async add(actor: Actor, { name, credential }: z.output<(typeof addPasskey)['body']>): Promise<Passkey> {
			const { id, response } = credential;
			const expectedChallenge = await consumeChallenge(response.clientDataJSON, actor.accountId);
			const { transports = [], ...answer } = response;
			const { verifyRegistrationResponse, decodeAttestationObject } = await loadWebAuthn();
			const made = await verify(async () => {
				assertNoCertificate(decodeAttestationObject(toBytes(answer.attestationObject)));
				const { registrationInfo } = await verifyRegistrationResponse({
					response: { ...webCredential, id, rawId: id, response: answer },
					expectedChallenge,
					...getSite(),
					supportedAlgorithmIDs: algorithms,
				});
				return registrationInfo;
			});
			try {
				const row = await db.transaction(async (tx) => {
					// The lock makes simultaneous calls count each other's passkeys.
					await lockAccountRow(tx, actor.accountId);
					assertRoom(await store.listPasskeys(tx, actor.accountId));
					await recordChange(tx, actor, 'added');
					return store.insertPasskey(tx, {
						account_id: actor.accountId,
						credential_id: made.credential.id,
						public_key: Buffer.from(made.credential.publicKey).toString('base64url'),
						sign_count: made.credential.counter,
						transports: transports.filter((transport) => /^[a-z-]+$/.test(transport)).join(' '),
						name,
						created_at: clock.now(),
					});
				});
				return presentPasskey(row);
			} catch (error) {
				if (!isUniqueViolation(error, 'passkeys.credential_id')) throw error;
				throw new DomainError('conflict', passkeysText.alreadyAdded);
			}
		},

		async rename(actor: Actor, id: number, name: string): Promise<Passkey> {
			const row = await db.transaction((tx) => store.renamePasskey(tx, actor.accountId, id, name));
			if (!row) throw passkeyGone();
			return presentPasskey(row);
		},

		/** Throws `not_found` if the account has no such passkey, and `invalid` for a wrong password or code. */
		async remove(actor: Actor, id: number, form: z.output<(typeof beginPasskey)['body']>): Promise<void> {
			if (!(await store.listPasskeys(db, actor.accountId)).some((passkey) => passkey.id === id)) throw passkeyGone();
			await reauthenticateWithCode(actor, form);
			await db.transaction(async (tx) => {
				if (!(await store.deletePasskey(tx, actor.accountId, id))) throw passkeyGone();
				await recordChange(tx, actor, 'removed');
			});
		},

		/** Returns the options of a login. They do not depend on an account, because the device offers the accounts that it knows. */
		async beginLogin(): Promise<ResponseOf<typeof beginPasskeyLogin>> {
			return {
				challenge: await createChallenge(null),
				rpId: getSite().expectedRPID,
				timeout: accountLimits.passkeyChallengeTtl,
				userVerification: 'required',
			};
		},

		/** Starts a session without password and code: the device has verified its owner. Throws `invalid`, `forbidden` or `too_many`. */
		async logIn(
			{ credential: { id, response }, device_key }: z.output<(typeof logInWithPasskey)['body']>,
			device: string,
			{ network }: Pick<LoginOrigin, 'network'>,
		): Promise<Session> {
			const expectedChallenge = await consumeChallenge(response.clientDataJSON, null);
			const passkey = await store.findPasskeyByCredential(db, id);
			const account = passkey && (await findAccount(db, passkey.account_id));
			if (!account) throw new DomainError('invalid', passkeysText.unknown);
			await rateLimits.count(`passkey ${passkey.id}`, attemptRate);
			if (response.userHandle !== getHandle(account.id)) throw notConfirmed();
			const { verifyAuthenticationResponse } = await loadWebAuthn();
			const signCount = await verify(async () => {
				const { verified, authenticationInfo } = await verifyAuthenticationResponse({
					response: { ...webCredential, id, rawId: id, response },
					expectedChallenge,
					...getSite(),
					credential: {
						id,
						publicKey: toBytes(passkey.public_key),
						counter: passkey.sign_count,
					},
				});
				return verified ? authenticationInfo.newCounter : undefined;
			});
			const activeAccount = await suspension.assertNotSuspended(account);
			return db.transaction(async (tx) => {
				if (!(await store.recordPasskeyUse(tx, passkey.id, signCount, clock.now()))) throw notConfirmed();
				await loginLimits.rememberCaller(tx, account.id, { network, deviceKey: parseDeviceKey(device_key) });
				return beginSession(tx, activeAccount, device, clock.now());
			});
		},

		sweep: () => store.deleteExpiredChallenges(db, clock.now()),
	};
}

export function presentPasskey({ id, name, created_at, last_used_at }: store.PasskeyRow): Passkey {
	return {
		id,
		name,
		created_at: toIsoTime(created_at),
		last_used_at: toIsoTime(last_used_at),
	};
}

/** What every credential of a browser says, so that clients need not send it. */
const webCredential = { type: 'public-key', clientExtensionResults: {} } as const;

const notConfirmed = () => new DomainError('invalid', passkeysText.notConfirmed);
const passkeyGone = () => new DomainError('not_found', passkeysText.gone);

/** Runs a check of the package, which throws plain errors about answers that it rejects. Throws `invalid` instead, also without a result. */
async function verify<Result>(check: () => Promise<Result | undefined>): Promise<Result> {
	const result = await check().catch(() => undefined);
	if (result === undefined) throw notConfirmed();
	return result;
}

/** Reads the challenge from the client data; null if the data is malformed. */
function readChallenge(clientDataJSON: string): string | null {
	try {
		const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown };
		return typeof challenge === 'string' ? challenge : null;
	} catch {
		return null;
	}
}

/**
 * Throws if a new passkey comes with a certificate of its device. The options ask for none, and to check one the package would fetch
 * revocation lists from URLs in the certificate, which the sender chooses (`isCertRevoked` of version 14.0.3).
 */
export function assertNoCertificate(attestation: AttestationObject): void {
	const format = attestation.get('fmt');
	if (format !== 'none' && !(format === 'packed' && attestation.get('attStmt').get('x5c') === undefined))
		throw new Error('The passkey has a certificate');
}

const toBytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

function parseTransports(stored: string): string[] {
	return stored === '' ? [] : stored.split(' ');
}
