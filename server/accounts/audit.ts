import type { Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import { insertAuditEntry } from './store.ts';

/** Entry of the audit log, which is append-only. */
export interface AuditEntry {
	/** Name of the action, such as `enrollment.confirm_payment`. */
	action: string;
	/** Object that the action affects; null if the action affects the whole site. */
	target: { kind: string; id: number } | null;
	reason?: string;
}

/**
 * Actor of the operator's commands. The command line has no account: entries of the audit log have the account id 0, which no account has,
 * and no user name.
 */
export const commandLineActor: Actor = {
	accountId: 0,
	userName: '',
	role: 'admin',
	sessionId: 0,
	mustChangePassword: false,
	isPendingDeletion: false,
	scopes: null,
};

/** Adds an entry to the audit log. Call `writeAudit` in the action's transaction, so that a rollback also removes the entry. */
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
