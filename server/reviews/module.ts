import type { Platform } from '../platform.ts';
import { createReviewPersonalData } from './personal-data.ts';
import { createReviewService, type ReviewServiceDeps } from './reviews.ts';
import { createReviewRoutes } from './routes.ts';

export function createReviewsModule(deps: Platform & ReviewServiceDeps) {
	const reviews = createReviewService(deps);
	return {
		service: reviews,
		routes: createReviewRoutes(reviews),
		personalData: [createReviewPersonalData(reviews)],
	};
}
