import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useIdempotencyKey } from '../data/idempotency-key.ts';
import { useApi } from '../platform/api.ts';

export interface ReviewFields {
	stars: number;
	text: string;
}

/** Refetches the lists of reviews, and the account's own review. `onChanged` refetches what else shows the seller's rating. */
function useRefetchReviews(onChanged: () => unknown) {
	const queryClient = useQueryClient();
	return async () => {
		await Promise.all([
			queryClient.invalidateQueries({ queryKey: ['reviews'] }),
			queryClient.invalidateQueries({ queryKey: ['ad-review'] }),
			onChanged(),
		]);
	};
}

/** Saves the account's review: adds it for an ad, or updates the review with an id. */
export function useSaveReview(review: { adId: number } | { id: number }, onChanged: () => unknown) {
	const api = useApi();
	const refetch = useRefetchReviews(onChanged);
	const idempotency = useIdempotencyKey();
	return useMutation({
		mutationFn: (body: ReviewFields) =>
			'id' in review
				? api.updateReview({ params: { id: String(review.id) }, body })
				: api.createReview({ params: { id: String(review.adId) }, body }, { idempotencyKey: idempotency.getKey(body) }),
		onSuccess: () => {
			idempotency.reset();
			return refetch();
		},
	});
}

export function useDeleteReview(id: number, onChanged: () => unknown) {
	const api = useApi();
	const refetch = useRefetchReviews(onChanged);
	return useMutation({
		mutationFn: () => api.deleteReview({ params: { id: String(id) } }),
		onSuccess: refetch,
	});
}

/** Saves the seller's reply to a review. An empty text deletes the reply. */
export function useReplyToReview(id: number) {
	const api = useApi();
	const refetch = useRefetchReviews(() => {});
	const params = { id: String(id) };
	return useMutation({
		mutationFn: async (text: string) => {
			if (text === '') await api.deleteReviewReply({ params });
			else await api.replyToReview({ params, body: { text } });
		},
		onSuccess: refetch,
	});
}
