import type { Review } from '../../contract/reviews/reviews.ts';
import { makePerson } from './posts.ts';

/** Makes a review by another account. */
export function makeReview(id: number, overrides: Partial<Review> = {}): Review {
	return {
		id,
		stars: 4,
		text: 'Honest seller.',
		author: makePerson(8, 'bisi'),
		ad: { id: 5, title: 'Iron', path: '/feed/5/iron' },
		reply: null,
		created_at: '2026-11-01T09:00:00.000Z',
		edited_at: null,
		...overrides,
	};
}
