import { limits } from '../../../contract/limits.ts';
import type { PostKind } from '../../../contract/posts.ts';
import * as adDraft from '../../ads/draft.ts';
import { getAdDraftKey } from '../../ads/draft-key.ts';
import { shrinkPicture } from '../../media/picture-file.ts';
import {
	type ChosenPicture,
	maxPictures,
	parseDraftPictures,
	picturesReducer,
	toDraftPictures,
} from '../../media/pictures.ts';
import { readFromIndexedDb, storeInIndexedDb } from '../../platform/indexed-db.ts';
import { generateRandomKey } from '../../platform/random-key.ts';
import type { SharedContent } from '../../platform/worker/shared-content.ts';
import * as postDraft from '../../posts/draft.ts';
import { getPostDraftKey } from '../../posts/draft-key.ts';
import { composerPaths } from '../../posts/paths.ts';
import { postKindInfo } from '../../posts/post-kind-info.ts';
import { appendSharedText } from './group-shared-files.ts';

type SharedText = Pick<SharedContent, 'title' | 'text'>;

/** Adds shared content to the draft of a picture ad. Returns the path of the page that resumes the draft. */
export async function fillAdDraft(account: number, words: SharedText, pictures: readonly File[]): Promise<string> {
	const key = getAdDraftKey('image', account);
	fillAdFields(key, words);
	await addPictures(key, pictures, maxPictures);
	return '/dashboard/postAd';
}

/** Adds shared text to the draft of a video ad. Returns the path of the upload page, which reads the shared video itself. */
export function fillVideoDraft(account: number, words: SharedText): string {
	fillAdFields(getAdDraftKey('video', account), words);
	return '/dashboard/postvideo';
}

export async function fillPostDraft(
	kind: PostKind,
	account: number,
	{ title, text }: SharedText,
	pictures: readonly File[],
): Promise<string> {
	const key = getPostDraftKey(kind, account);
	const typed = postDraft.readDraft(key);
	postDraft.writeDraft(key, { ...typed, text: appendSharedText(typed.text, title, text) });
	await addPictures(key, pictures, postKindInfo[kind].pictures);
	return composerPaths[kind];
}

function fillAdFields(key: string, { title, text }: SharedText) {
	const typed = adDraft.readDraft(key);
	adDraft.writeDraft(key, {
		...typed,
		title: typed.title || title.slice(0, limits.title.max).toWellFormed(),
		description: appendSharedText(typed.description, text),
	});
}

async function addPictures(key: string, files: readonly File[], max: number) {
	let pictures: readonly ChosenPicture[] = parseDraftPictures(await readFromIndexedDb(key));
	for (const file of files.slice(0, Math.max(0, max - pictures.length))) {
		const small = await shrinkPicture(file).catch(() => file);
		const picture = {
			id: generateRandomKey(),
			name: file.name || 'picture',
			original: null,
			originalBytes: file.size,
			small,
			uploaded: null,
			problem: null,
		};
		pictures = picturesReducer(pictures, { type: 'added', pictures: [picture] }, max);
	}
	if (pictures.length > 0) await storeInIndexedDb(key, toDraftPictures(pictures));
}
