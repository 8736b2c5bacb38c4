import type { Comment } from '../../contract/comments.ts';
import type { Comments } from './queries.ts';

/** With a comment at the top, or at the end of what is there. */
export function withComment(data: Comments | undefined, comment: Comment, place: 'first' | 'last'): Comments {
	const [first, ...others] = data?.pages ?? [];
	if (!data || !first) return { pages: [{ items: [comment], next_cursor: null }], pageParams: [null] };
	if (place === 'first') return { ...data, pages: [{ ...first, items: [comment, ...first.items] }, ...others] };
	const pages = data.pages.map((page, index) =>
		index === data.pages.length - 1 ? { ...page, items: [...page.items, comment] } : page,
	);
	return { ...data, pages };
}

/** With each comment as `change` makes it; null leaves it out. */
export function mapComments(data: Comments, change: (comment: Comment) => Comment | null): Comments {
	return { ...data, pages: data.pages.map((page) => ({ ...page, items: page.items.flatMap((c) => change(c) ?? []) })) };
}
