import { randomInt } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Session } from '../../contract/accounts.ts';
import { text } from '../../contract/fields.ts';
import type { SignInMethods } from '../../contract/google.ts';
import { googleSignInPath } from '../../contract/google.ts';
import { limits } from '../../contract/limits.ts';
import { isSafeReturnPath } from '../../contract/return-path.ts';
import * as accountsApiText from '../../contract/text/accounts-api.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, isUniqueViolation, type Tx } from '../platform/database/index.ts';
import { DomainError, invalidInput } from '../platform/domain-error.ts';
import type { Events } from '../platform/events.ts';
import type { Actor } from '../platform/http/index.ts';
import {
	createRelyingParty,
	IdentityRejected,
	type ProviderConfig,
	type VerifiedIdentity,
} from '../platform/openid/index.ts';
import { hashToken, randomToken } from '../platform/secrets.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { writeAudit } from './audit.ts';
import { isFormerUserName } from './erasure-store.ts';
import { accountEmailVerified } from './events.ts';
import * as store from './google-store.ts';
import { isReservedUserName, normalizeEmail } from './names.ts';
import type { Reauthenticate } from './reauthenticate.ts';
import { indexAccount } from './search.ts';
import type { SecondFactor } from './second-factor.ts';
import { beginSession } from './sessions.ts';
import { findAccount, findByEmail, findByUserName, insertAccount } from './store.ts';
import type { Suspension } from './suspension.ts';
import type { AccountRow } from './tables.ts';

export interface GoogleSignInDeps {
	db: Database;
	clock: Clock;
	/** Null where it is not configured. */
	provider: ProviderConfig | null;
	/** The address people use, without a slash at its end. */
	publicUrl: () => string;
	events: Events;
	secondFactor: SecondFactor;
	suspension: Suspension;
	reauthenticate: Reauthenticate;
	logger: Pick<FastifyBaseLogger, 'warn'>;
}

export type GoogleSignIn = ReturnType<typeof createGoogleSignIn>;

/** What the page `/auth/google` was given. */
export interface AuthorizationResponse {
	code: string;
	state: string;
	iss?: string | undefined;
}

/** Where a browser goes, and the secret it keeps in its cookie until it is back. */
export interface AuthorizationRequest {
	url: string;
	browserSecret: string;
}

