import type { CursorPage } from '../../contract/core/page.ts';
import type { FeedItem } from '../../contract/feed/feed.ts';
import type { AdService } from '../ads/index.ts';
import { decodeCursor, encodeCursor, type PageQuery } from '../core/cursor.ts';
import type { PostService } from '../posts/index.ts';

/** Upper bound of the ids on a first page, which has no cursor. */
const maxId = Number.MAX_SAFE_INTEGER;

/**
 * Lists a page of a seller's picture ads and posts, newest first. Merges two index scans by creation time. The cursor holds a position in
 * each scan, so that items with equal times appear once. Throws `invalid` for a malformed cursor.
 */
export async function listSellerPosts(
	{ ads, posts }: { ads: AdService; posts: PostService },
	sellerId: number,
	{ limit, cursor }: PageQuery,
): Promise<CursorPage<FeedItem>> {
	let [belowAd = maxId, belowPost = maxId] = decodeCursor(cursor, 2) ?? [];
	const adPage = await ads.listPublished(sellerId, 'image', { limit, cursor: encodeCursor([belowAd]) });
	const postPage = await posts.listPublished(sellerId, { limit, cursor: encodeCursor([belowPost]) });
	const queues = { ads: [...adPage.items], posts: [...postPage.items] };
	const items: FeedItem[] = [];
	while (items.length < limit) {
		const [ad] = queues.ads;
		const [post] = queues.posts;
		if (ad && (!post || ad.created_at >= post.created_at)) {
			items.push({ type: 'ad', ad });
			belowAd = ad.id;
			queues.ads.shift();
		} else if (post) {
			items.push({ type: 'post', post });
			belowPost = post.id;
			queues.posts.shift();
		} else break;
	}
	const hasNextPage = adPage.next_cursor !== null || postPage.next_cursor !== null;
	const hasMore = hasNextPage || queues.ads.length > 0 || queues.posts.length > 0;
	return { items, next_cursor: hasMore ? encodeCursor([belowAd, belowPost]) : null };
}
