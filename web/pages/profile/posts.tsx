import { HydrationBoundary, useInfiniteQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import type { FeedItem } from '../../../contract/feed.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as profileText from '../../../contract/text/profile.ts';
import { userPostsQuery } from '../../feed/queries.ts';
import { useApi } from '../../platform/api.ts';
import { loadOnServer } from '../../platform/loader.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AdGrid } from '../cards/ad-grid.tsx';
import { Endless } from '../cards/endless.tsx';
import type { Route } from './+types/posts.ts';
import { MixedList } from './mixed-list.tsx';

export function loader(args: Route.LoaderArgs) {
	return loadOnServer(args, async ({ api, queries, params }) => {
		await queries.fetchInfiniteQuery(userPostsQuery(api, params.user_name));
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
	const items = query.data && mixed(query.data.pages);
	return (
		<Endless
			query={query}
			count={items?.length}
			what={profileText.postsListed}
			loading={<AdGrid ads={[]} waiting={12} />}
			empty={
				<EmptyState
					icon={<Images className="size-8" />}
					title={profileText.noPosts}
					action={
						<ButtonLink to="/" look="quiet">
							{commonText.lookAround}
						</ButtonLink>
					}
				>
					<p>{profileText.noPostsHint}</p>
				</EmptyState>
			}
			end={profileText.listEnd}
		>
			<MixedList items={items ?? []} waiting={query.isFetchingNextPage ? 4 : 0} />
		</Endless>
	);
}

/** Ads and posts of several pages in a row, each once: what is posted meanwhile moves the others on to the next page. */
function mixed(pages: readonly { items: readonly FeedItem[] }[]): FeedItem[] {
	const keyed = pages
		.flatMap((page) => page.items)
		.map((item) => [item.type === 'ad' ? `ad ${item.ad.id}` : `post ${item.post.id}`, item] as const);
	return [...new Map(keyed).values()];
}
