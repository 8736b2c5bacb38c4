import { limits } from '../../../contract/limits.ts';
import type { PostKind } from '../../../contract/posts.ts';
import * as adDraft from '../../ads/draft.ts';
import { draftKey as adDraftKey } from '../../ads/draft-key.ts';
import { shrinkPicture } from '../../media/picture-file.ts';
import { type ChosenPicture, mostPictures, nextPictures, parseKept, toKeep } from '../../media/pictures.ts';
import { randomKey } from '../../platform/random-key.ts';
import { keepFiles, readFiles } from '../../platform/stored-files.ts';
import type { Shared } from '../../platform/worker/shared-things.ts';
import { composerPaths } from '../../posts/addresses.ts';
import * as postDraft from '../../posts/draft.ts';
import { draftKey as postDraftKey } from '../../posts/draft-key.ts';
import { kinds } from '../../posts/kinds.ts';
import { withWords } from './sorted.ts';

type Words = Pick<Shared, 'title' | 'text'>;

/** Puts it into the draft of an ad with pictures, beside what was begun before. Answers where the draft goes on. */
export async function takeForAd(account: number, words: Words, pictures: readonly File[]): Promise<string> {
	const key = adDraftKey('image', account);
	typeIntoAd(key, words);
	await addPictures(key, pictures, mostPictures);
	return '/dashboard/postAd';
}

/** Puts the words into the draft of a video ad; the video waits to be taken by its page. */
export function takeForVideo(account: number, words: Words): string {
	typeIntoAd(adDraftKey('video', account), words);
	return '/dashboard/postvideo';
}

/** Puts it into the draft of a tweet, a talk or a picture. */
export async function takeForPost(
	kind: PostKind,
	account: number,
	{ title, text }: Words,
	pictures: readonly File[],
): Promise<string> {
	const key = postDraftKey(kind, account);
	const typed = postDraft.readDraft(key);
	postDraft.writeDraft(key, { ...typed, text: withWords(typed.text, title, text) });
	await addPictures(key, pictures, kinds[kind].pictures);
	return composerPaths[kind];
}

function typeIntoAd(key: string, { title, text }: Words) {
	const typed = adDraft.readDraft(key);
	adDraft.writeDraft(key, {
		...typed,
		title: typed.title || title.slice(0, limits.title.max).toWellFormed(),
		description: withWords(typed.description, text),
	});
}

async function addPictures(key: string, files: readonly File[], most: number) {
	let pictures: readonly ChosenPicture[] = parseKept(await readFiles(key));
	for (const file of files.slice(0, Math.max(0, most - pictures.length))) {
		const small = await shrinkPicture(file).catch(() => file);
		const picture = {
			id: randomKey(),
			name: file.name || 'picture',
			original: null,
			originalBytes: file.size,
			small,
			uploaded: null,
			problem: null,
		};
		pictures = nextPictures(pictures, { type: 'added', pictures: [picture] }, most);
	}
	if (pictures.length > 0) await keepFiles(key, toKeep(pictures));
}
