import type { Tx } from '../platform/database/index.ts';
import type { Actor } from '../platform/http/index.ts';
import { insertAuditEntry } from './store.ts';

/** What an administrator did, to what, and why. Nothing changes or removes an entry. */
export interface AuditEntry {
	/** In the manner of `enrollment.confirm_payment`. */
	action: string;
	/** What it was done to, such as `enrollment` and its id; null where it is the whole market. */
	target: { kind: string; id: number } | null;
	reason?: string;
}

/** Adds an entry to the audit log; it stands or falls with the act itself. */
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
