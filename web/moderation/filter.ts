import {
	type ReportReason,
	type ReportTarget,
	reportReasons,
	reportTargets,
	type SignalReason,
	signalReasons,
} from '../../contract/moderation/moderation.ts';
import { readTextParam, toSearchString } from '../data/url-params.ts';

export interface CaseFilter {
	kind: ReportTarget | null;
	reason: ReportReason | SignalReason | null;
	/** If true, only cases with an open appeal match. */
	appeals: boolean;
}

export const emptyCaseFilter: CaseFilter = { kind: null, reason: null, appeals: false };

export const caseReasons = [...reportReasons, ...signalReasons] as const;

export function parseCaseFilter(params: URLSearchParams): CaseFilter {
	return {
		kind: reportTargets.find((kind) => kind === params.get('kind')) ?? null,
		reason: caseReasons.find((reason) => reason === params.get('reason')) ?? null,
		appeals: params.get('appeals') === 'true',
	};
}

export function toCaseQueryParams({ kind, reason, appeals }: CaseFilter) {
	return { ...(kind && { kind }), ...(reason && { reason }), ...(appeals && { appeals: 'true' }) };
}

export interface AuditFilter {
	/** Prefix of the names of the audit actions to list. */
	action: string;
	userName: string;
}

export function parseAuditFilter(params: URLSearchParams): AuditFilter {
	return {
		action: readTextParam(params, 'action', 60),
		userName: readTextParam(params, 'user_name', 100).replace(/^@/, ''),
	};
}

export function toAuditQueryParams({ action, userName }: AuditFilter) {
	return { ...(action !== '' && { action }), ...(userName !== '' && { user_name: userName }) };
}

export function casesPath(filter: CaseFilter): string {
	return `/dashboard/admin/reports${toSearchString(toCaseQueryParams(filter))}`;
}

export function auditPath(filter: AuditFilter): string {
	return `/dashboard/admin/audit${toSearchString(toAuditQueryParams(filter))}`;
}
