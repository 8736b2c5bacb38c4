export { reviewCreatedOrEdited, reviewReplied } from './events.ts';
export { createReviewsModule } from './module.ts';
export type { ReviewPart, ReviewService } from './reviews.ts';
