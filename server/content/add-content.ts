import type { Tx } from '../database/index.ts';
import type { AttachedMedia } from '../media/index.ts';
import type { ContentAdapter } from './content.ts';
import { createContentStore } from './store.ts';
import type { ContentRow } from './tables.ts';

/** Attaches files to a new ad or post and adds the row to the search index. */
export async function addContent<Row extends ContentRow, About>(
	tx: Tx,
	{ target, index, listsTag }: ContentAdapter<Row, About>,
	row: Row,
	files: readonly AttachedMedia[],
): Promise<void> {
	const fileIds = files.map((file) => file.id);
	await createContentStore<Row>(target).addFiles(tx, row.id, fileIds);
	await index(tx, row);
	tx.invalidate(listsTag);
}
