import { defineEvent } from '../core/events.ts';

/** Event: a buyer wrote or edited a review. Not emitted for sample content. */
export const reviewCreatedOrEdited = defineEvent<{
	reviewId: number;
	sellerId: number;
	buyerId: number;
	stars: number;
	isNew: boolean;
}>('reviews.written');

/** Event: a seller replied to a review or edited the reply. `buyerId` is null if the author's account is erased. */
export const reviewReplied = defineEvent<{
	reviewId: number;
	sellerId: number;
	buyerId: number | null;
	text: string;
	isNew: boolean;
}>('reviews.replied');
