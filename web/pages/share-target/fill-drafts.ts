import * as limits from '../../../contract/core/limits.ts';
import type { PostKind } from '../../../contract/posts/posts.ts';
import { getSession } from '../../accounts/session.ts';
import { emptyAd, getNewAdFields } from '../../ads/ad-form.ts';
import * as adDraft from '../../ads/draft.ts';
import { getAdDraftKey } from '../../ads/draft-key.ts';
import { addDraftPictures } from '../../media/add-draft-pictures.ts';
import { maxPictures } from '../../media/pictures.ts';
import { appendSharedText } from '../../offline/group-shared-files.ts';
import type { SharedContent } from '../../offline/worker/shared-content.ts';
import * as postDraft from '../../posts/draft.ts';
import { getPostDraftKey } from '../../posts/draft-key.ts';
import { composerPaths } from '../../posts/paths.ts';
import { postKindInfo } from '../../posts/post-kind-info.ts';

type SharedText = Pick<SharedContent, 'title' | 'text'>;

/** Adds shared content to the draft of a picture ad. Returns the path of the page that resumes the draft. */
export async function fillAdDraft(account: number, words: SharedText, pictures: readonly File[]): Promise<string> {
	const key = getAdDraftKey('image', account);
	fillAdFields(key, words);
	await addDraftPictures(key, pictures, maxPictures);
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
	await addDraftPictures(key, pictures, postKindInfo[kind].pictures);
	return composerPaths[kind];
}

function fillAdFields(key: string, { title, text }: SharedText) {
	const session = getSession();
	const typed = adDraft.readDraft(key, session ? getNewAdFields(session) : emptyAd);
	adDraft.writeDraft(key, {
		...typed,
		title: typed.title || title.slice(0, limits.title.max).toWellFormed(),
		description: appendSharedText(typed.description, text),
	});
}
