import type { AuditEntry, Decision } from '../../contract/moderation/moderation.ts';
import { toIsoTime } from '../core/clock.ts';
import type { DecisionRow } from './tables.ts';

/** Presents a decision to its owner and to administrators. */
export function presentDecision(row: DecisionRow): Decision {
	const { appeal: text, appealed_at, outcome, answer } = row;
	return {
		id: row.id,
		kind: row.kind,
		target: { kind: row.target_kind, id: row.target_id, title: row.title },
		reason: row.reason,
		until: toIsoTime(row.until),
		at: toIsoTime(row.created_at),
		lifted_at: toIsoTime(row.lifted_at),
		appeal: appealed_at === null ? null : { text: text ?? '', at: toIsoTime(appealed_at), outcome, answer },
	};
}

export function presentAuditEntry(row: {
	id: number;
	user_name: string;
	action: string;
	target_kind: string | null;
	target_id: number | null;
	reason: string;
	created_at: number;
}): AuditEntry {
	const { id, user_name, action, target_kind, target_id, reason } = row;
	const target = target_kind === null || target_id === null ? null : { kind: target_kind, id: target_id };
	return { id, user_name: user_name || null, action, target, reason, at: toIsoTime(row.created_at) };
}
