import type { Db } from '../platform/database/index.ts';
import { listFragmentedFiles } from './finished-media.ts';
import { getStorageKey } from './jobs.ts';
import { parseFragmented } from './present.ts';
import { listMediaAfter } from './store.ts';
import type { StoredMediaFile, StoredPicture } from './tables.ts';

const readBatchSize = 1000;

/** Lists the keys of all stored files that `media` rows require. Excludes files of external hosts. */
export async function* listReferencedFiles(db: Db): AsyncGenerator<string> {
	for (let after = 0; ; ) {
		const rows = await listMediaAfter(db, after, readBatchSize);
		for (const { public_id, secure_url, state, picture, renditions, fragmented } of rows) {
			if (!secure_url.startsWith('/')) continue;
			const names = [
				...((JSON.parse(picture ?? 'null') as StoredPicture | null) ?? { sizes: [] }).sizes,
				...((JSON.parse(renditions ?? '[]') as StoredMediaFile[] | null) ?? []),
				...listFragmentedFiles(parseFragmented(fragmented)),
			].map(({ name }) => name);
			if (state === 'processing') names.push('original');
			for (const name of names) yield getStorageKey(public_id, name);
		}
		const last = rows.at(-1);
		if (!last || rows.length < readBatchSize) return;
		after = last.id;
	}
}
