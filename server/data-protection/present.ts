import type { Person } from '../../contract/accounts/accounts.ts';
import type { Breach, LegalRequest, LegalRequestListItem } from '../../contract/data-protection/data-protection.ts';
import { dataProtectionLimits } from '../../contract/data-protection/data-protection-limits.ts';
import { toIsoTime } from '../core/clock.ts';
import type { BreachRow, CountedNotice, LegalRequestRow } from './tables.ts';

/** Presents a legal request to whoever has its code: without the name, the address and the text. */
export function presentRequest(row: LegalRequestRow): LegalRequest {
	return {
		code: row.code,
		kind: row.kind,
		state: row.state,
		created_at: toIsoTime(row.created_at),
		due_at: toIsoTime(row.due_at),
		answered_at: toIsoTime(row.answered_at),
		answer: row.answer,
	};
}

export function presentListItem(row: LegalRequestRow, account: Person | null): LegalRequestListItem {
	const { id, name, email, text, url, is_proven } = row;
	return { ...presentRequest(row), id, name, email, text, url, account, proven: account !== null && is_proven === 1 };
}

export function presentBreach(
	row: BreachRow,
	counts: Pick<Breach, 'accounts' | 'unnotified'>,
	notices: readonly CountedNotice[],
): Breach {
	const { id, title, facts, data, measures, risk } = row;
	return {
		...{ id, title, facts, data, measures, risk, ...counts },
		notices: notices.map(({ text, accounts, listed, mailed, unmailed, created_at }) => ({
			...{ text, accounts, mailed, unmailed, waiting: listed - mailed - unmailed },
			created_at: toIsoTime(created_at),
		})),
		noticed_at: toIsoTime(row.noticed_at),
		due_at: toIsoTime(row.noticed_at + dataProtectionLimits.breachPeriod),
		commission_notified_at: toIsoTime(row.commission_notified_at),
		people_notified_at: toIsoTime(row.people_notified_at),
		closed_at: toIsoTime(row.closed_at),
		created_at: toIsoTime(row.created_at),
	};
}
