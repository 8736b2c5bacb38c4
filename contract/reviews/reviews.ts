import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { personSchema } from '../accounts/accounts.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { createTextSchema, idParamSchema, idSchema, timeSchema } from '../core/fields.ts';
import { createCursorPageSchema, paginationQueryShape } from '../core/page.ts';
import * as reviewLimits from './limits.ts';

const starsSchema = z
	.int(validationText.starsMissing)
	.min(1, validationText.starsMissing)
	.max(5, validationText.starsMissing);

/** Ad about which the buyer got in touch. `title` is a copy, because the ad may be deleted; `path` is null if the ad has no page. */
export const reviewedAdSchema = z.strictObject({
	id: idSchema.nullable(),
	title: z.string(),
	path: z.string().nullable(),
});

/** Seller's answer to a review. */
export const reviewReplySchema = z.strictObject({
	text: z.string(),
	created_at: timeSchema,
	edited_at: timeSchema.nullable(),
});

/** Buyer's review of a seller after contact about an ad. */
export const reviewSchema = z.strictObject({
	id: idSchema,
	stars: starsSchema,
	/** May be empty. */
	text: z.string(),
	/** Null if the author deleted the account: the stars stay, the name and the text go. */
	author: personSchema.nullable(),
	ad: reviewedAdSchema,
	reply: reviewReplySchema.nullable(),
	created_at: timeSchema,
	edited_at: timeSchema.nullable(),
});
export type Review = z.infer<typeof reviewSchema>;

const reviewParamsSchema = z.strictObject({ id: idParamSchema });
const adParamsSchema = z.strictObject({ id: idParamSchema });
const textSchema = createTextSchema({ max: reviewLimits.review.max });

export const createReview = defineEndpoint('createReview', {
	summary: 'Review the seller of an ad, once per ad, from an hour after your first contact about it',
	params: adParamsSchema,
	body: z.strictObject({ stars: starsSchema, text: textSchema.default('') }),
	responses: { 201: reviewSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
	idempotent: true,
});

/** What the caller may do about the seller of an ad. */
export const adReviewSchema = z.strictObject({
	/** True if the caller can write a review now. */
	can_review: z.boolean(),
	/** Time from which the caller can review; null without a contact in the last 90 days, for an own ad, and after a review. */
	can_review_from: timeSchema.nullable(),
	/** The caller's own review. `hidden` is true if an administrator has hidden it. */
	review: reviewSchema.extend({ hidden: z.boolean() }).nullable(),
});
export type AdReview = z.infer<typeof adReviewSchema>;

export const getAdReview = defineEndpoint('getAdReview', {
	summary: 'Get your review of the seller of an ad, or whether and when you can write one',
	params: adParamsSchema,
	responses: { 200: adReviewSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const listUserReviews = defineEndpoint('listUserReviews', {
	summary: 'List the reviews of a seller, newest first',
	params: z.strictObject({ user_name: z.string().max(100) }),
	query: z.strictObject(paginationQueryShape),
	responses: { 200: createCursorPageSchema(reviewSchema).extend({ seller: personSchema }) },
	errors: ['not_found'],
});

export const updateReview = defineEndpoint('updateReview', {
	summary: 'Update your review; omitted fields stay unchanged',
	params: reviewParamsSchema,
	body: z.strictObject({ stars: starsSchema, text: textSchema }).partial(),
	responses: { 200: reviewSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const deleteReview = defineEndpoint('deleteReview', {
	summary: 'Delete your review with its reply',
	params: reviewParamsSchema,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const replyToReview = defineEndpoint('replyToReview', {
	summary: 'Reply to a review of you, or update your reply: a review has at most one',
	params: reviewParamsSchema,
	body: z.strictObject({
		text: createTextSchema({ max: reviewLimits.reviewReply.max, missing: validationText.replyMissing }),
	}),
	responses: { 200: reviewSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});

export const deleteReviewReply = defineEndpoint('deleteReviewReply', {
	summary: 'Delete your reply to a review',
	params: reviewParamsSchema,
	responses: { 204: null },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});
