import { ChartColumn, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Post } from '../../../contract/posts/posts.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as postsText from '../../../text/web/posts.ts';
import { useSession } from '../../accounts/session.ts';
import { useCommentCount } from '../../comments/mutations.ts';
import { LikeButton } from '../../likes/like-button.tsx';
import { MoreMenuButton } from '../../moderation/more-menu-button.tsx';
import { formatCount } from '../../platform/format-count.ts';
import { postPath } from '../../posts/paths.ts';
import { postKindInfo } from '../../posts/post-kind-info.ts';
import { shortenToSingleLine } from '../../posts/text-tokens.ts';
import { SaveButton } from '../../saved-items/save-button.tsx';
import { ShareButton } from '../../sharing/share-button.tsx';
import { IconButton } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/use-lazy-component.ts';

const loadItemStats = () => import('../../insights/item-stats.tsx');
const ItemStats = lazyPart(async () => (await loadItemStats()).ItemStats);

/** Maximum number of characters of a post's text that serve as title when the post is shared. */
const maxTitleLength = 80;

export function PostActions({ post }: { post: Post }) {
	const { id, kind, author } = post;
	const { name, word } = postKindInfo[kind];
	const from = postsText.title(name, author.display_name || author.user_name);
	const words = shortenToSingleLine(post.text, maxTitleLength) || from;
	const own = useSession()?.id === author.id;
	return (
		<div className="flex flex-wrap items-center justify-between gap-1">
			<LikeButton target="posts" id={id} count={post.likes} className="min-w-11 px-3" />
			<CommentLink post={post} />
			{kind !== 'picture' && <SaveButton list={`${kind}s`} id={id} className="min-w-11" />}
			<ShareButton title={words} path={postPath(post)} what={kind} variant="icon" />
			{own ? (
				<StatsButton post={post} title={words} />
			) : (
				<MoreMenuButton label={postsText.moreAbout(word)} reported={{ kind: 'post', id, what: word }} />
			)}
		</div>
	);
}

/** Button that shows the stats of the user's own post. The dialog's code loads on the first tap. */
function StatsButton({ post: { id, kind }, title }: { post: Post; title: string }) {
	const [opened, setOpened] = useState(false);
	return (
		<>
			<IconButton
				label={postsText.statsOf(postKindInfo[kind].word)}
				aria-haspopup="dialog"
				onPointerDown={() => void loadItemStats().catch(() => {})}
				onClick={() => setOpened(true)}
			>
				<ChartColumn aria-hidden className="size-5" />
			</IconButton>
			{opened && <ItemStats target="posts" id={id} title={title} onClose={() => setOpened(false)} />}
		</>
	);
}

function CommentLink({ post }: { post: Post }) {
	const count = useCommentCount({ target: 'posts', id: post.id }, post.comments);
	return (
		<Link
			to={`${postPath(post)}#comments`}
			aria-label={postsText.toComments(count)}
			title={commonText.comment}
			className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-full px-3 text-12 transition-colors hover:bg-sunken"
		>
			<MessageCircle aria-hidden className="size-5 shrink-0" />
			<span aria-hidden className="tabular-nums">
				{count > 0 ? formatCount(count) : ''}
			</span>
		</Link>
	);
}
