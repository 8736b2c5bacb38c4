import type { Role, Session } from '../../contract/accounts.ts';
import { limits } from '../../contract/limits.ts';
import type { Tx } from '../platform/database/index.ts';
import { hashToken, randomToken } from '../platform/secrets.ts';
import { presentSession } from './present.ts';
import { insertSession } from './store.ts';
import type { AccountRow } from './tables.ts';

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
