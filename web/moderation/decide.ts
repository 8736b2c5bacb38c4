import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Client } from '../../contract/client.ts';
import type { Decision, ReportCase } from '../../contract/moderation.ts';
import type { Page } from '../../contract/page.ts';
import { useIdempotencyKey } from '../data/idempotency-key.ts';
import { useApi } from '../platform/api.ts';
import { isApiError } from '../platform/api-error.ts';
import { auditKey, caseListsKey, casesKey } from './queries.ts';

/** What is decided about a case. */
export type CaseDecision = Parameters<Client['decideReports']>[0]['body'];

/** What is answered to an appeal: the decision is taken back, or it stays. */
export interface AppealDecision {
	outcome: 'lifted' | 'upheld';
	reason: string;
}

/** Whether somebody else was faster: there is nothing left to decide. */
export function isAlreadyDecided(error: unknown): boolean {
	return isApiError(error) && (error.status === 409 || error.status === 404);
}

interface CloseHandlers {
	onDone: (decision: Decision) => void;
	/** Somebody else has decided it. */
	onAlreadyDecided: (error: Error) => void;
}

/** Decides a case. A repeat after a lost answer is the same decision. */
export function useDecideCase(item: ReportCase, closing: CloseHandlers) {
	const api = useApi();
	const { getKey } = useIdempotencyKey();
	return useMutation({
		mutationFn: (body: CaseDecision) =>
			api.decideReports({ params: { id: String(item.id) }, body }, { idempotencyKey: getKey(body) }),
		...useCloseCase(item, closing),
	});
}

/** Answers a case's open appeal. */
export function useAnswerAppeal(item: ReportCase, closing: CloseHandlers) {
	const api = useApi();
	const { getKey } = useIdempotencyKey();
	return useMutation({
		mutationFn: ({ outcome, reason }: AppealDecision) => {
			const call = outcome === 'lifted' ? api.liftDecision : api.upholdDecision;
			const params = { id: String(item.appeal?.id) };
			return call({ params, body: { reason } }, { idempotencyKey: getKey({ outcome, reason }) });
		},
		...useCloseCase(item, closing),
	});
}

/** Takes back a decision, by its id, that had been left to stand. */
export function useLiftDecision(id: number) {
	const api = useApi();
	const queryClient = useQueryClient();
	const { getKey } = useIdempotencyKey();
	return useMutation({
		mutationFn: (reason: string) =>
			api.liftDecision({ params: { id: String(id) }, body: { reason } }, { idempotencyKey: getKey(reason) }),
		onSuccess: () => {
			void queryClient.invalidateQueries({ queryKey: casesKey });
			return queryClient.invalidateQueries({ queryKey: auditKey });
		},
	});
}

type Cases = InfiniteData<Page<ReportCase>, string | null>;

/** Takes a case out of every list as soon as it is decided; where something about it is still open, it comes back. */
function useCloseCase({ target }: ReportCase, { onDone, onAlreadyDecided }: CloseHandlers) {
	const queryClient = useQueryClient();

	function close() {
		queryClient.setQueriesData<Cases>({ queryKey: caseListsKey }, (data) => data && withoutTarget(data, target));
		void queryClient.invalidateQueries({ queryKey: casesKey });
	}

	return {
		// First the caller, who leads the focus on while the case still stands.
		onSuccess: (decision: Decision) => {
			onDone(decision);
			close();
		},
		onError: (error: Error) => {
			if (!isAlreadyDecided(error)) return;
			onAlreadyDecided(error);
			close();
		},
	};
}

function withoutTarget(data: Cases, { kind, id }: ReportCase['target']): Cases {
	const pages = data.pages.map((page) => ({
		...page,
		items: page.items.filter(({ target }) => target.kind !== kind || target.id !== id),
	}));
	return { ...data, pages };
}
