import {
	type ReportReason,
	type ReportTarget,
	reportReasons,
	reportTargets,
	type SignalReason,
	signalReasons,
} from '../../contract/moderation.ts';
import { searchOf, textIn } from '../data/address.ts';

/** Which cases an administrator looks at. */
export interface CaseFilter {
	kind: ReportTarget | null;
	reason: ReportReason | SignalReason | null;
	/** Only those with an open appeal. */
	appeals: boolean;
}

/** No filter at all. */
export const everyCase: CaseFilter = { kind: null, reason: null, appeals: false };

/** Why a case can be there, in the order in which people choose. */
export const caseReasons = [...reportReasons, ...signalReasons] as const;

/** Reads an address forgivingly: what it does not understand is left away. */
export function caseFilterIn(params: URLSearchParams): CaseFilter {
	return {
		kind: reportTargets.find((kind) => kind === params.get('kind')) ?? null,
		reason: caseReasons.find((reason) => reason === params.get('reason')) ?? null,
		appeals: params.get('appeals') === 'true',
	};
}

/** The filter as the API and the address write it: what is not set is left away. */
export function caseQueryOf({ kind, reason, appeals }: CaseFilter) {
	return { ...(kind && { kind }), ...(reason && { reason }), ...(appeals && { appeals: 'true' }) };
}

/** Which entries of the audit log an administrator looks at. */
export interface AuditFilter {
	/** How the action's name begins. */
	action: string;
	userName: string;
}

/** Reads an address forgivingly, as `caseFilterIn` does. */
export function auditFilterIn(params: URLSearchParams): AuditFilter {
	return { action: textIn(params, 'action', 60), userName: textIn(params, 'user_name', 100).replace(/^@/, '') };
}

/** The filter as the API and the address write it. */
export function auditQueryOf({ action, userName }: AuditFilter) {
	return { ...(action !== '' && { action }), ...(userName !== '' && { user_name: userName }) };
}

/** Path of the administrators' queue, as it is filtered. */
export function casesPath(filter: CaseFilter): string {
	return `/dashboard/admin/reports${searchOf(caseQueryOf(filter))}`;
}

/** Path of the audit log, as it is filtered. */
export function auditPath(filter: AuditFilter): string {
	return `/dashboard/admin/audit${searchOf(auditQueryOf(filter))}`;
}
