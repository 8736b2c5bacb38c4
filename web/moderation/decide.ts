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
export interface AppealAnswer {
	outcome: 'lifted' | 'upheld';
	reason: string;
}

/** Whether somebody else was faster: there is nothing left to decide. */
export function wasFirst(error: unknown): boolean {
	return isApiError(error) && (error.status === 409 || error.status === 404);
}

interface Closing {
	onDone: (decision: Decision) => void;
	/** Somebody else has decided it. */
	onLate: (error: Error) => void;
}

/** Decides a case. A repeat after a lost answer is the same decision. */
export function useDecide(item: ReportCase, closing: Closing) {
	const api = useApi();
	const { keyFor } = useIdempotencyKey();
	return useMutation({
		mutationFn: (body: CaseDecision) =>
			api.decideReports({ params: { id: String(item.id) }, body }, { idempotencyKey: keyFor(body) }),
		...useClosing(item, closing),
	});
}

/** Answers a case's open appeal. */
export function useAnswerAppeal(item: ReportCase, closing: Closing) {
	const api = useApi();
	const { keyFor } = useIdempotencyKey();
	return useMutation({
		mutationFn: ({ outcome, reason }: AppealAnswer) => {
			const call = outcome === 'lifted' ? api.liftDecision : api.upholdDecision;
			const params = { id: String(item.appeal?.id) };
			return call({ params, body: { reason } }, { idempotencyKey: keyFor({ outcome, reason }) });
		},
		...useClosing(item, closing),
	});
}

/** Takes back a decision, by its id, that had been left to stand. */
export function useTakeBack(id: number) {
	const api = useApi();
	const queries = useQueryClient();
	const { keyFor } = useIdempotencyKey();
	return useMutation({
		mutationFn: (reason: string) =>
			api.liftDecision({ params: { id: String(id) }, body: { reason } }, { idempotencyKey: keyFor(reason) }),
		onSuccess: () => {
			void queries.invalidateQueries({ queryKey: casesKey });
			return queries.invalidateQueries({ queryKey: auditKey });
		},
	});
}

type Cases = InfiniteData<Page<ReportCase>, string | null>;

/** Takes a case out of every list as soon as it is decided; where something about it is still open, it comes back. */
function useClosing({ target }: ReportCase, { onDone, onLate }: Closing) {
	const queries = useQueryClient();

	function close() {
		queries.setQueriesData<Cases>({ queryKey: caseListsKey }, (data) => data && withoutTarget(data, target));
		void queries.invalidateQueries({ queryKey: casesKey });
	}

	return {
		// First the caller, who leads the focus on while the case still stands.
		onSuccess: (decision: Decision) => {
			onDone(decision);
			close();
		},
		onError: (error: Error) => {
			if (!wasFirst(error)) return;
			onLate(error);
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
