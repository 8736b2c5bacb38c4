import type { Generated, Selectable } from 'kysely';
import type { DecisionKind, ReportReason, ReportTarget, SignalReason } from '../../contract/moderation.ts';

export interface ModerationTables {
	/** Collects reports, signals and appeals about one target. A target has at most one open case. */
	cases: {
		id: Generated<number>;
		kind: ReportTarget;
		target_id: number;
		owner_id: number;
		/** The title of the target when it was last reported. */
		title: string;
		state: 'open' | 'decided';
		latest_at: number;
	};
	reports: {
		id: Generated<number>;
		case_id: number | null;
		account_id: number;
		kind: ReportTarget;
		target_id: number;
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
		/** The matched phrases, or whose picture it resembles. */
		note: string;
		other_ad_id: number | null;
		state: 'open' | 'decided';
		created_at: number;
	};
	decisions: {
		id: Generated<number>;
		kind: DecisionKind;
		target_kind: ReportTarget;
		target_id: number;
		/** The title of the target at that time. */
		title: string;
		owner_id: number;
		reason: string;
		/** When a suspension ends; null if it is permanent, and for other decisions. */
		until: number | null;
		created_at: number;
		lifted_at: number | null;
		appeal: string | null;
		appealed_at: number | null;
		outcome: 'upheld' | 'lifted' | null;
		answer: string | null;
	};
	/** Four keys per picture of an ad, see picture-hash-keys.ts. */
	picture_hashes: { key: number; ad_id: number; owner_id: number; hash: string };
}

export type CaseRow = Selectable<ModerationTables['cases']>;
export type ReportRow = Selectable<ModerationTables['reports']>;
export type SignalRow = Selectable<ModerationTables['flags']>;
export type DecisionRow = Selectable<ModerationTables['decisions']>;
