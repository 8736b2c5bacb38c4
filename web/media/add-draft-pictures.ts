import { readFromIndexedDb, storeInIndexedDb } from '../platform/indexed-db.ts';
import { generateRandomKey } from '../platform/random-key.ts';
import { preparePicture } from './picture-file.ts';
import { type ChosenPicture, parseDraftPictures, picturesReducer, toDraftPictures } from './pictures.ts';

/** Adds pictures to the draft stored under `key`, up to `max` pictures in all. */
export async function addDraftPictures(key: string, files: readonly File[], max: number) {
	let pictures: readonly ChosenPicture[] = parseDraftPictures(await readFromIndexedDb(key));
	for (const file of files.slice(0, Math.max(0, max - pictures.length))) {
		const { blob, problem } = await preparePicture(file);
		const picture = {
			id: generateRandomKey(),
			name: file.name || 'picture',
			original: null,
			originalBytes: file.size,
			small: blob,
			uploaded: null,
			problem,
		};
		pictures = picturesReducer(pictures, { type: 'added', pictures: [picture] }, max);
	}
	if (pictures.length > 0) await storeInIndexedDb(key, toDraftPictures(pictures));
}
