import type { Db } from '../database/index.ts';
import { listFragmentedFiles } from './finished-media.ts';
import { getStorageKey } from './jobs.ts';
import { parseFragmented } from './present.ts';
import { listMediaAfter } from './store.ts';
import type { MediaRow, StoredMediaFile, StoredPicture } from './tables.ts';

const readBatchSize = 1000;

/** Lists the keys of the stored files that a `media` row requires. None for a file of an external host. */
export function listFilesOfMedia(
	media: Pick<MediaRow, 'public_id' | 'secure_url' | 'state' | 'picture' | 'renditions' | 'fragmented'>,
): string[] {
	if (!media.secure_url.startsWith('/')) return [];
	const names = [
		...((JSON.parse(media.picture ?? 'null') as StoredPicture | null) ?? { sizes: [] }).sizes,
		...((JSON.parse(media.renditions ?? '[]') as StoredMediaFile[] | null) ?? []),
		...listFragmentedFiles(parseFragmented(media.fragmented)),
	].map(({ name }) => name);
	if (media.state === 'processing') names.push('original');
	return names.map((name) => getStorageKey(media.public_id, name));
}

/** Lists the keys of all stored files that `media` rows require. Excludes files of external hosts. */
export async function* listReferencedFiles(db: Db): AsyncGenerator<string> {
	for (let after = 0; ; ) {
		const rows = await listMediaAfter(db, after, readBatchSize);
		for (const row of rows) yield* listFilesOfMedia(row);
		const last = rows.at(-1);
		if (!last || rows.length < readBatchSize) return;
		after = last.id;
	}
}
