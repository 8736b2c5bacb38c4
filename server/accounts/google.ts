import { randomInt } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Session } from '../../contract/accounts.ts';
import { text } from '../../contract/fields.ts';
import type { SignInMethods } from '../../contract/google.ts';
import { googleBeginPath } from '../../contract/google.ts';
import { limits } from '../../contract/limits.ts';
import { isReturnPath } from '../../contract/return-path.ts';
import * as accountsApiText from '../../contract/text/accounts-api.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, isUniqueViolation, type Tx } from '../platform/database/index.ts';
import type { Events } from '../platform/events.ts';
import type { Actor } from '../platform/http/index.ts';
import {
	createRelyingParty,
	type ProvenIdentity,
	type ProviderConfig,
	UnprovenIdentity,
} from '../platform/openid/index.ts';
import { invalid, Refusal } from '../platform/refusal.ts';
import { hashToken, randomToken } from '../platform/secrets.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { writeAudit } from './audit.ts';
import { wasUserName } from './erasure-store.ts';
import { accountEmailVerified } from './events.ts';
import * as store from './google-store.ts';
import { emailKey, isReserved } from './names.ts';
import type { Reauthenticate } from './reauthenticate.ts';
import { index } from './search.ts';
import type { SecondFactor } from './second-factor.ts';
import { beginSession } from './sessions.ts';
import { findAccount, findByEmail, findByUserName, insertAccount } from './store.ts';
import type { Suspension } from './suspension.ts';
import type { AccountRow } from './tables.ts';

