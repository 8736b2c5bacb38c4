export { reviewCreatedOrEdited, reviewReplied } from './events.ts';
export { createReviewsModule } from './module.ts';
export { authorizeReviewedSeller } from './policy.ts';
export { addReview } from './rating.ts';
export type { ReviewPart, ReviewService } from './reviews.ts';
export { setReply } from './store.ts';
