import type { Post } from '../../../contract/posts.ts';
import { postPath } from '../../posts/addresses.ts';
import { kinds } from '../../posts/kinds.ts';
import { lineOf } from '../../posts/pieces.ts';
import { ShareButton } from '../../sharing/share-button.tsx';

/** Letters of a post that stand as its title where it is shared. */
const title = 80;

/** What people do with a post: like, comment, save, share. */
export function PostActions({ post }: { post: Post; whole: boolean }) {
	const { kind } = post;
	const name = post.author.display_name || post.author.user_name;
	return (
		<div className="flex items-center justify-between gap-1 text-quiet">
			<ShareButton
				title={lineOf(post.text, title) || `${kinds[kind].name} from ${name}`}
				path={postPath(post)}
				what={kind}
				look="icon"
			/>
		</div>
	);
}
