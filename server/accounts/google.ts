import type { FastifyBaseLogger } from 'fastify';
import type { Session } from '../../contract/accounts/accounts.ts';
import type { SignInMethods } from '../../contract/accounts/google.ts';
import { googleSignInPath } from '../../contract/accounts/google.ts';
import * as accountLimits from '../../contract/accounts/limits.ts';
import { createTextSchema } from '../../contract/core/fields.ts';
import * as limits from '../../contract/core/limits.ts';
import { isSafeReturnPath } from '../../contract/core/return-path.ts';
import type { Brand } from '../../contract/market-settings/brand.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { toIsoTime } from '../core/clock.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import { generateToken, hashToken } from '../core/secrets.ts';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import { isUniqueViolation, type Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import {
	createRelyingParty,
	IdentityRejectedError,
	type ProviderConfig,
	type VerifiedIdentity,
} from '../senders/openid/index.ts';
import { writeAudit } from './audit.ts';
import { isEmailReserved } from './email-changes-store.ts';
import { accountEmailVerified } from './events.ts';
import * as store from './google-store.ts';
import type { NewAccount } from './look-alikes.ts';
import { claimsMarket } from './name-claims.ts';
import { normalizeEmail } from './names.ts';
import type { Reauthenticate } from './reauthenticate.ts';
import type { SecondFactorService } from './second-factor.ts';
import { beginSession } from './sessions.ts';
import { findAccount, findAccountByEmail } from './store.ts';
import type { SuspensionService } from './suspension.ts';
import type { AccountRow } from './tables.ts';
import { suggestUserName } from './user-names.ts';

export interface GoogleSignInServiceDeps extends Pick<Platform, 'db' | 'clock' | 'publicUrl' | 'events' | 'brand'> {
	/** OpenID Connect provider; null if Google sign-in is not configured. */
	provider: ProviderConfig | null;
	secondFactor: SecondFactorService;
	suspension: SuspensionService;
	reauthenticate: Reauthenticate;
	insertAccount: (tx: Tx, account: NewAccount) => Promise<AccountRow>;
	logger: Pick<FastifyBaseLogger, 'warn'>;
}

export type GoogleSignInService = ReturnType<typeof createGoogleSignInService>;

/** Query parameters that the sign-in provider adds when it redirects the browser to `/auth/google`. */
export interface AuthorizationResponse {
	code: string;
	state: string;
	iss?: string | undefined;
}

/** URL of the provider's login page, and the secret for the cookie that identifies the browser. */
export interface AuthorizationRequest {
	url: string;
	browserSecret: string;
}

/** Signs users in through OpenID Connect, with Google or another configured provider. */
export function createGoogleSignInService(deps: GoogleSignInServiceDeps) {
	const { db, clock, provider, publicUrl, events, secondFactor, suspension, insertAccount, reauthenticate, logger } =
		deps;
	const relyingParty = provider && createRelyingParty(provider, () => `${publicUrl()}/auth/google`);

	function requireRelyingParty() {
		if (!relyingParty) throw new DomainError('not_found', accountsApiText.googleNotConfigured);
		return relyingParty;
	}

	async function createAuthorizationRequest(
		intent: 'log_in' | 'link',
		accountId: number | null,
		next: string,
	): Promise<AuthorizationRequest> {
		const browserSecret = generateToken();
		// The callback page reads from the prefix of `state` whether the user logs in or links a Google account.
		const binding = { state: `${intent}.${generateToken()}`, nonce: generateToken(), verifier: generateToken() };
		const url = await requireRelyingParty().buildAuthorizationUrl(binding);
		await store.insertPendingSignIn(db, {
			browser_hash: hashToken(browserSecret),
			intent,
			account_id: accountId,
			...binding,
			next,
			ends_at: clock.now() + accountLimits.googleSignInTtl,
		});
		return { url: url.href, browserSecret };
	}

	/** Verifies the provider's response. Returns the pending sign-in, which is used up even on failure, and the verified identity. */
	async function verifyAuthorizationResponse(
		intent: 'log_in' | 'link',
		authorizationResponse: AuthorizationResponse,
		browser: string | null,
	) {
		const pending =
			browser && (await store.consumePendingSignIn(db, hashToken(browser), authorizationResponse.state, clock.now()));
		if (!pending || pending.intent !== intent) throw signInExpired();
		try {
			return { pending, identity: await requireRelyingParty().identify(authorizationResponse, pending) };
		} catch (error) {
			if (error instanceof ServiceUnavailableError) {
				throw new DomainError('unavailable', accountsApiText.googleUnreachable);
			}
			if (!(error instanceof IdentityRejectedError)) throw error;
			logger.warn({ reason: error.code }, 'Google sign-in rejected');
			throw new DomainError('invalid', accountsApiText.googleUnconfirmed);
		}
	}

	async function findOrCreateAccount(tx: Tx, identity: VerifiedIdentity): Promise<AccountRow> {
		const existing = await store.findIdentity(tx, identity.issuer, identity.subject);
		const account = existing && (await findAccount(tx, existing.account_id));
		return account ?? register(tx, identity);
	}

	async function register(
		tx: Tx,
		{ issuer, subject, email, emailVerified, name }: VerifiedIdentity,
	): Promise<AccountRow> {
		if (!email || !emailVerified || email.length > limits.email.max) {
			throw new DomainError('invalid', accountsApiText.googleEmailUnconfirmed);
		}
		const key = normalizeEmail(email);
		const holder = await findAccountByEmail(tx, key);
		if (holder) {
			// A concurrent request may have created the account for the same Google identity.
			const existing = await store.findIdentity(tx, issuer, subject);
			if (existing?.account_id === holder.id) return holder;
			// The Google user possibly does not own the account with this email address, so only that account's owner can link the two.
			throw new DomainError('conflict', accountsApiText.googleEmailTaken);
		}
		const now = clock.now();
		if (await isEmailReserved(tx, key, { accountId: null, after: now - accountLimits.contactUndoTtl })) {
			throw new DomainError('conflict', accountsApiText.googleEmailReserved);
		}
		const displayName = toDisplayName(name, deps.brand.current());
		// The email address is not used, because user names are public.
		const userName = await suggestUserName(tx, displayName ?? '', deps.brand.current());
		const account = await insertAccount(tx, {
			user_name: userName,
			display_name: displayName ?? userName,
			email,
			email_key: key,
			email_verified_at: now,
			role: 'user',
			created_at: now,
		});
		await store.insertIdentity(tx, { account_id: account.id, issuer, subject, email, created_at: now });
		await events.emit(tx, accountEmailVerified, { accountId: account.id, emailKey: key });
		return account;
	}

	return {
		isSecure: () => publicUrl().startsWith('https:'),

		/** Returns the URL that starts a Google sign-in; null if Google sign-in is not configured. */
		getSignInUrl: (): string | null => relyingParty && `${publicUrl()}${googleSignInPath}`,

		/** Starts a Google sign-in. `next` is the path to return to; an unsafe path becomes `/dashboard`. */
		begin: (next: string | undefined): Promise<AuthorizationRequest> =>
			createAuthorizationRequest(
				'log_in',
				null,
				next !== undefined && next.length <= 2000 && isSafeReturnPath(next) ? next : '/dashboard',
			),

		/** Starts a session. If the account has a second factor, throws `invalid` with `fields.code`; the client then calls `confirm`. */
		async finish(
			authorizationResponse: AuthorizationResponse,
			browser: string | null,
			device: string,
		): Promise<Session & { next: string }> {
			const { pending, identity } = await verifyAuthorizationResponse('log_in', authorizationResponse, browser);
			const account = await retryOnConflict(() => db.transaction((tx) => findOrCreateAccount(tx, identity)));
			await suspension.assertNotSuspended(account);
			try {
				await secondFactor.check(account.id, undefined);
			} catch (error) {
				if (error instanceof DomainError && error.fields?.code) {
					await store.insertPendingSignIn(db, { ...pending, intent: 'code', account_id: account.id });
				}
				throw error;
			}
			const session = await db.transaction((tx) => beginSession(tx, account, device, clock.now()));
			return { ...session, next: pending.next };
		},

		/** Starts the session of a Google sign-in that waits for the second-factor code. */
		async confirm(code: string, browser: string | null, device: string): Promise<Session & { next: string }> {
			const waiting = browser && (await store.findSignInAwaitingSecondFactor(db, hashToken(browser), clock.now()));
			const account = waiting && (await findAccount(db, waiting.account_id ?? 0));
			if (!account) throw signInExpired();
			await suspension.assertNotSuspended(account);
			await secondFactor.check(account.id, code);
			return db.transaction(async (tx) => {
				if (!(await store.deletePendingSignIn(tx, waiting.browser_hash))) throw signInExpired();
				return { ...(await beginSession(tx, account, device, clock.now())), next: waiting.next };
			});
		},

		/** Starts linking a Google account to the actor's account. Requires the actor's password. */
		async beginLink(actor: Actor, password: string): Promise<AuthorizationRequest> {
			requireRelyingParty();
			const account = await reauthenticate(actor, password);
			return createAuthorizationRequest('link', account.id, '/dashboard/security');
		},

		async finishLink(
			actor: Actor,
			authorizationResponse: AuthorizationResponse,
			browser: string | null,
		): Promise<void> {
			const { pending, identity } = await verifyAuthorizationResponse('link', authorizationResponse, browser);
			// Another account logged in to this browser after the link was started.
			if (pending.account_id !== actor.accountId) throw signInExpired();
			const { issuer, subject, email } = identity;
			try {
				await db.transaction(async (tx) => {
					const now = clock.now();
					await store.insertIdentity(tx, {
						account_id: actor.accountId,
						issuer,
						subject,
						email: email ?? '',
						created_at: now,
					});
					if (actor.role === 'admin')
						await writeAudit(tx, actor, { action: 'google.link', target: accountTarget(actor) }, now);
				});
			} catch (error) {
				if (!isUniqueViolation(error, ...identityUniqueKeys)) throw error;
				const existing = await store.findIdentity(db, issuer, subject);
				if (existing?.account_id === actor.accountId) return;
				throw new DomainError(
					'conflict',
					existing ? accountsApiText.googleLinkedElsewhere : accountsApiText.anotherGoogleLinked,
				);
			}
		},

		async unlink(actor: Actor, password: string): Promise<void> {
			const { password_hash } = (await findAccount(db, actor.accountId)) ?? {};
			if (password_hash === null) {
				throw invalidInput({ password: accountsApiText.googleOnlyWayIn });
			}
			await reauthenticate(actor, password);
			await db.transaction(async (tx) => {
				const unlinked = await store.deleteIdentities(tx, actor.accountId);
				if (unlinked && actor.role === 'admin') {
					await writeAudit(tx, actor, { action: 'google.unlink', target: accountTarget(actor) }, clock.now());
				}
			});
		},

		async getSignInMethods(actor: Actor): Promise<SignInMethods> {
			const account = await findAccount(db, actor.accountId);
			const identity = await store.findIdentityByAccount(db, actor.accountId);
			return {
				password: account?.password_hash != null,
				google: {
					available: relyingParty !== null,
					linked: identity && { email: identity.email, linked_at: toIsoTime(identity.created_at) },
				},
				second_factor: await secondFactor.getState(db, actor.accountId),
			};
		},

		sweep: () => store.deleteExpiredPendingSignIns(db, clock.now()),
	};
}

const accountTarget = ({ accountId }: Actor) => ({ kind: 'account', id: accountId });

const signInExpired = () => new DomainError('invalid', accountsApiText.googleSignInOver);

const identityUniqueKeys = [
	'identities.issuer, identities.subject',
	'identities.account_id, identities.issuer',
] as const;

/** Retries `work` once after a unique violation, which a concurrent sign-up with the same identity or name causes. */
async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		if (!isUniqueViolation(error, 'accounts.user_name', 'accounts.email_key', ...identityUniqueKeys)) throw error;
		return work();
	}
}

/** Returns the name of an identity as a display name. Returns null without a name, and for one that claims to be the market's. */
function toDisplayName(name: string | null, brand: Brand): string | null {
	const parsed = createTextSchema({ max: 1000 }).safeParse(name ?? '');
	const cut = parsed.success ? parsed.data.replace(/\s+/g, ' ').slice(0, limits.displayName.max).trim() : '';
	return cut.isWellFormed() && cut !== '' && !claimsMarket(cut, brand) ? cut : null;
}
