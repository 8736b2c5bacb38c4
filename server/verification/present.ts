import type { Person } from '../../contract/accounts/accounts.ts';
import type {
	DocumentPicture,
	VerificationRequest,
	VerificationRequestDetail,
	VerificationRequestListItem,
} from '../../contract/verification/verification.ts';
import { toIsoTime } from '../core/clock.ts';
import type { BusinessVerificationRow } from './tables.ts';

export function presentRequest(row: BusinessVerificationRow): VerificationRequest {
	return {
		id: row.id,
		business_name: row.business_name,
		document: row.document,
		state: row.state,
		reason: row.reason,
		created_at: toIsoTime(row.created_at),
		decided_at: toIsoTime(row.decided_at),
	};
}

export interface RequestContext {
	account: Person;
	accountCreatedAt: number;
	/** Number of pictures. */
	documents: number;
}

export function presentListItem(
	row: BusinessVerificationRow,
	{ account, accountCreatedAt, documents }: RequestContext,
): VerificationRequestListItem {
	return {
		...presentRequest(row),
		account: { ...account, created_at: toIsoTime(accountCreatedAt) },
		documents,
	};
}

export function presentDetail(
	item: VerificationRequestListItem,
	pictures: readonly DocumentPicture[],
	others: readonly BusinessVerificationRow[],
): VerificationRequestDetail {
	return { ...item, pictures: [...pictures], others: others.map(presentRequest) };
}
