import type { Role, Session } from '../../contract/accounts/accounts.ts';
import * as accountLimits from '../../contract/accounts/limits.ts';
import type { ActiveSession } from '../../contract/accounts/sessions.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { toIsoTime } from '../core/clock.ts';
import { DiskFullError } from '../core/disk-full-error.ts';
import { DomainError } from '../core/domain-error.ts';
import { generateToken, hashToken } from '../core/secrets.ts';
import { createTaggedCache } from '../core/tagged-cache.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import { parseScopes } from './api-tokens-store.ts';
import { sessionsCacheTag } from './cache-tags.ts';
import { describeDevice } from './device.ts';
import { accountLoginsEnded } from './events.ts';
import { presentSession } from './present.ts';
import type { RevokedSessionList } from './revoked-sessions.ts';
import {
	deleteAccountLogin,
	deleteAccountLogins,
	findSession,
	insertSession,
	isSessionActive,
	listLogins,
	touchSession,
} from './store.ts';
import type { AccountRow, SessionRow } from './tables.ts';

export type SessionService = ReturnType<typeof createSessionService>;

const minute = 60_000;
/** Milliseconds that a session counts as recent. Less than a minute, after which the time of last use is stored again. */
const recentTtl = 30_000;
const maxRecentBytes = 16 * 1_048_576;
/** Bytes that a recent session takes in memory, with its key and tag. */
const recentBytes = 512;

export function createSessionService({
	db,
	clock,
	events,
	revoked,
}: Pick<Platform, 'db' | 'clock' | 'events'> & {
	revoked: RevokedSessionList;
}) {
	/** Sessions that were authenticated lately, by token hash. */
	const recent = createTaggedCache<{ accountId: number; sessionId: number }>({ db, clock, maxBytes: maxRecentBytes });

	/** Finds a session and remembers it as recent. */
	async function findAndRemember(token: string, now: number) {
		const tokenHash = hashToken(token);
		const load = recent.startLoad();
		try {
			const session = await findSession(db, tokenHash, now);
			if (!session) return null;
			// A call with an API token also counts against the limit of the token, which `authenticate` alone names.
			if (session.scopes !== null) return session;
			const { id: sessionId, account_id: accountId } = session;
			load.store(tokenHash, {
				value: { accountId, sessionId },
				tags: [sessionsCacheTag(accountId)],
				expiresAt: Math.min(now + recentTtl, session.idle_ends_at, session.ends_at),
				bytes: recentBytes,
			});
			return session;
		} finally {
			load.end();
		}
	}

	return {
		/**
		 * Returns the account of a session that was authenticated within the last 30 seconds and has not ended since. Undefined if the
		 * database must be asked. Only call budgets use it: access to anything that is not public is decided by `authenticate`.
		 */
		findRecentAccountId(token: string): number | undefined {
			const session = recent.get(hashToken(token));
			return session && !revoked.isRevoked(session.sessionId) ? session.accountId : undefined;
		},

		/** Returns the actor of a session token. Null if the session is unknown, expired or revoked, or the account is suspended. */
		async authenticate(token: string): Promise<Actor | null> {
			const now = clock.now();
			const session = await findAndRemember(token, now);
			if (!session || revoked.isRevoked(session.id)) return null;
			if (now - session.last_used_at > minute) {
				// An API token expires at a fixed time.
				const idle = session.scopes === null ? getSessionLifetime(session.role).idle : Number.POSITIVE_INFINITY;
				const endsAt = Math.min(now + idle, session.ends_at);
				await db
					.statement((db) => touchSession(db, session.id, now, endsAt))
					.catch((error) => {
						// Users stay logged in while the disk is full and the time of last use cannot be stored.
						if (!(error instanceof DiskFullError)) throw error;
					});
			}
			return {
				accountId: session.account_id,
				userName: session.user_name,
				// An API token of an administrator has the rights of a user.
				role: session.scopes === null ? session.role : 'user',
				sessionId: session.id,
				mustChangePassword: session.must_change_password === 1,
				isPendingDeletion: session.deletes_at !== null,
				scopes: session.scopes === null ? null : parseScopes(session.scopes),
			};
		},

		/** Returns whether a session is valid, ignoring its idle expiry. Logout, a password change and suspension end a session. */
		isActive: async (db: Db, sessionId: number): Promise<boolean> =>
			!revoked.isRevoked(sessionId) && isSessionActive(db, sessionId, clock.now()),

		async list(actor: Actor): Promise<ActiveSession[]> {
			const rows = await listLogins(db, actor.accountId, clock.now());
			const open = rows.filter(({ id }) => !revoked.isRevoked(id)).map((row) => presentActiveSession(row, actor));
			return [...open.filter(({ current }) => current), ...open.filter(({ current }) => !current)];
		},

		async end(actor: Actor, id: number): Promise<void> {
			if (await db.transaction((tx) => deleteAccountLogin(tx, actor.accountId, id))) return;
			throw new DomainError('not_found', accountsApiText.sessionOver);
		},

		/** Ends all logins of the actor, and pauses webhooks. With `others`, the current login stays. API tokens stay. */
		endAll: (actor: Actor, { others = false }: { others?: boolean | undefined }): Promise<void> =>
			db.transaction(async (tx) => {
				await deleteAccountLogins(tx, actor.accountId, others ? actor.sessionId : undefined);
				await events.emit(tx, accountLoginsEnded, { accountId: actor.accountId });
			}),
	};
}

function presentActiveSession({ id, device, created_at, last_used_at }: SessionRow, actor: Actor): ActiveSession {
	return {
		id,
		device: describeDevice(device),
		current: id === actor.sessionId,
		began_at: toIsoTime(created_at),
		last_used_at: toIsoTime(last_used_at),
	};
}

/** Starts a session without checking credentials. Authenticate the account first. */
export async function beginSession(tx: Tx, account: AccountRow, device: string, now: number): Promise<Session> {
	const lifetime = getSessionLifetime(account.role);
	const token = generateToken();
	const session = await insertSession(tx, {
		account_id: account.id,
		token_hash: hashToken(token),
		device,
		name: null,
		scopes: null,
		created_at: now,
		last_used_at: now,
		idle_ends_at: now + lifetime.idle,
		ends_at: now + lifetime.absolute,
	});
	return presentSession(account, token, session.ends_at);
}

export function getSessionLifetime(role: Role): { idle: number; absolute: number } {
	return role === 'admin' ? accountLimits.adminSession : accountLimits.session;
}
