import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import type { Decision, ReportCase } from '../../contract/moderation/moderation.ts';
import { dedupePagesBy, dedupePagesById } from '../data/items.ts';
import { adminListOptions, cursorPaging } from '../data/list-options.ts';
import { type AuditFilter, type CaseFilter, toAuditQueryParams, toCaseQueryParams } from './filter.ts';

/** Prefix of the keys of administrators' queries whose data a moderation decision changes. */
export const casesKey = ['moderation', 'cases'] as const;
export const caseListsKey = [...casesKey, 'list'] as const;

export function getCaseTargetKey({ target }: ReportCase): string {
	return `${target.kind} ${target.id}`;
}

/** Query for open moderation cases: those whose reports count most first, then the oldest. */
export function caseListQuery(api: Client, filter: CaseFilter) {
	return infiniteQueryOptions({
		...adminListOptions,
		queryKey: [...caseListsKey, filter],
		queryFn: ({ pageParam, signal }) =>
			api.listReports({ query: { ...toCaseQueryParams(filter), cursor: pageParam ?? undefined } }, { signal }),
		select: dedupePagesBy(getCaseTargetKey),
	});
}

export const auditKey = ['moderation', 'audit'] as const;

export function auditQuery(api: Client, filter: AuditFilter) {
	return infiniteQueryOptions({
		...adminListOptions,
		queryKey: [...auditKey, filter],
		queryFn: ({ pageParam, signal }) =>
			api.listAudit({ query: { ...toAuditQueryParams(filter), cursor: pageParam ?? undefined } }, { signal }),
		select: dedupePagesById,
	});
}

/** Moderation decision on the user's content, or on something that the user reported. */
export type MyDecision = Awaited<ReturnType<Client['listMyDecisions']>>['items'][number];

const myDecisionsKey = ['moderation', 'mine'] as const;

/** Query for moderation decisions on the logged-in account's content and reports, newest first. */
export function myDecisionsQuery(api: Client, accountId: number) {
	return infiniteQueryOptions({
		...cursorPaging,
		queryKey: [...myDecisionsKey, accountId],
		queryFn: ({ pageParam, signal }) =>
			api.listMyDecisions({ query: { ...(pageParam && { cursor: pageParam }) } }, { signal }),
		staleTime: 0,
	});
}

export function decisionQuery(api: Client, key: string) {
	return queryOptions({
		queryKey: ['moderation', 'decision', key],
		queryFn: ({ signal }): Promise<Decision> => api.getDecision({ params: { key } }, { signal }),
		staleTime: 0,
	});
}
