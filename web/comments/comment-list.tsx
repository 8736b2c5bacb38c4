import { useInfiniteQuery } from '@tanstack/react-query';
import * as commentsText from '../../text/web/comments.ts';
import { InfiniteList } from '../data/infinite-list.tsx';
import { useApi } from '../platform/api.ts';
import { CommentItem, type CommentsProps } from './comment-item.tsx';
import { CommentsSkeleton } from './comments-skeleton.tsx';
import { commentsQuery, repliesQuery } from './queries.ts';

export function CommentList(props: CommentsProps) {
	const query = useInfiniteQuery(commentsQuery(useApi(), props));
	return (
		<InfiniteList
			query={query}
			items={query.data}
			loading={commentsText.loading}
			skeleton={<CommentsSkeleton rows={Math.max(props.count, 1)} />}
			failure={commentsText.loadFailed}
			empty={<p className="py-4 text-quiet">{commentsText.empty}</p>}
			more={commentsText.showMore}
		>
			{(comments) => (
				<ul className="flex flex-col gap-4">
					{comments.map((comment) => (
						<li key={comment.id}>
							<CommentItem {...props} comment={comment}>
								{(replying) => <Replies {...props} parentId={comment.id} replying={replying} />}
							</CommentItem>
						</li>
					))}
				</ul>
			)}
		</InfiniteList>
	);
}

interface RepliesProps extends CommentsProps {
	parentId: number;
	/** True while the user writes a reply. The replies then load without a skeleton. */
	replying: boolean;
}

function Replies({ parentId, replying, ...props }: RepliesProps) {
	const query = useInfiniteQuery(repliesQuery(useApi(), parentId));
	return (
		<InfiniteList
			query={query}
			items={query.data}
			loading={commentsText.loadingReplies}
			skeleton={replying ? null : <CommentsSkeleton rows={1} />}
			failure={commentsText.repliesLoadFailed}
			small
			empty={null}
			more={commentsText.showMoreReplies}
		>
			{(replies) => (
				<ul className="flex flex-col gap-3">
					{replies.map((reply) => (
						<li key={reply.id}>
							<CommentItem {...props} comment={reply} />
						</li>
					))}
				</ul>
			)}
		</InfiniteList>
	);
}
