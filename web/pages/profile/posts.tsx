import { type UseQueryResult, useInfiniteQuery, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AdCard as AdCardData } from '../../../contract/ads/ads.ts';
import type { FeedItem } from '../../../contract/feed/feed.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as shopText from '../../../text/shared/shop.ts';
import * as feedText from '../../../text/web/feed.ts';
import * as profileText from '../../../text/web/profile.ts';
import { profileQuery } from '../../accounts/queries.ts';
import { useSession } from '../../accounts/session.ts';
import { buildAdListJsonLd } from '../../ads/ad-list-json-ld.ts';
import { InfiniteList } from '../../data/infinite-list.tsx';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { AdCard, AdCardSkeleton } from '../../feed/cards/ad-card.tsx';
import { AdGrid, adImageSizes, eagerCount } from '../../feed/cards/ad-list.tsx';
import { PostItem } from '../../feed/cards/post-item.tsx';
import { userPostsQuery } from '../../feed/seller-queries.ts';
import { shopCountsQuery, shopFrontQuery } from '../../feed/shop-queries.ts';
import { useApi } from '../../platform/api.ts';
import { loadPage } from '../../platform/loader.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Route } from './+types/posts.ts';
import { profileMeta } from './profile-meta.ts';
import { OwnEmptyShop } from './shop-empty.tsx';
import { ShopHeading } from './shop-heading.tsx';
import { shopPath } from './shop-path.ts';

export function loader(args: Route.LoaderArgs) {
	return loadPage(args, async ({ api, queryClient, params, url }) => {
		const [ads] = await Promise.all([
			// The layout loads the first items for sale too, because the cover shows them. Both share one request.
			queryClient.fetchQuery(shopFrontQuery(api, params.user_name)),
			queryClient.fetchInfiniteQuery(userPostsQuery(api, params.user_name)),
		]);
		return { list: buildAdListJsonLd(ads, url.origin) };
	});
}

export function clientLoader() {
	return { page: { list: undefined } };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
	// `matches` holds the root, the app layout, the profile layout and this page.
	const [, , layout] = matches;
	return profileMeta(matches, layout.loaderData, { list: loaderData?.page.list });
}

export default function ProfilePosts({ params }: Route.ComponentProps) {
	return <ShopFront userName={params.user_name} />;
}

/** The first items for sale, then the seller's posts. */
function ShopFront({ userName }: { userName: string }) {
	const api = useApi();
	const front = useQuery(shopFrontQuery(api, userName));
	const { data: seller } = useSuspenseQuery(profileQuery(api, userName));
	const isOwn = useSession()?.id === seller.id;
	const isEmpty = front.data?.length === 0;
	return (
		<div className="flex flex-col gap-8">
			{isEmpty ? (
				isOwn && <OwnEmptyShop userName={userName} />
			) : (
				<ForSale userName={userName} front={front} isOwn={isOwn} />
			)}
			<Posts
				userName={userName}
				// The list continues the front page, so it omits the ads above it.
				omitted={front.isPending ? undefined : (front.data ?? [])}
				empty={isEmpty && !isOwn && <NoPosts />}
			/>
		</div>
	);
}

const wholeShop = { q: '', category: undefined };

interface ForSaleProps {
	userName: string;
	front: UseQueryResult<AdCardData[]>;
	isOwn: boolean;
}

function ForSale({ userName, front, isOwn }: ForSaleProps) {
	const count = useQuery(shopCountsQuery(useApi(), userName)).data?.for_sale ?? 0;
	return (
		<section aria-labelledby="for-sale" className="flex flex-col gap-3">
			<ShopHeading userName={userName} filter={wholeShop} isOwn={isOwn} />
			<QueryBoundary
				query={front}
				loading={feedText.loading(shopText.itemsListed)}
				skeleton={<AdGrid ads={[]} skeletons={4} />}
				failure={feedText.loadFailed(shopText.itemsListed)}
			>
				{(ads) => (
					<>
						<AdGrid ads={ads} first />
						{count > ads.length && (
							<ButtonLink to={shopPath(userName)} preventScrollReset variant="quiet" className="self-center">
								{shopText.seeAll(count)}
							</ButtonLink>
						)}
					</>
				)}
			</QueryBoundary>
		</section>
	);
}

interface PostsProps {
	userName: string;
	/** Ads that the list omits; undefined while they load. */
	omitted: readonly AdCardData[] | undefined;
	empty: ReactNode;
}

function Posts({ userName, omitted, empty }: PostsProps) {
	const query = useInfiniteQuery(userPostsQuery(useApi(), userName));
	const omittedIds = omitted && new Set(omitted.map(({ id }) => id));
	const items = omittedIds && query.data?.filter((item) => item.type === 'post' || !omittedIds.has(item.ad.id));
	if (items?.length === 0 && !query.hasNextPage) return empty;
	return (
		<section aria-labelledby="posts" className="flex flex-col gap-3">
			<h2 id="posts" className="text-18">
				{items?.some(({ type }) => type === 'ad') ? shopText.postsAndAds : commonText.posts}
			</h2>
			<InfiniteList
				query={query}
				items={items}
				loading={feedText.loading(profileText.postsListed)}
				skeleton={<AdGrid ads={[]} skeletons={12} />}
				failure={feedText.loadFailed(profileText.postsListed)}
				empty={null}
				end={profileText.listEnd}
			>
				{(items) => (
					<FeedItemList items={items} first={omitted?.length === 0} skeletons={query.isFetchingNextPage ? 4 : 0} />
				)}
			</InfiniteList>
		</section>
	);
}

function NoPosts() {
	return (
		<EmptyState
			icon={Images}
			title={profileText.noPosts}
			action={
				<ButtonLink to="/" variant="quiet">
					{commonText.lookAround}
				</ButtonLink>
			}
			hint={profileText.noPostsHint}
		/>
	);
}

/** Ads and posts, newest first: ads in a grid, posts across its whole width. An ad after a post fills a gap in a row above. */
function FeedItemList({ items, first, skeletons }: { items: readonly FeedItem[]; first: boolean; skeletons: number }) {
	return (
		<ul className="ad-grid grid-flow-row-dense" aria-busy={skeletons > 0}>
			{items.map((item, index) =>
				item.type === 'ad' ? (
					<li key={`ad ${item.ad.id}`}>
						<AdCard ad={item.ad} sizes={adImageSizes} eager={first && index < eagerCount} />
					</li>
				) : (
					<li key={`post ${item.post.id}`} className="col-span-full empty:hidden">
						<PostItem post={item.post} eager={first && index === 0} />
					</li>
				),
			)}
			{Array.from(Array(skeletons).keys(), (index) => (
				<li key={`waiting ${index}`} aria-hidden>
					<AdCardSkeleton />
				</li>
			))}
		</ul>
	);
}
