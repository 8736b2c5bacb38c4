import type { ReportWeightReason } from '../../contract/moderation/moderation.ts';

/** Weight of a report that counts fully. */
export const fullWeight = 100;
/** Weight of the open reports about an account and its content from which customers are warned: three that count fully. */
export const cautionWeight = 3 * fullWeight;
/** Age in milliseconds from which the reports of an account count. */
const minAccountAge = 7 * 86_400_000;
/** Reports that count less than this count nothing. */
const minWeight = 25;

export interface Reporter {
	isEmailVerified: boolean;
	/** Age of the account in milliseconds. */
	age: number;
	/** Whether the account has another open report about the same seller. */
	hasReported: boolean;
	/** Whether a report about the same seller counts whose author shares a network or browser with this account. */
	isRelated: boolean;
	/** Numbers of recent decisions on reports of the account: dismissals, and decisions that agreed with it and are in force. */
	dismissed: number;
	upheld: number;
}

/** Computes to how many per cent a report counts, and why not fully. Each dismissal beyond the upheld reports halves the weight. */
export function weighReport(reporter: Reporter): { weight: number; weight_reason: ReportWeightReason | null } {
	const nothing = (weight_reason: ReportWeightReason) => ({ weight: 0, weight_reason });
	if (reporter.hasReported) return nothing('repeated');
	if (!reporter.isEmailVerified) return nothing('unconfirmed');
	if (reporter.age < minAccountAge) return nothing('new');
	if (reporter.isRelated) return nothing('related');
	const wrong = Math.max(0, reporter.dismissed - reporter.upheld);
	if (wrong === 0) return { weight: fullWeight, weight_reason: null };
	const weight = Math.floor(fullWeight / 2 ** wrong);
	return { weight: weight < minWeight ? 0 : weight, weight_reason: 'dismissed' };
}
