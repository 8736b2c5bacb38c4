import type { Generated, Selectable } from 'kysely';
import type {
	DecisionKind,
	ReportReason,
	ReportTarget,
	ReportWeightReason,
	SignalReason,
} from '../../contract/moderation/moderation.ts';

/** What a removed item and a new one can have in common. */
export type RemovedPart = 'text' | 'picture' | 'number' | 'device';

export interface ModerationTables {
	/** A case collects reports, signals (automatic reports) and appeals about one target. A target has at most one open case. */
	cases: {
		id: Generated<number>;
		kind: ReportTarget;
		target_id: number;
		owner_id: number;
		/** Title of the target at the latest report, signal or appeal. */
		title: string;
		state: 'open' | 'decided';
		opened_at: number;
		latest_at: number;
		/** Sum of the weights of the open reports, and 100 each for signals and for an appeal. Orders the queue. */
		weight: Generated<number>;
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
		/** Per cent to which the report counts (`weighReport`), and why not fully. */
		weight: Generated<number>;
		weight_reason: ReportWeightReason | null;
		/** Keyed hash of the network of the reporter (an IPv4 /24 or IPv6 /56). Null once the report is decided or old. */
		network: string | null;
	};
	flags: {
		id: Generated<number>;
		case_id: number;
		kind: ReportTarget;
		target_id: number;
		reason: SignalReason;
		/** The matched phrases, the name of the seller who has a similar picture, or what is the same as in a removed item. */
		note: string;
		other_ad_id: number | null;
		/** Decision that removed what the target resembles. Null for other signals, and if its owner was erased before. */
		decision_id: number | null;
		/** Removed item that the target resembles, which may be deleted. Null for other signals. */
		removed_item_id: number | null;
		/** Import of the ad, if it posted the ad. All signals about an import share one case. */
		import_id: number | null;
		state: 'open' | 'decided';
		created_at: number;
	};
	decisions: {
		id: Generated<number>;
		kind: DecisionKind;
		target_kind: ReportTarget;
		target_id: number;
		/** Title of the target at the time of the decision. */
		title: string;
		owner_id: number;
		reason: string;
		/** End of a suspension. Null for a permanent suspension and for other decisions. */
		until: number | null;
		created_at: number;
		lifted_at: number | null;
		appeal: string | null;
		appealed_at: number | null;
		outcome: 'upheld' | 'lifted' | null;
		answer: string | null;
	};
	/** What is remembered of an ad or post that a decision removed, or of a suspended account and its ads and posts. */
	removed_items: {
		id: Generated<number>;
		/** Null once the account is erased. */
		decision_id: number | null;
		/** 1 if the decision is a suspension, and its end, as `until` of the decision. */
		is_suspension: number;
		until: number | null;
		kind: 'ad' | 'post' | 'account';
		target_id: number;
		/** Null once the account is erased. */
		owner_id: number | null;
		/** JSON: the stored vectors of each picture, in base64 (`picture-vectors.ts`). */
		pictures: string;
		/** MinHash signature of the text; empty if the text is too short (`text-signature.ts`). */
		text_signature: string;
		created_at: number;
	};
	/** Index keys of removed items: of pictures 18 bits (`picture-hash-keys.ts`), of texts, numbers and browsers 48 bits of keyed hashes. */
	removed_item_keys: { key: number; item_id: number; part: RemovedPart };
	/** Ads and posts that detection has hidden until a moderator looks at them. One of the ids is null. */
	held_items: { ad_id: number | null; post_id: number | null };
	/** Index keys of picture hashes, four per picture of an ad. `picture-hash-keys.ts` explains the keys. */
	picture_hashes: { key: number; ad_id: number; owner_id: number; hash: string };
}

export type CaseRow = Selectable<ModerationTables['cases']>;
export type ReportRow = Selectable<ModerationTables['reports']>;
export type SignalRow = Selectable<ModerationTables['flags']>;
export type DecisionRow = Selectable<ModerationTables['decisions']>;
