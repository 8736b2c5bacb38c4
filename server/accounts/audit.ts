import type { Tx } from '../platform/database/index.ts';
import type { Actor } from '../platform/http/index.ts';
import { insertAuditEntry } from './store.ts';

/** Entries are append-only. */
export interface AuditEntry {
	/** Such as `enrollment.confirm_payment`. */
	action: string;
	/** The object of the action; null if it affects the whole site. */
	target: { kind: string; id: number } | null;
	reason?: string;
}

/** Rolled back with the transaction of the action. */
export async function writeAudit(tx: Tx, actor: Actor, { action, target, reason = '' }: AuditEntry, now: number) {
	await insertAuditEntry(tx, {
		account_id: actor.accountId,
		user_name: actor.userName,
		action,
		target_kind: target?.kind ?? null,
		target_id: target?.id ?? null,
		reason,
		created_at: now,
	});
}
