import { expect, test } from 'vitest';
import type { Comment } from '../../contract/comments/comments.ts';
import { dedupePagesById } from '../data/items.ts';
import { addCommentToPages, mapCommentsInPages } from './mutations.ts';
import type { CommentPages } from './queries.ts';

test('adds a comment first and a reply last, also to an empty list', () => {
	expect(getIds(addCommentToPages(pages([3, 2], [1]), comment(4), 'first'))).toEqual([4, 3, 2, 1]);
	expect(getIds(addCommentToPages(pages([1, 2], [3]), comment(4), 'last'))).toEqual([1, 2, 3, 4]);
	expect(getIds(addCommentToPages(undefined, comment(4), 'last'))).toEqual([4]);
});

test('changes and removes comments in place', () => {
	const changed = mapCommentsInPages(pages([3, 2], [1]), (old) =>
		old.id === 2 ? null : { ...old, text: `${old.id}!` },
	);
	expect(dedupePagesById(changed).map((c) => c.text)).toEqual(['3!', '1!']);
});

function getIds(data: CommentPages) {
	return dedupePagesById(data).map((c) => c.id);
}

function pages(...ids: number[][]): CommentPages {
	return {
		pages: ids.map((page) => ({ items: page.map(comment), next_cursor: null })),
		pageParams: ids.map(() => null),
	};
}

function comment(id: number): Comment {
	return {
		id,
		target: 'ads',
		target_id: 1,
		parent_id: null,
		text: String(id),
		author: { id: 1, user_name: 'ada', display_name: 'Ada', user_image: null },
		created_at: '2026-01-01T00:00:00.000Z',
		edited_at: null,
		replies: 0,
	};
}
