import type { FeedItem } from '../../contract/feed.ts';
import type { Page } from '../../contract/page.ts';
import type { Ads } from '../ads/index.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import type { Posts } from '../posts/index.ts';

/** A row above which there is none. */
const aboveAll = Number.MAX_SAFE_INTEGER;

/**
 * A page of a seller's picture ads and posts, newest first: two walks, each along its own index, merged by when they were posted.
 * The cursor is how far each has come, so that every item comes once whatever their times. Throws `invalid` for one that is not ours.
 */
export async function listSellerPosts(
	{ ads, posts }: { ads: Ads; posts: Posts },
	sellerId: number,
	{ limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<FeedItem>> {
	let [belowAd = aboveAll, belowPost = aboveAll] = decodeCursor(cursor, 2) ?? [];
	const adPage = await ads.listPublished(sellerId, 'image', { limit, cursor: encodeCursor([belowAd]) });
	const postPage = await posts.listPublished(sellerId, { limit, cursor: encodeCursor([belowPost]) });
	const waiting = { ads: [...adPage.items], posts: [...postPage.items] };
	const items: FeedItem[] = [];
	while (items.length < limit) {
		const [ad] = waiting.ads;
		const [post] = waiting.posts;
		if (ad && (!post || ad.created_at >= post.created_at)) {
			items.push({ type: 'ad', ad });
			belowAd = ad.id;
			waiting.ads.shift();
		} else if (post) {
			items.push({ type: 'post', post });
			belowPost = post.id;
			waiting.posts.shift();
		} else break;
	}
	const beyond = adPage.next_cursor !== null || postPage.next_cursor !== null;
	const more = beyond || waiting.ads.length > 0 || waiting.posts.length > 0;
	return { items, next_cursor: more ? encodeCursor([belowAd, belowPost]) : null };
}
