import type { Role, Session } from '../../contract/accounts.ts';
import { limits } from '../../contract/limits.ts';
import type { OpenSession } from '../../contract/sessions.ts';
import * as accountsApiText from '../../contract/text/accounts-api.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/index.ts';
import type { Actor } from '../platform/http/index.ts';
import { Refusal } from '../platform/refusal.ts';
import { hashToken, randomToken } from '../platform/secrets.ts';
import { deviceOf } from './device.ts';
import { presentSession } from './present.ts';
import type { RevokedSessions } from './revoked-sessions.ts';
import { deleteSessionOf, deleteSessionsOf, insertSession, sessionsOf } from './store.ts';
import type { AccountRow, SessionRow } from './tables.ts';

export type Sessions = ReturnType<typeof createSessions>;

/** Where an account is logged in, for its owner. */
export function createSessions({ db, clock, revoked }: { db: Database; clock: Clock; revoked: RevokedSessions }) {
	return {
		async list(actor: Actor): Promise<OpenSession[]> {
			const rows = await sessionsOf(db, actor.accountId, clock.now());
			const open = rows.filter(({ id }) => !revoked.isRevoked(id)).map((row) => presentOpenSession(row, actor));
			return [...open.filter(({ current }) => current), ...open.filter(({ current }) => !current)];
		},

		async end(actor: Actor, id: number): Promise<void> {
			if (await deleteSessionOf(db, actor.accountId, id)) return;
			throw new Refusal('not_found', accountsApiText.sessionOver);
		},

		/** Ends every session of the account, or every one but this. */
		endAll: (actor: Actor, { others = false }: { others?: boolean | undefined }): Promise<void> =>
			deleteSessionsOf(db, actor.accountId, others ? actor.sessionId : undefined),
	};
}

function presentOpenSession({ id, device, created_at, last_used_at }: SessionRow, actor: Actor): OpenSession {
	return {
		id,
		device: deviceOf(device),
		current: id === actor.sessionId,
		began_at: new Date(created_at).toISOString(),
		last_used_at: new Date(last_used_at).toISOString(),
	};
}

/** Begins a session of the account on that device. Whoever calls has made sure who it is. */
export async function beginSession(tx: Tx, account: AccountRow, device: string, now: number): Promise<Session> {
	const life = lifeOf(account.role);
	const token = randomToken();
	const session = await insertSession(tx, {
		account_id: account.id,
		token_hash: hashToken(token),
		device,
		created_at: now,
		last_used_at: now,
		idle_ends_at: now + life.idle,
		ends_at: now + life.absolute,
	});
	return presentSession(account, token, session.ends_at);
}

export function lifeOf(role: Role): { idle: number; absolute: number } {
	return role === 'admin' ? limits.adminSession : limits.session;
}
