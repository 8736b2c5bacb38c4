import { HydrationBoundary, useInfiniteQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import * as commonText from '../../../contract/text/common.ts';
import * as feedText from '../../../contract/text/feed.ts';
import * as profileText from '../../../contract/text/profile.ts';
import { InfiniteList } from '../../data/infinite-list.tsx';
import { userPostsQuery } from '../../feed/seller-queries.ts';
import { useApi } from '../../platform/api.ts';
import { loadOnServer } from '../../platform/loader.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AdGrid } from '../cards/ad-list.tsx';
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
	return (
		<InfiniteList
			query={query}
			items={query.data}
			loading={feedText.loading(profileText.postsListed)}
			skeleton={<AdGrid ads={[]} waiting={12} />}
			failure={feedText.loadFailed(profileText.postsListed)}
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
			{(items) => <MixedList items={items} waiting={query.isFetchingNextPage ? 4 : 0} />}
		</InfiniteList>
	);
}
