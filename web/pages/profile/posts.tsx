import { HydrationBoundary, useInfiniteQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import type { FeedItem } from '../../../contract/feed.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as feedText from '../../../contract/text/feed.ts';
import * as profileText from '../../../contract/text/profile.ts';
import { InfiniteList } from '../../data/infinite-list.tsx';
import { userPostsQuery } from '../../feed/seller-queries.ts';
import { useApi } from '../../platform/api.ts';
import { loadOnServer } from '../../platform/loader.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AdCard, AdCardSkeleton } from '../item-cards/ad-card.tsx';
import { AdGrid, adGridClasses, adImageSizes } from '../item-cards/ad-list.tsx';
import { PostItem } from '../item-cards/post-item.tsx';
import type { Route } from './+types/posts.ts';

export function loader(args: Route.LoaderArgs) {
	return loadOnServer(args, async ({ api, queryClient, params }) => {
		await queryClient.fetchInfiniteQuery(userPostsQuery(api, params.user_name));
	});
}

export function clientLoader() {
	return { page: undefined, state: null };
}

export default function ProfilePosts({ loaderData, params }: Route.ComponentProps) {
	return (
		<HydrationBoundary state={loaderData.state}>
			<h2 className="sr-only">{commonText.posts}</h2>
			<Posts userName={params.user_name} />
		</HydrationBoundary>
	);
}

function Posts({ userName }: { userName: string }) {
	const query = useInfiniteQuery(userPostsQuery(useApi(), userName));
	return (
		<InfiniteList
			query={query}
			items={query.data}
			loading={feedText.loading(profileText.postsListed)}
			skeleton={<AdGrid ads={[]} skeletons={12} />}
			failure={feedText.loadFailed(profileText.postsListed)}
			empty={
				<EmptyState
					icon={<Images className="size-8" />}
					title={profileText.noPosts}
					action={
						<ButtonLink to="/" variant="quiet">
							{commonText.lookAround}
						</ButtonLink>
					}
				>
					<p>{profileText.noPostsHint}</p>
				</EmptyState>
			}
			end={profileText.listEnd}
		>
			{(items) => <FeedItemList items={items} skeletons={query.isFetchingNextPage ? 4 : 0} />}
		</InfiniteList>
	);
}

/** Number of items at the start of the list whose ad pictures load eagerly. It covers the first row at any width. */
const eagerCount = 4;

/** Ads and posts, newest first: ads in a grid, posts across its whole width. An ad after a post fills a gap in a row above. */
function FeedItemList({ items, skeletons }: { items: readonly FeedItem[]; skeletons: number }) {
	return (
		<ul className={`${adGridClasses} grid-flow-row-dense`} aria-busy={skeletons > 0}>
			{items.map((item, index) =>
				item.type === 'ad' ? (
					<li key={`ad ${item.ad.id}`} className="min-w-0">
						<AdCard ad={item.ad} sizes={adImageSizes} eager={index < eagerCount} />
					</li>
				) : (
					<li key={`post ${item.post.id}`} className="col-span-full min-w-0 empty:hidden">
						<PostItem post={item.post} eager={index === 0} />
					</li>
				),
			)}
			{Array.from(Array(skeletons).keys(), (index) => (
				<li key={`waiting ${index}`} aria-hidden className="min-w-0">
					<AdCardSkeleton />
				</li>
			))}
		</ul>
	);
}
