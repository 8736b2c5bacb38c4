import type { Tx } from '../database/index.ts';
import { openSearchIndex } from '../search/index.ts';
import type { PostRow } from './tables.ts';

export const postIndex = openSearchIndex('posts');

/** Updates the search index entry of a post. Only visible posts are indexed. */
export async function indexPost(tx: Tx, { id, visible, text, category }: PostRow): Promise<void> {
	if (visible === 0) return postIndex.remove(tx, id);
	await postIndex.put(tx, { id, title: '', text: [text, category ?? ''].join('\n') });
}
