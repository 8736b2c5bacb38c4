import type { Person } from '../../contract/accounts/accounts.ts';
import type { Review } from '../../contract/reviews/reviews.ts';
import { toIsoTime } from '../core/clock.ts';
import type { ReviewRow } from './tables.ts';

/** `ad` is null if the ad is hidden or deleted. Its title is then not shown. */
export function presentReview(
	row: ReviewRow,
	author: Person | null,
	ad: { id: number; title: string; path: string } | null,
): Review {
	const { reply, reply_created_at, reply_edited_at } = row;
	return {
		id: row.id,
		stars: row.stars,
		text: row.text,
		author,
		ad: ad ? { id: ad.id, title: ad.title, path: ad.path } : { id: null, title: '', path: null },
		reply:
			reply === null || reply_created_at === null || row.reply_hidden_at !== null
				? null
				: { text: reply, created_at: toIsoTime(reply_created_at), edited_at: toIsoTime(reply_edited_at) },
		created_at: toIsoTime(row.created_at),
		edited_at: toIsoTime(row.edited_at),
	};
}
