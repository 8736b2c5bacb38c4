import type { FeedItem } from '../../../contract/feed.ts';
import { AdCard, AdCardSkeleton } from '../cards/ad-card.tsx';
import { adSizes, grid } from '../cards/ad-list.tsx';
import { PostItem } from '../cards/post-item.tsx';

/** Cards whose pictures are loaded first: the first row at any width. */
const firstRow = 4;

/**
 * Ads and posts, newest first: ads as cards in the grid, posts across its whole width. An ad that follows a post moves up
 * where a row above has room, so that no row stays half empty.
 */
export function MixedList({ items, waiting }: { items: readonly FeedItem[]; waiting: number }) {
	return (
		<ul className={`${grid} grid-flow-row-dense`} aria-busy={waiting > 0}>
			{items.map((item, index) =>
				item.type === 'ad' ? (
					<li key={`ad ${item.ad.id}`} className="min-w-0">
						<AdCard ad={item.ad} sizes={adSizes} eager={index < firstRow} />
					</li>
				) : (
					<li key={`post ${item.post.id}`} className="col-span-full min-w-0 empty:hidden">
						<PostItem post={item.post} eager={index === 0} />
					</li>
				),
			)}
			{Array.from(Array(waiting).keys(), (place) => (
				<li key={`waiting ${place}`} aria-hidden className="min-w-0">
					<AdCardSkeleton />
				</li>
			))}
		</ul>
	);
}
