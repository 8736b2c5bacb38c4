import type { Generated, Selectable } from 'kysely';
import type { DecisionKind, ReportReason, ReportTarget, SignalReason } from '../../contract/moderation.ts';

export interface ModerationTables {
	/** All that is said about one thing until it is decided. At most one is open for each thing. */
	cases: {
		id: Generated<number>;
		kind: ReportTarget;
		target_id: number;
		/** Whose it is. */
		owner_id: number;
		/** The words of when it was last told of. */
		title: string;
		state: 'open' | 'decided';
		latest_at: number;
	};
	reports: {
		id: Generated<number>;
		case_id: number | null;
		/** Who reports. */
		account_id: number;
		kind: ReportTarget;
		target_id: number;
		/** Whose it is. */
		owner_id: number;
		reason: ReportReason;
		note: string;
		state: 'open' | 'decided';
		decision_id: number | null;
		created_at: number;
	};
	flags: {
		id: Generated<number>;
		case_id: number;
		kind: ReportTarget;
		target_id: number;
		reason: SignalReason;
		/** The words that were found, or what it looks like. */
		note: string;
		/** The ad whose picture it looks like. */
		other_ad_id: number | null;
		state: 'open' | 'decided';
		created_at: number;
	};
	decisions: {
		id: Generated<number>;
		kind: DecisionKind;
		target_kind: ReportTarget;
		target_id: number;
		/** The words of then. */
		title: string;
		owner_id: number;
		reason: string;
		/** When a suspension ends; null for good, and for other decisions. */
		until: number | null;
		created_at: number;
		lifted_at: number | null;
		appeal: string | null;
		appealed_at: number | null;
		outcome: 'upheld' | 'lifted' | null;
		answer: string | null;
	};
	/** Four keys for each picture of an ad: where two pictures look alike, they share a key or have keys that differ little. */
	picture_hashes: { key: number; ad_id: number; owner_id: number; hash: string };
}

export type CaseRow = Selectable<ModerationTables['cases']>;
export type ReportRow = Selectable<ModerationTables['reports']>;
export type SignalRow = Selectable<ModerationTables['flags']>;
export type DecisionRow = Selectable<ModerationTables['decisions']>;
