import type { OwnAdDetails } from '../../../contract/ads/ads.ts';
import { addDraftPictures } from '../../media/add-draft-pictures.ts';
import { maxPictures, parseDraftPictures } from '../../media/pictures.ts';
import { readFromIndexedDb, removeFromIndexedDb } from '../../platform/indexed-db.ts';
import { toAdFields } from '../ad-form.ts';
import { hasInput, readDraft, writeDraft } from '../draft.ts';
import { getAdDraftKey } from '../draft-key.ts';

/** Returns whether the account has a draft of a picture ad with text or pictures. */
export async function hasPictureAdDraft(accountId: number): Promise<boolean> {
	const key = getAdDraftKey('image', accountId);
	return hasInput(readDraft(key)) || parseDraftPictures(await readFromIndexedDb(key)).length > 0;
}

/** Replaces the draft of the account's next picture ad with a copy of an ad. Throws if a picture cannot be fetched. */
export async function draftCopyOfAd(accountId: number, ad: OwnAdDetails) {
	const files = await Promise.all(ad.gallery.map(({ url }, index) => fetchFile(url, `${ad.id}-${index + 1}.webp`)));
	const key = getAdDraftKey('image', accountId);
	writeDraft(key, toAdFields(ad));
	await removeFromIndexedDb(key);
	await addDraftPictures(key, files, maxPictures);
}

async function fetchFile(url: string, name: string): Promise<File> {
	const response = await fetch(url);
	if (!response.ok) throw new Error(`The picture has status ${response.status}`);
	const blob = await response.blob();
	return new File([blob], name, { type: blob.type });
}
