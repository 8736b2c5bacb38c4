import type { Tx } from '../platform/database/index.ts';
import { searchIndex } from '../platform/search/index.ts';
import type { PostRow } from './tables.ts';

export const postIndex = searchIndex('posts');

/** What a search knows of a post follows its row: only what may be seen can be found. */
export async function index(tx: Tx, { id, visible, text, category }: PostRow): Promise<void> {
	if (visible === 0) return postIndex.remove(tx, id);
	await postIndex.put(tx, { id, title: '', text: [text, category ?? ''].join('\n') });
}
