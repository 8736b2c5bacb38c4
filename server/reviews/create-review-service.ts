import { createReviewFinder, createReviewPresenter } from './find-reviews.ts';
import { createReviewModeration } from './moderate-reviews.ts';
import type { ReviewService, ReviewServiceDeps } from './reviews.ts';
import * as store from './store.ts';
import { createReviewWriting } from './write-review.ts';

export function createReviewService(deps: ReviewServiceDeps): ReviewService {
	const presenter = createReviewPresenter(deps);
	return {
		...createReviewWriting(deps, presenter),
		...createReviewModeration(deps),
		...createReviewFinder(deps, presenter),
		clearAdTitle: store.clearAdTitle,
	};
}
