import { type AuditFilter, auditQueryOf, type CaseFilter, caseQueryOf } from './filter.ts';

/** Path of the administrators' queue, as it is filtered. */
export function casesPath(filter: CaseFilter): string {
	return withQuery('/dashboard/admin/reports', caseQueryOf(filter));
}

/** Path of the audit log, as it is filtered. */
export function auditPath(filter: AuditFilter): string {
	return withQuery('/dashboard/admin/audit', auditQueryOf(filter));
}

function withQuery(path: string, query: Record<string, string>): string {
	const params = new URLSearchParams(query);
	return params.size > 0 ? `${path}?${params}` : path;
}