export interface GoogleParts {
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
export interface HandedBack {
	code: string;
	state: string;
	iss?: string | undefined;
}

/** Where a browser goes, and the secret it keeps in its cookie until it is back. */
export interface Departure {
	url: string;
	browser: string;
}

/** Signing in with an account at Google, or whoever is configured in its place, through OpenID Connect. */
export function createGoogleSignIn(parts: GoogleParts) {
	const { db, clock, provider, publicUrl, events, secondFactor, suspension, reauthenticate, logger } = parts;
	const party = provider && createRelyingParty(provider, () => `${publicUrl()}/auth/google`);

	function configured() {
		if (!party) throw new Refusal('not_found', accountsApiText.googleNotConfigured);
		return party;
	}

	async function depart(intent: 'log_in' | 'link', accountId: number | null, next: string): Promise<Departure> {
		const browser = randomToken();
		// Its beginning tells the page what it comes back from.
		const binding = { state: `${intent}.${randomToken()}`, nonce: randomToken(), verifier: randomToken() };
		const url = await configured().addressFor(binding);
		await store.insertBegun(db, {
			browser_hash: hashToken(browser),
			intent,
			account_id: accountId,
			...binding,
			next,
			ends_at: clock.now() + limits.googleSignInLife,
		});
		return { url: url.href, browser };
	}

	/** What the browser had begun, and who the provider says it is. Whatever comes of it, it cannot be used again. */
	async function arrive(intent: 'log_in' | 'link', handedBack: HandedBack, browser: string | null) {
		const begun = browser && (await store.takeBegun(db, hashToken(browser), handedBack.state, clock.now()));
		if (!begun || begun.intent !== intent) throw notBegunHere();
		try {
			return { begun, proven: await configured().identify(handedBack, begun) };
		} catch (error) {
			if (error instanceof Unavailable) {
				throw new Refusal('unavailable', accountsApiText.googleUnreachable);
			}
			if (!(error instanceof UnprovenIdentity)) throw error;
			logger.warn({ reason: error.code }, 'a sign-in with Google was refused');
			throw new Refusal('invalid', accountsApiText.googleUnconfirmed);
		}
	}

	/** The account that this identity opens; a new one for someone new. */
	async function accountOf(tx: Tx, proven: ProvenIdentity): Promise<AccountRow> {
		const known = await store.findIdentity(tx, proven.issuer, proven.subject);
		const account = known && (await findAccount(tx, known.account_id));
		return account ?? register(tx, proven);
	}

	async function register(
		tx: Tx,
		{ issuer, subject, email, emailVerified, name }: ProvenIdentity,
	): Promise<AccountRow> {
		if (!email || !emailVerified || email.length > limits.email.max) {
			throw new Refusal('invalid', accountsApiText.googleEmailUnconfirmed);
		}
		const key = emailKey(email);
		const holder = await findByEmail(tx, key);
		if (holder) {
			// The same person may have come twice at this moment.
			const known = await store.findIdentity(tx, issuer, subject);
			if (known?.account_id === holder.id) return holder;
			// Whoever holds the address there need not be who opened the account here: its owner links the two.
			throw new Refusal('conflict', accountsApiText.googleEmailTaken);
		}
		const now = clock.now();
		const shownName = displayNameOf(name);
		const userName = await freeUserName(tx, shownName);
		const account = await insertAccount(tx, {
			user_name: userName,
			display_name: shownName ?? userName,
			email,
			email_key: key,
			email_verified_at: now,
			role: 'user',
			created_at: now,
		});
		await index(tx, account);
		await store.insertIdentity(tx, { account_id: account.id, issuer, subject, email, created_at: now });
		await events.emit(tx, accountEmailVerified, { accountId: account.id, emailKey: key });
		return account;
	}

	return {
		/** Whether people come here by https alone. */
		secure: () => publicUrl().startsWith('https:'),

		/** Where signing in begins; null where it is not configured. */
		address: (): string | null => party && `${publicUrl()}${googleBeginPath}`,

		/** Begins to sign in; `next` is the path to return to. */
		begin: (next: string | undefined): Promise<Departure> =>
			depart('log_in', null, next !== undefined && next.length <= 2000 && isReturnPath(next) ? next : '/dashboard'),

		/** Begins a session, or refuses with `fields.code` where the second factor is missing: `confirm` takes it then. */
		async finish(handedBack: HandedBack, browser: string | null, device: string): Promise<Session & { next: string }> {
			const { begun, proven } = await arrive('log_in', handedBack, browser);
			const account = await again(() => db.transaction((tx) => accountOf(tx, proven)));
			await suspension.admit(account);
			try {
				await secondFactor.check(account.id, undefined);
			} catch (error) {
				if (error instanceof Refusal && error.fields?.code) {
					await store.insertBegun(db, { ...begun, intent: 'code', account_id: account.id });
				}
				throw error;
			}
			const session = await db.transaction((tx) => beginSession(tx, account, device, clock.now()));
			return { ...session, next: begun.next };
		},

		/** Begins the session that waits for the code of the second factor. */
		async confirm(code: string, browser: string | null, device: string): Promise<Session & { next: string }> {
			const waiting = browser && (await store.findWaitingForCode(db, hashToken(browser), clock.now()));
			const account = waiting && (await findAccount(db, waiting.account_id ?? 0));
			if (!account) throw notBegunHere();
			await suspension.admit(account);
			await secondFactor.check(account.id, code);
			return db.transaction(async (tx) => {
				if (!(await store.deleteBegun(tx, waiting.browser_hash))) throw notBegunHere();
				return { ...(await beginSession(tx, account, device, clock.now())), next: waiting.next };
			});
		},

		/** Begins to link, for the account's owner alone. */
		async beginLink(actor: Actor, password: string): Promise<Departure> {
			configured();
			const account = await reauthenticate(actor, password);
			return depart('link', account.id, '/dashboard/security');
		},

		async finishLink(actor: Actor, handedBack: HandedBack, browser: string | null): Promise<void> {
			const { begun, proven } = await arrive('link', handedBack, browser);
			// Somebody else has logged in meanwhile.
			if (begun.account_id !== actor.accountId) throw notBegunHere();
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
					if (actor.role === 'admin') await writeAudit(tx, actor, { action: 'google.link', target: own(actor) }, now);
				});
			} catch (error) {
				if (!isUniqueViolation(error, ...identityKeys)) throw error;
				const known = await store.findIdentity(db, issuer, subject);
				if (known?.account_id === actor.accountId) return;
				throw new Refusal(
					'conflict',
					known ? accountsApiText.googleLinkedElsewhere : accountsApiText.anotherGoogleLinked,
				);
			}
		},

		async unlink(actor: Actor, password: string): Promise<void> {
			const { password_hash } = (await findAccount(db, actor.accountId)) ?? {};
			if (password_hash === null) {
				throw invalid({ password: accountsApiText.googleOnlyWayIn });
			}
			await reauthenticate(actor, password);
			await db.transaction(async (tx) => {
				const unlinked = await store.deleteIdentitiesOf(tx, actor.accountId);
				if (unlinked && actor.role === 'admin') {
					await writeAudit(tx, actor, { action: 'google.unlink', target: own(actor) }, clock.now());
				}
			});
		},

		/** How the own account can log in. */
		async methods(actor: Actor): Promise<SignInMethods> {
			const account = await findAccount(db, actor.accountId);
			const identity = await store.identityOf(db, actor.accountId);
			return {
				password: account?.password_hash != null,
				google: {
					available: party !== null,
					linked: identity && { email: identity.email, linked_at: new Date(identity.created_at).toISOString() },
				},
				second_factor: await secondFactor.stateOf(db, actor.accountId),
			};
		},

		/** Forgets what began and never ended. */
		sweep: () => store.deleteLateSignIns(db, clock.now()),
	};
}

const own = ({ accountId }: Actor) => ({ kind: 'account', id: accountId });

const notBegunHere = () => new Refusal('invalid', accountsApiText.googleSignInOver);

const identityKeys = ['identities.issuer, identities.subject', 'identities.account_id, identities.issuer'] as const;

/** Once more where another request made the same account, or took the same name, at the same moment. */
async function again<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		if (!isUniqueViolation(error, 'accounts.user_name', 'accounts.email_key', ...identityKeys)) throw error;
		return work();
	}
}

function displayNameOf(name: string | null): string | null {
	const shown = text({ max: 1000 }).safeParse(name ?? '');
	const cut = shown.success ? shown.data.replace(/\s+/g, ' ').slice(0, limits.displayName.max).trim() : '';
	return cut.isWellFormed() && cut !== '' ? cut : null;
}

async function isTaken(tx: Tx, userName: string): Promise<boolean> {
	return (await findByUserName(tx, userName)) !== null || wasUserName(tx, hashToken(userName));
}

/** Made of the name; never of the e-mail address, for user names are public. */
async function freeUserName(tx: Tx, name: string | null): Promise<string> {
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
		if (candidate === 'shop' || isReserved(candidate) || (await isTaken(tx, candidate))) continue;
		return candidate;
	}
	return `shop_${randomInt(10 ** 12)}`;
}
