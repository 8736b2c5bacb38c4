import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { VerificationDecision } from '../../contract/verification/verification.ts';
import { isAlreadyDecided } from '../data/decision-choice.tsx';
import { useIdempotencyKey } from '../data/idempotency-key.ts';
import { useApi } from '../platform/api.ts';
import { verificationRequestsKey } from './queries.ts';

/** Decides a request to verify a business. A retry uses the same idempotency key. `onClosed` runs before the request leaves the list. */
export function useDecideVerification(
	id: number,
	{ onClosed }: { onClosed: (decision: VerificationDecision | null, error: Error | null) => void },
) {
	const api = useApi();
	const queryClient = useQueryClient();
	const { getKey } = useIdempotencyKey();
	const refresh = () => queryClient.invalidateQueries({ queryKey: verificationRequestsKey });
	return useMutation({
		mutationFn: (body: { decision: VerificationDecision; reason: string }) =>
			api.decideVerificationRequest({ params: { id: String(id) }, body }, { idempotencyKey: getKey(body) }),
		onSuccess: (_, { decision }) => {
			onClosed(decision, null);
			return refresh();
		},
		onError: (error) => {
			if (!isAlreadyDecided(error)) return;
			onClosed(null, error);
			void refresh();
		},
	});
}
