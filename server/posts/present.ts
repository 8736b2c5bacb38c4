import type { Person } from '../../contract/accounts/accounts.ts';
import type { OwnPost, Post } from '../../contract/posts/posts.ts';
import { toIsoTime } from '../core/clock.ts';
import type { PresentedMedia } from '../media/index.ts';
import type { PostRow } from './tables.ts';

export function presentOwnPost(post: PostRow, author: Person, files: readonly PresentedMedia[]): OwnPost {
	return { ...presentPost(post, author, files), hidden: post.hidden_at === null ? null : post.hidden_reason };
}

export function presentPost(post: PostRow, author: Person, files: readonly PresentedMedia[]): Post {
	return {
		id: post.id,
		kind: post.kind,
		text: post.text,
		category: post.category,
		images: files.flatMap((file) => file.picture ?? []),
		author,
		created_at: toIsoTime(post.created_at),
		edited_at: toIsoTime(post.edited_at),
		likes: post.likes,
		comments: post.comments,
		views: post.views,
	};
}
