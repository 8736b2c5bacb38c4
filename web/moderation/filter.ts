import {
	type ReportReason,
	type ReportTarget,
	reportReasons,
	reportTargets,
	type SignalReason,
	signalReasons,
} from '../../contract/moderation.ts';
import { readTextParam, toSearchString } from '../data/url-params.ts';

/** Which cases an administrator looks at. */
export interface CaseFilter {
	kind: ReportTarget | null;
	reason: ReportReason | SignalReason | null;
	/** Only those with an open appeal. */
	appeals: boolean;
}

/** No filter at all. */
export const emptyCaseFilter: CaseFilter = { kind: null, reason: null, appeals: false };

/** Why a case can be there, in the order in which people choose. */
export const caseReasons = [...reportReasons, ...signalReasons] as const;

/** Reads an address forgivingly: what it does not understand is left away. */
export function parseCaseFilter(params: URLSearchParams): CaseFilter {
	return {
		kind: reportTargets.find((kind) => kind === params.get('kind')) ?? null,
		reason: caseReasons.find((reason) => reason === params.get('reason')) ?? null,
		appeals: params.get('appeals') === 'true',
	};
}

/** The filter as the API and the address write it: what is not set is left away. */
export function toCaseQuery({ kind, reason, appeals }: CaseFilter) {
	return { ...(kind && { kind }), ...(reason && { reason }), ...(appeals && { appeals: 'true' }) };
}

/** Which entries of the audit log an administrator looks at. */
export interface AuditFilter {
	/** How the action's name begins. */
	action: string;
	userName: string;
}

/** Reads an address forgivingly, as `parseCaseFilter` does. */
export function parseAuditFilter(params: URLSearchParams): AuditFilter {
	return {
		action: readTextParam(params, 'action', 60),
		userName: readTextParam(params, 'user_name', 100).replace(/^@/, ''),
	};
}

/** The filter as the API and the address write it. */
export function toAuditQuery({ action, userName }: AuditFilter) {
	return { ...(action !== '' && { action }), ...(userName !== '' && { user_name: userName }) };
}

/** Path of the administrators' queue, as it is filtered. */
export function casesPath(filter: CaseFilter): string {
	return `/dashboard/admin/reports${toSearchString(toCaseQuery(filter))}`;
}

/** Path of the audit log, as it is filtered. */
export function auditPath(filter: AuditFilter): string {
	return `/dashboard/admin/audit${toSearchString(toAuditQuery(filter))}`;
}
