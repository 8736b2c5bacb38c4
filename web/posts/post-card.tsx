import { type ReactNode, type Ref, useId } from 'react';
import { Link } from 'react-router';
import type { Post } from '../../contract/posts/posts.ts';
import * as commonText from '../../text/shared/common.ts';
import * as postsText from '../../text/web/posts.ts';
import { TimeAgo } from '../platform/time-ago.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { useReducedData } from '../ui/reduced-data.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { postPath } from './paths.ts';
import { postKindInfo } from './post-kind-info.ts';
import { PostPictures } from './post-pictures.tsx';
import { PostText } from './post-text.tsx';

interface PostCardProps {
	post: Post;
	ref?: Ref<HTMLElement>;
	paths: { profile: (userName: string) => string; search: (words: string) => string };
	/** True on the post's own page. The card then shows the full text and does not link to that page. */
	expanded?: boolean;
	/** True for a post above the fold, whose pictures load eagerly. */
	eager?: boolean;
	headerAction?: ReactNode;
	editor?: ReactNode;
	actions?: ReactNode;
	onPicture: (index: number) => void;
	highlight: (text: string) => ReactNode;
	children?: ReactNode;
}

export function PostCard(props: PostCardProps) {
	const { post, ref, paths, expanded, eager, headerAction, editor, actions, onPicture, highlight, children } = props;
	const { author, kind } = post;
	const id = useId();
	const reducedData = useReducedData();
	const name = author.display_name || author.user_name;
	const { Icon } = postKindInfo[kind];
	const title = postsText.title(postKindInfo[kind].name, name);
	const profile = paths.profile(author.user_name);
	const text = editor ?? (
		<PostText
			text={post.text}
			paths={paths}
			expanded={expanded ?? false}
			highlight={highlight}
			className={expanded ? 'text-18' : ''}
		/>
	);
	return (
		<Card className="min-w-0">
			<article ref={ref} aria-labelledby={id} className="flex flex-col gap-3 p-4 pb-2">
				<header className="flex items-start gap-3">
					<Link to={profile} tabIndex={-1} aria-hidden className="mt-0.5 shrink-0 rounded-full">
						<Avatar name={name} image={author.user_image} />
					</Link>
					<div className="min-w-0 flex-1">
						<span id={id} className="sr-only">
							{title}
						</span>
						<Link
							to={profile}
							className="-my-2.5 flex min-h-11 max-w-fit items-center gap-1.5 rounded-control hover:text-leaf"
						>
							<span className="truncate font-semibold">{name}</span>
							<span className="min-w-8 shrink-[4] truncate text-14 text-quiet max-sm:hidden">@{author.user_name}</span>
						</Link>
						<p className="text-14 text-quiet">
							{expanded ? (
								<TimeAgo time={post.created_at} />
							) : (
								<Link
									to={postPath(post)}
									prefetch={reducedData ? 'none' : 'intent'}
									className="relative inline-flex min-h-6 items-center rounded-sm after:absolute after:-inset-x-2 after:-inset-y-2 hover:text-leaf"
								>
									<TimeAgo time={post.created_at} />
								</Link>
							)}
							{post.edited_at !== null && ` · ${commonText.edited}`}
						</p>
					</div>
					{headerAction}
				</header>
				{children}
				{kind === 'picture' && !editor ? null : text}
				<PostPictures
					pictures={post.images}
					title={post.text === '' || kind !== 'picture' ? title : post.text}
					eager={eager ?? false}
					onOpen={onPicture}
				/>
				{kind === 'picture' && !editor && post.text !== '' && text}
				<div className="flex flex-wrap items-center gap-2">
					<Badge>
						<Icon aria-hidden className="size-3.5" />
						{postKindInfo[kind].name}
					</Badge>
					{post.category !== null && <Badge variant="leaf">{post.category}</Badge>}
					<span className="ml-auto text-12 text-quiet tabular-nums">{formatCounts(post, actions == null)}</span>
				</div>
				{actions != null && <footer className="-mx-2 border-line border-t pt-1">{actions}</footer>}
			</article>
		</Card>
	);
}

/** Formats the counts of a post. If `all` is false, only views are included, because the buttons show likes and comments. */
function formatCounts({ likes, comments, views }: Post, all: boolean): string {
	const counts: [number, (count: number) => string][] = [[views, postsText.viewCount]];
	if (all) counts.unshift([likes, postsText.likeCount], [comments, postsText.commentCount]);
	return counts
		.filter(([count]) => count > 0)
		.map(([count, format]) => format(count))
		.join(' · ');
}

export function PostCardSkeleton({ picture = false }: { picture?: boolean }) {
	return (
		<Card className="flex flex-col gap-3 p-4">
			<div className="flex items-center gap-3">
				<Skeleton className="size-10 rounded-full" />
				<div className="flex flex-1 flex-col gap-2">
					<Skeleton className="h-4 w-2/5 rounded-full" />
					<Skeleton className="h-3 w-1/4 rounded-full" />
				</div>
			</div>
			<Skeleton className="h-4 rounded-full" />
			<Skeleton className="h-4 w-4/5 rounded-full" />
			{picture && <Skeleton className="aspect-4/3 max-h-[32rem]" />}
			<Skeleton className="h-6 w-20 rounded-full" />
			<Skeleton className="h-11" />
		</Card>
	);
}
