import type { Generated } from 'kysely';
import type { ReportReason, ReportTarget } from '../../contract/moderation.ts';

export interface ReportTables {
	reports: {
		id: Generated<number>;
		/** Who reports. */
		account_id: number;
		kind: ReportTarget;
		target_id: number;
		/** Whose it is. */
		owner_id: number;
		reason: ReportReason;
		note: string;
		state: 'open';
		created_at: number;
	};
}
