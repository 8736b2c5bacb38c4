import {
	type ReportReason,
	type ReportTarget,
	reportReasons,
	reportTargets,
	type SignalReason,
	signalReasons,
} from '../../contract/moderation.ts';
import { readTextParam, toSearchString } from '../data/url-params.ts';

export interface CaseFilter {
	kind: ReportTarget | null;
	reason: ReportReason | SignalReason | null;
	/** Only those with an open appeal. */
	appeals: boolean;
}

export const emptyCaseFilter: CaseFilter = { kind: null, reason: null, appeals: false };

/** All reasons, in the order of the select. */
export const caseReasons = [...reportReasons, ...signalReasons] as const;

/** Parses the query parameters and ignores invalid ones. */
export function parseCaseFilter(params: URLSearchParams): CaseFilter {
	return {
		kind: reportTargets.find((kind) => kind === params.get('kind')) ?? null,
		reason: caseReasons.find((reason) => reason === params.get('reason')) ?? null,
		appeals: params.get('appeals') === 'true',
	};
}

/** Converts the filter to query parameters and omits unset ones. */
export function toCaseQuery({ kind, reason, appeals }: CaseFilter) {
	return { ...(kind && { kind }), ...(reason && { reason }), ...(appeals && { appeals: 'true' }) };
}

export interface AuditFilter {
	/** A prefix of the action's name. */
	action: string;
	userName: string;
}

/** Parses the query parameters and ignores invalid ones. */
export function parseAuditFilter(params: URLSearchParams): AuditFilter {
	return {
		action: readTextParam(params, 'action', 60),
		userName: readTextParam(params, 'user_name', 100).replace(/^@/, ''),
	};
}

/** Converts the filter to query parameters and omits unset ones. */
export function toAuditQuery({ action, userName }: AuditFilter) {
	return { ...(action !== '' && { action }), ...(userName !== '' && { user_name: userName }) };
}

/** Path of the administrators' queue with this filter. */
export function casesPath(filter: CaseFilter): string {
	return `/dashboard/admin/reports${toSearchString(toCaseQuery(filter))}`;
}

/** Path of the audit log with this filter. */
export function auditPath(filter: AuditFilter): string {
	return `/dashboard/admin/audit${toSearchString(toAuditQuery(filter))}`;
}
