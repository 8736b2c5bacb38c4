import { Pencil, Trash2 } from 'lucide-react';
import { type ComponentType, type ReactNode, Suspense, useRef, useState } from 'react';
import { moderationDecisionsPath, profilePath } from '../../../contract/core/page-paths.ts';
import type { OwnPost, Post } from '../../../contract/posts/posts.ts';
import * as postsText from '../../../text/web/posts.ts';
import { useSession } from '../../accounts/session.ts';
import type { LightboxProps } from '../../ads/lightbox.tsx';
import { useListViewTracking } from '../../insights/use-view-tracking.ts';
import type { EditPostHandle } from '../../posts/edit-post.tsx';
import { PostCard } from '../../posts/post-card.tsx';
import { postKindInfo } from '../../posts/post-kind-info.ts';
import { useDeletePost } from '../../posts/use-post.ts';
import { IconButton } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { TakenDownNotice } from '../../ui/taken-down-notice.tsx';
import { searchPath } from '../search-path.ts';
import { Highlighted } from './highlighted.tsx';
import { PostActions } from './post-actions.tsx';

const loadLightbox = () => import('../../ads/lightbox.tsx');
const EditPost = lazyComponent(async () => (await import('../../posts/edit-post.tsx')).EditPost);

// Functions that build the paths of a post's links: a user name links to the profile, a hashtag to a search for posts.
const paths = { profile: profilePath, search: (words: string) => searchPath(words, 'posts') };

interface PostItemProps {
	post: Post | OwnPost;
	/** True if the post is on its own page. */
	expanded?: boolean;
	eager?: boolean;
	/** Control in the corner of other users' posts. */
	headerAction?: ReactNode;
	/** Callback when the user deletes the post. The deletion waits for a returned promise. */
	onDelete?: () => unknown;
	children?: ReactNode;
}

export function PostItem({ post, expanded = false, eager = false, headerAction, onDelete, children }: PostItemProps) {
	const session = useSession();
	const [isDeleted, setDeleted] = useState(false);
	const [editing, setEditing] = useState(false);
	const [Lightbox, setLightbox] = useState<ComponentType<LightboxProps> | null>(null);
	const [openedIndex, setOpenedIndex] = useState<number | null>(null);
	const edit = useRef<HTMLButtonElement>(null);
	const article = useRef<HTMLElement>(null);
	useListViewTracking(article, post.id, post.author.user_name);
	const editor = useRef<EditPostHandle>(null);
	const deletion = useDeletePost(post, {
		onDelete: () => {
			setDeleted(true);
			return onDelete?.();
		},
		onRestore: () => setDeleted(false),
	});
	const { word } = postKindInfo[post.kind];
	const own = session?.id === post.author.id;
	const hidden = 'hidden' in post ? post.hidden : null;

	async function openLightbox(index: number) {
		setOpenedIndex(index);
		const module = await loadLightbox().catch(() => null);
		// The lightbox module may fail to load offline. The pictures then stay as they are.
		if (module) setLightbox(() => module.Lightbox);
		else setOpenedIndex(null);
	}

	function stopEditing() {
		setEditing(false);
		edit.current?.focus();
	}

	if (isDeleted && !expanded) return null;
	return (
		<>
			<PostCard
				ref={article}
				post={post}
				paths={paths}
				expanded={expanded}
				eager={eager}
				highlight={highlight}
				onPicture={(index) => void openLightbox(index)}
				headerAction={
					own ? (
						<div className="-mt-1.5 -mr-2 flex shrink-0">
							<IconButton
								ref={edit}
								label={postsText.editPost(word)}
								aria-pressed={editing}
								onClick={() => (editing && editor.current ? editor.current.close() : setEditing(!editing))}
							>
								<Pencil aria-hidden className="size-5 text-quiet" />
							</IconButton>
							<IconButton
								label={postsText.deletePost(word)}
								disabled={deletion.isPending}
								onClick={(event) => {
									focusNeighbour(event.currentTarget);
									deletion.mutate();
								}}
							>
								<Trash2 aria-hidden className="size-5 text-quiet" />
							</IconButton>
						</div>
					) : (
						headerAction
					)
				}
				editor={
					editing && own ? (
						<Suspense fallback={<Spinner label={postsText.opening} />}>
							<EditPost ref={editor} post={post} onDone={stopEditing} />
						</Suspense>
					) : undefined
				}
				actions={<PostActions post={post} />}
			>
				{hidden !== null && <TakenDownNotice to={moderationDecisionsPath} reason={hidden} />}
				{children}
			</PostCard>
			{Lightbox && openedIndex !== null && (
				<Lightbox
					pictures={post.images}
					title={postsText.title(postKindInfo[post.kind].name, post.author.display_name || post.author.user_name)}
					initialIndex={openedIndex}
					onClose={() => setOpenedIndex(null)}
				/>
			)}
		</>
	);
}

function highlight(text: string) {
	return <Highlighted text={text} />;
}

/** Moves the keyboard focus to the next or previous post before a deleted post unmounts. */
function focusNeighbour(element: HTMLElement) {
	const item = element.closest('li:has(article)');
	const beside = item?.nextElementSibling ?? item?.previousElementSibling;
	beside?.querySelector<HTMLElement>('button, a:not([tabindex="-1"])')?.focus();
}
