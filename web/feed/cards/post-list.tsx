import type { ComponentProps, ReactNode } from 'react';
import type { OwnPost, Post } from '../../../contract/posts/posts.ts';
import * as feedText from '../../../text/web/feed.ts';
import { InfiniteList } from '../../data/infinite-list.tsx';
import { PostCardSkeleton } from '../../posts/post-card.tsx';
import { PostItem } from './post-item.tsx';

interface PostListProps {
	query: ComponentProps<typeof InfiniteList>['query'];
	/** Posts loaded so far; undefined before the first page. */
	posts: readonly (Post | OwnPost)[] | undefined;
	/** Plural noun for the posts, such as 'tweets'. */
	what: string;
	empty: ReactNode;
	/** Text at the end of a list longer than a screen. */
	end: string;
}

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
