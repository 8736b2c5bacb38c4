import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../platform/database/index.ts';
import type { Actor } from '../platform/http/index.ts';
import type { AuditTables } from './tables.ts';

/** What an administrator did, to what, and why. Nothing changes or removes an entry. */
export interface AuditEntry {
	/** In the manner of `enrollment.confirm_payment`. */
	action: string;
	/** What it was done to, such as `enrollment` and its id; null where it is the whole market. */
	target: { kind: string; id: number } | null;
	reason?: string;
}

/** Entries below an id, newest first. */
export async function readAudit(
	db: Db,
	{ action, userName }: { action?: string | undefined; userName?: string | undefined },
	below: number | null,
	most: number,
): Promise<Selectable<AuditTables['audit_log']>[]> {
	let query = db.tables<AuditTables>().selectFrom('audit_log').selectAll();
	if (action) query = query.where(sql`substr(action, 1, ${action.length})`, '=', action);
	if (userName) query = query.where('user_name', '=', userName.toLowerCase());
	if (below !== null) query = query.where('id', '<', below);
	return query.orderBy('id', 'desc').limit(most).execute();
}

/** Adds an entry to the audit log; it stands or falls with the act itself. */
export async function writeAudit(tx: Tx, actor: Actor, { action, target, reason = '' }: AuditEntry, now: number) {
	await tx
		.tables<AuditTables>()
		.insertInto('audit_log')
		.values({
			account_id: actor.accountId,
			user_name: actor.userName,
			action,
			target_kind: target?.kind ?? null,
			target_id: target?.id ?? null,
			reason,
			created_at: now,
		})
		.execute();
}
