import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import type { Decision, ReportCase } from '../../contract/moderation/moderation.ts';
import { isAlreadyDecided } from '../data/decision-choice.tsx';
import { useIdempotencyKey } from '../data/idempotency-key.ts';
import { useApi } from '../platform/api.ts';
import { auditKey, caseListsKey, casesKey } from './queries.ts';

export type CaseDecision = Parameters<Client['decideReports']>[0]['body'];

export interface AppealDecision {
	outcome: 'lifted' | 'upheld';
	reason: string;
}

interface CloseHandlers {
	onDone: (decision: Decision) => void;
	onAlreadyDecided: (error: Error) => void;
}

/** Decides a moderation case. A retry uses the same idempotency key. */
export function useDecideCase(item: ReportCase, closing: CloseHandlers) {
	const api = useApi();
	const { getKey } = useIdempotencyKey();
	return useMutation({
		mutationFn: (body: CaseDecision) =>
			api.decideReports({ params: { id: String(item.id) }, body }, { idempotencyKey: getKey(body) }),
		...useCloseCase(item, closing),
	});
}

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

/** Lifts a moderation decision, even if an appeal against it was rejected. */
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

type Cases = InfiniteData<CursorPage<ReportCase>, string | null>;

/** Callbacks of a mutation that removes a decided case from all lists. The refetch restores a case that is still partly open. */
function useCloseCase({ target }: ReportCase, { onDone, onAlreadyDecided }: CloseHandlers) {
	const queryClient = useQueryClient();

	function close() {
		queryClient.setQueriesData<Cases>({ queryKey: caseListsKey }, (data) => data && withoutTarget(data, target));
		void queryClient.invalidateQueries({ queryKey: casesKey });
	}

	return {
		// `onDone` runs first, because it moves the focus while the case is still rendered.
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
