import type { ComponentProps, ReactNode } from 'react';
import type { OwnPost, Post } from '../../../contract/posts.ts';
import * as feedText from '../../../contract/text/feed.ts';
import { InfiniteList } from '../../data/infinite-list.tsx';
import { PostCardSkeleton } from '../../posts/post-card.tsx';
import { PostItem } from './post-item.tsx';

interface PostListProps {
	query: ComponentProps<typeof InfiniteList>['query'];
	/** What has come so far; undefined while nothing has. */
	posts: readonly (Post | OwnPost)[] | undefined;
	/** What they are: 'tweets'. */
	what: string;
	/** Shown where there is nothing: what to do next. */
	empty: ReactNode;
	/** Said at the end of a list of more than a screen. */
	end: string;
}

/** Posts one below the other. */
export function PostList({ query, posts, what, empty, end }: PostListProps) {
	return (
		<InfiniteList
			query={query}
			items={posts}
			loading={feedText.loading(what)}
			skeleton={<PostSkeletons />}
			failure={feedText.loadFailed(what)}
			empty={empty}
			end={end}
		>
			{(posts) => (
				<ul className="flex flex-col gap-3 wide:gap-4" aria-busy={query.isFetchingNextPage}>
					{posts.map((post) => (
						<li key={post.id} className="empty:hidden">
							<PostItem post={post} />
						</li>
					))}
				</ul>
			)}
		</InfiniteList>
	);
}

/** Stand where posts will be. */
export function PostSkeletons() {
	return (
		<div className="flex flex-col gap-3 wide:gap-4">
			<PostCardSkeleton />
			<PostCardSkeleton picture />
			<PostCardSkeleton />
			<PostCardSkeleton />
		</div>
	);
}
