import type { ResponseOf } from '../../contract/core/endpoint.ts';
import type { listSuggestedSellers } from '../../contract/feed/feed.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { Database } from '../database/index.ts';
import type { PostService } from '../posts/index.ts';

/** Number of suggested sellers. `sampleSize` is the number of ads, and of posts, whose sellers are considered. */
const maxSellers = 6;
const sampleSize = 50;

/** Suggests the sellers of trending ads and the authors of new posts, most followers that count in rankings first. */
export async function suggestSellers({
	db,
	accounts,
	ads,
	posts,
}: {
	db: Database;
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
}): Promise<ResponseOf<typeof listSuggestedSellers>> {
	const trending = await ads.listTrending({}, { limit: sampleSize });
	const newest = await posts.list({}, { limit: sampleSize });
	const sellerIds = new Set([
		...trending.items.map((ad) => ad.seller.id),
		...newest.items.map((post) => post.author.id),
	]);
	const profiles = await accounts.findVisibleProfiles(db, sellerIds);
	const ranked = await accounts.findRankedFollowers(db, profiles.keys());
	const sellers = [...sellerIds].flatMap((id) => profiles.get(id) ?? []);
	return {
		items: sellers
			.sort((a, b) => (ranked.get(b.id) ?? 0) - (ranked.get(a.id) ?? 0))
			.slice(0, maxSellers)
			.map(({ id, user_name, display_name, user_image, place, followers }) => ({
				id,
				user_name,
				display_name,
				user_image,
				place,
				followers,
			})),
	};
}
