import { Pencil, Trash2 } from 'lucide-react';
import { type ComponentType, lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { decisionsPath, profilePath } from '../../../contract/page-paths.ts';
import type { OwnPost, Post } from '../../../contract/posts.ts';
import * as postsText from '../../../contract/text/posts.ts';
import { useSession } from '../../accounts/session.ts';
import type { ZoomProps } from '../../ads/zoom.tsx';
import type { EditPostHandle } from '../../posts/edit-post.tsx';
import { kinds } from '../../posts/kinds.ts';
import { PostCard } from '../../posts/post-card.tsx';
import { useDeletePost } from '../../posts/use-post.ts';
import { IconButton } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TakenDown } from '../../ui/taken-down.tsx';
import { searchAddress } from '../search-address.ts';
import { useReading } from '../use-view.ts';
import { Highlighted } from './highlighted.tsx';
import { PostActions } from './post-actions.tsx';

const loadZoom = () => import('../../ads/zoom.tsx');
const EditPost = lazy(async () => ({ default: (await import('../../posts/edit-post.tsx')).EditPost }));

// A word that people mark is one they talk about.
const paths = { profile: profilePath, search: (words: string) => searchAddress(words, 'posts') };

interface PostItemProps {
	post: Post | OwnPost;
	/** On a page of its own. */
	whole?: boolean;
	eager?: boolean;
	/** In the corner, where it is not an own post. */
	corner?: ReactNode;
	/** It is being deleted; waits for what this answers. */
	onGone?: () => unknown;
	children?: ReactNode;
}

/** A post with everything that can be done with it; its owner changes and deletes it right here. */
export function PostItem({ post, whole = false, eager = false, corner, onGone, children }: PostItemProps) {
	const session = useSession();
	const [gone, setGone] = useState(false);
	const [editing, setEditing] = useState(false);
	const [Zoom, setZoom] = useState<ComponentType<ZoomProps> | null>(null);
	const [zoomed, setZoomed] = useState<number | null>(null);
	const edit = useRef<HTMLButtonElement>(null);
	const article = useRef<HTMLElement>(null);
	useReading(article, post.id, post.author.user_name);
	const editor = useRef<EditPostHandle>(null);
	const deletion = useDeletePost(post, {
		onGone: () => {
			setGone(true);
			return onGone?.();
		},
		onBack: () => setGone(false),
	});
	const { word } = kinds[post.kind];
	const own = session?.id === post.author.id;
	const hidden = 'hidden' in post && post.hidden !== null;

	async function zoom(index: number) {
		setZoomed(index);
		const module = await loadZoom().catch(() => null);
		// Without a network the picture simply stays as it is.
		if (module) setZoom(() => module.Zoom);
		else setZoomed(null);
	}

	function stopEditing() {
		setEditing(false);
		edit.current?.focus();
	}

	if (gone && !whole) return null;
	return (
		<>
			<PostCard
				ref={article}
				post={post}
				paths={paths}
				whole={whole}
				eager={eager}
				mark={highlight}
				onPicture={(index) => void zoom(index)}
				corner={
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
									focusBeside(event.currentTarget);
									deletion.mutate();
								}}
							>
								<Trash2 aria-hidden className="size-5 text-quiet" />
							</IconButton>
						</div>
					) : (
						corner
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
				{hidden && <TakenDown to={decisionsPath} />}
				{children}
			</PostCard>
			{Zoom && zoomed !== null && (
				<Zoom
					pictures={post.images}
					title={postsText.title(kinds[post.kind].name, post.author.display_name || post.author.user_name)}
					first={zoomed}
					onClose={() => setZoomed(null)}
				/>
			)}
		</>
	);
}

function highlight(text: string) {
	return <Highlighted text={text} />;
}

/** Whoever goes through the list by keyboard goes on at the next item when this one disappears. */
function focusBeside(element: HTMLElement) {
	const item = element.closest('li:has(article)');
	const beside = item?.nextElementSibling ?? item?.previousElementSibling;
	beside?.querySelector<HTMLElement>('button, a:not([tabindex="-1"])')?.focus();
}
