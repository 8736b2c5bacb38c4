import { useInfiniteQuery } from '@tanstack/react-query';
import * as commentsText from '../../contract/text/comments.ts';
import * as commonText from '../../contract/text/common.ts';
import * as controlsText from '../../contract/text/controls.ts';
import { useApi } from '../platform/api.ts';
import { reasonOf } from '../platform/reason.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { CommentItem, type CommentsProps } from './comment-item.tsx';
import { CommentsSkeleton } from './comments-skeleton.tsx';
import { commentsOf } from './pages.ts';
import { commentsQuery, repliesQuery } from './queries.ts';

/** Comments, newest first, with all faces: loading, empty, failed, full. */
export function CommentList(props: CommentsProps) {
	const query = useInfiniteQuery(commentsQuery(useApi(), props));
	if (!query.data) {
		if (query.isPending) {
			return (
				<div role="status">
					<span className="sr-only">{commentsText.loading}</span>
					<CommentsSkeleton rows={Math.max(props.count, 1)} />
				</div>
			);
		}
		return (
			<ErrorState title={commentsText.loadFailed} retrying={query.isFetching} onRetry={() => void query.refetch()}>
				<p>{reasonOf(query.error)}</p>
			</ErrorState>
		);
	}
	const comments = commentsOf(query.data);
	if (comments.length === 0) return <p className="py-4 text-quiet">{commentsText.empty}</p>;
	return (
		<>
			<ul className="flex flex-col gap-4">
				{comments.map((comment) => (
					<li key={comment.id}>
						<CommentItem {...props} comment={comment}>
							{(replying) => <Replies {...props} parentId={comment.id} replying={replying} />}
						</CommentItem>
					</li>
				))}
			</ul>
			<More query={query} words={commentsText.showMore} />
		</>
	);
}

interface RepliesProps extends CommentsProps {
	parentId: number;
	/** The first reply is being written: an empty list is not worth a word. */
	replying: boolean;
}

function Replies({ parentId, replying, ...props }: RepliesProps) {
	const query = useInfiniteQuery(repliesQuery(useApi(), parentId));
	if (!query.data) {
		if (query.isPending) return replying ? null : <CommentsSkeleton rows={1} />;
		return (
			<p role="alert" className="flex flex-wrap items-center gap-2 text-14 text-quiet">
				{reasonOf(query.error)}
				<Button look="plain" loading={query.isFetching} onClick={() => void query.refetch()}>
					{commonText.tryAgain}
				</Button>
			</p>
		);
	}
	return (
		<>
			<ul className="flex flex-col gap-3">
				{commentsOf(query.data).map((reply) => (
					<li key={reply.id}>
						<CommentItem {...props} comment={reply} />
					</li>
				))}
			</ul>
			<More query={query} words={commentsText.showMoreReplies} />
		</>
	);
}

interface MoreProps {
	query: {
		hasNextPage: boolean;
		isFetchingNextPage: boolean;
		isFetchNextPageError: boolean;
		fetchNextPage: () => Promise<unknown>;
	};
	words: string;
}

function More({ query, words }: MoreProps) {
	if (!query.hasNextPage) return null;
	return (
		<div className="mt-4 flex flex-col items-start gap-1">
			{query.isFetchNextPageError && (
				<p role="alert" className="text-14 text-quiet">
					{controlsText.moreFailed}
				</p>
			)}
			<Button look="quiet" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
				{words}
			</Button>
		</div>
	);
}