/** Signing in with an account at Google, or whoever is configured in its place, through OpenID Connect. */
export function createGoogleSignIn(deps: GoogleSignInDeps) {
	const { db, clock, provider, publicUrl, events, secondFactor, suspension, reauthenticate, logger } = deps;
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
		const browserSecret = randomToken();
		// Its beginning tells the page what it comes back from.
		const binding = { state: `${intent}.${randomToken()}`, nonce: randomToken(), verifier: randomToken() };
		const url = await requireRelyingParty().buildAuthorizationUrl(binding);
		await store.insertPendingSignIn(db, {
			browser_hash: hashToken(browserSecret),
			intent,
			account_id: accountId,
			...binding,
			next,
			ends_at: clock.now() + limits.googleSignInTtl,
		});
		return { url: url.href, browserSecret };
	}

	/** What the browser had begun, and who the provider says it is. Whatever comes of it, it cannot be used again. */
	async function verifyAuthorizationResponse(
		intent: 'log_in' | 'link',
		handedBack: AuthorizationResponse,
		browser: string | null,
	) {
		const begun = browser && (await store.consumePendingSignIn(db, hashToken(browser), handedBack.state, clock.now()));
		if (!begun || begun.intent !== intent) throw signInExpired();
		try {
			return { begun, proven: await requireRelyingParty().identify(handedBack, begun) };
		} catch (error) {
			if (error instanceof Unavailable) {
				throw new DomainError('unavailable', accountsApiText.googleUnreachable);
			}
			if (!(error instanceof IdentityRejected)) throw error;
			logger.warn({ reason: error.code }, 'a sign-in with Google was refused');
			throw new DomainError('invalid', accountsApiText.googleUnconfirmed);
		}
	}

	/** The account that this identity opens; a new one for someone new. */
	async function findOrCreateAccount(tx: Tx, proven: VerifiedIdentity): Promise<AccountRow> {
		const known = await store.findIdentity(tx, proven.issuer, proven.subject);
		const account = known && (await findAccount(tx, known.account_id));
		return account ?? register(tx, proven);
	}

	async function register(
		tx: Tx,
		{ issuer, subject, email, emailVerified, name }: VerifiedIdentity,
	): Promise<AccountRow> {
		if (!email || !emailVerified || email.length > limits.email.max) {
			throw new DomainError('invalid', accountsApiText.googleEmailUnconfirmed);
		}
		const key = normalizeEmail(email);
		const holder = await findByEmail(tx, key);
		if (holder) {
			// The same person may have come twice at this moment.
			const known = await store.findIdentity(tx, issuer, subject);
			if (known?.account_id === holder.id) return holder;
			// Whoever holds the address there need not be who opened the account here: its owner links the two.
			throw new DomainError('conflict', accountsApiText.googleEmailTaken);
		}
		const now = clock.now();
		const displayName = toDisplayName(name);
		const userName = await generateUserName(tx, displayName);
		const account = await insertAccount(tx, {
			user_name: userName,
			display_name: displayName ?? userName,
			email,
			email_key: key,
			email_verified_at: now,
			role: 'user',
			created_at: now,
		});
		await indexAccount(tx, account);
		await store.insertIdentity(tx, { account_id: account.id, issuer, subject, email, created_at: now });
		await events.emit(tx, accountEmailVerified, { accountId: account.id, emailKey: key });
		return account;
	}

	return {
		/** Whether people come here by https alone. */
		isSecure: () => publicUrl().startsWith('https:'),

		/** Where signing in begins; null where it is not configured. */
		getSignInUrl: (): string | null => relyingParty && `${publicUrl()}${googleSignInPath}`,

		/** Begins to sign in; `next` is the path to return to. */
		begin: (next: string | undefined): Promise<AuthorizationRequest> =>
			createAuthorizationRequest(
				'log_in',
				null,
				next !== undefined && next.length <= 2000 && isSafeReturnPath(next) ? next : '/dashboard',
			),

		/** Begins a session, or refuses with `fields.code` where the second factor is missing: `confirm` takes it then. */
		async finish(
			handedBack: AuthorizationResponse,
			browser: string | null,
			device: string,
		): Promise<Session & { next: string }> {
			const { begun, proven } = await verifyAuthorizationResponse('log_in', handedBack, browser);
			const account = await retryOnConflict(() => db.transaction((tx) => findOrCreateAccount(tx, proven)));
			await suspension.assertNotSuspended(account);
			try {
				await secondFactor.check(account.id, undefined);
			} catch (error) {
				if (error instanceof DomainError && error.fields?.code) {
					await store.insertPendingSignIn(db, { ...begun, intent: 'code', account_id: account.id });
				}
				throw error;
			}
			const session = await db.transaction((tx) => beginSession(tx, account, device, clock.now()));
			return { ...session, next: begun.next };
		},

		/** Begins the session that waits for the code of the second factor. */
		async confirm(code: string, browser: string | null, device: string): Promise<Session & { next: string }> {
			const waiting = browser && (await store.findSignInAwaitingCode(db, hashToken(browser), clock.now()));
			const account = waiting && (await findAccount(db, waiting.account_id ?? 0));
			if (!account) throw signInExpired();
			await suspension.assertNotSuspended(account);
			await secondFactor.check(account.id, code);
			return db.transaction(async (tx) => {
				if (!(await store.deletePendingSignIn(tx, waiting.browser_hash))) throw signInExpired();
				return { ...(await beginSession(tx, account, device, clock.now())), next: waiting.next };
			});
		},

		/** Begins to link, for the account's owner alone. */
		async beginLink(actor: Actor, password: string): Promise<AuthorizationRequest> {
			requireRelyingParty();
			const account = await reauthenticate(actor, password);
			return createAuthorizationRequest('link', account.id, '/dashboard/security');
		},

		async finishLink(actor: Actor, handedBack: AuthorizationResponse, browser: string | null): Promise<void> {
			const { begun, proven } = await verifyAuthorizationResponse('link', handedBack, browser);
			// Somebody else has logged in meanwhile.
			if (begun.account_id !== actor.accountId) throw signInExpired();
			const { issuer, subject, email } = proven;
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
				const known = await store.findIdentity(db, issuer, subject);
				if (known?.account_id === actor.accountId) return;
				throw new DomainError(
					'conflict',
					known ? accountsApiText.googleLinkedElsewhere : accountsApiText.anotherGoogleLinked,
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

		/** How the own account can log in. */
		async getSignInMethods(actor: Actor): Promise<SignInMethods> {
			const account = await findAccount(db, actor.accountId);
			const identity = await store.findIdentityByAccount(db, actor.accountId);
			return {
				password: account?.password_hash != null,
				google: {
					available: relyingParty !== null,
					linked: identity && { email: identity.email, linked_at: new Date(identity.created_at).toISOString() },
				},
				second_factor: await secondFactor.getState(db, actor.accountId),
			};
		},

		/** Forgets what began and never ended. */
		sweep: () => store.deleteExpiredSignIns(db, clock.now()),
	};
}

const accountTarget = ({ accountId }: Actor) => ({ kind: 'account', id: accountId });

const signInExpired = () => new DomainError('invalid', accountsApiText.googleSignInOver);

const identityUniqueKeys = [
	'identities.issuer, identities.subject',
	'identities.account_id, identities.issuer',
] as const;

/** Once more where another request made the same account, or took the same name, at the same moment. */
async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		if (!isUniqueViolation(error, 'accounts.user_name', 'accounts.email_key', ...identityUniqueKeys)) throw error;
		return work();
	}
}

function toDisplayName(name: string | null): string | null {
	const shown = text({ max: 1000 }).safeParse(name ?? '');
	const cut = shown.success ? shown.data.replace(/\s+/g, ' ').slice(0, limits.displayName.max).trim() : '';
	return cut.isWellFormed() && cut !== '' ? cut : null;
}

async function isUserNameTaken(tx: Tx, userName: string): Promise<boolean> {
	return (await findByUserName(tx, userName)) !== null || isFormerUserName(tx, hashToken(userName));
}

/** Made of the name; never of the e-mail address, for user names are public. */
async function generateUserName(tx: Tx, name: string | null): Promise<string> {
	const folded = (name ?? '')
		.normalize('NFKD')
		.toLowerCase()
		.replace(/\p{M}/gu, '')
		.replace(/[^a-z0-9]+/g, '_')
		.slice(0, limits.userName.max - 7)
		.replace(/^_+|_+$/g, '');
	const stem = folded.length >= limits.userName.min ? folded : 'shop';
	for (let digits = 0; digits <= 6; digits++) {
		const candidate = digits === 0 ? stem : `${stem}_${randomInt(10 ** (digits - 1), 10 ** digits)}`;
		if (candidate === 'shop' || isReservedUserName(candidate) || (await isUserNameTaken(tx, candidate))) continue;
		return candidate;
	}
	return `shop_${randomInt(10 ** 12)}`;
}
