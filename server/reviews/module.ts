import type { Platform } from '../platform.ts';
import { createReviewService } from './create-review-service.ts';
import { createReviewPersonalData } from './personal-data.ts';
import type { ReviewServiceDeps } from './reviews.ts';
import { createReviewRoutes } from './routes.ts';

export function createReviewsModule(deps: Platform & ReviewServiceDeps) {
	const reviews = createReviewService(deps);
	return {
		service: reviews,
		routes: createReviewRoutes({ db: deps.db, reviews }),
		personalData: [createReviewPersonalData(reviews)],
	};
}
