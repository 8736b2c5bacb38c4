import { HydrationBoundary, useInfiniteQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { flatten } from '../../feed/filter.ts';
import { userPostsQuery } from '../../feed/queries.ts';
import { useApi } from '../../platform/api.ts';
import { loadOnServer } from '../../platform/loader.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AdList } from '../cards/ad-list.tsx';
import type { Route } from './+types/posts.ts';

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
			<h2 className="sr-only">Posts</h2>
			<Posts userName={params.user_name} />
		</HydrationBoundary>
	);
}

function Posts({ userName }: { userName: string }) {
	const query = useInfiniteQuery(userPostsQuery(useApi(), userName));
	const posts = query.data?.pages.map(({ items }) => ({ items: items.map((item) => item.ad) }));
	return (
		<AdList
			query={query}
			ads={posts && flatten(posts)}
			empty={
				<EmptyState
					icon={<Images className="size-8" />}
					title="No pictures yet"
					action={
						<ButtonLink to="/" look="quiet">
							Look around the market
						</ButtonLink>
					}
				>
					<p>What this seller posts with pictures appears here.</p>
				</EmptyState>
			}
			end="You have seen everything from this seller."
		/>
	);
}
