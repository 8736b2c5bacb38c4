import { queryOptions } from '@tanstack/react-query';
import * as draftsText from '../../contract/text/drafts.ts';
import { draftKey as adDraftKey } from '../ads/draft-key.ts';
import { forgetFiles, readFiles } from '../platform/stored-files.ts';
import { composerPaths } from '../posts/addresses.ts';
import { draftKey as postDraftKey } from '../posts/draft-key.ts';

/** Letters of a draft that are shown. */
const most = 60;

/** Something begun on this device that is not posted yet. */
interface Draft {
	key: string;
	/** What it would become. */
	what: string;
	/** Where it goes on. */
	to: string;
	/** The first words that were typed; empty where only files were chosen. */
	words: string;
}

/** Everything that may have been begun. */
function places(accountId: number): Omit<Draft, 'words'>[] {
	return [
		{ key: adDraftKey('image', accountId), what: draftsText.pictureAd, to: '/dashboard/postAd' },
		{ key: adDraftKey('video', accountId), what: draftsText.videoAd, to: '/dashboard/postvideo' },
		{ key: postDraftKey('tweet', accountId), what: draftsText.tweet, to: composerPaths.tweet },
		{ key: postDraftKey('talk', accountId), what: draftsText.talk, to: composerPaths.talk },
		{ key: postDraftKey('picture', accountId), what: draftsText.picture, to: composerPaths.picture },
	];
}

/** What this account has begun on this device. */
export function draftsQuery(accountId: number) {
	return queryOptions({
		queryKey: ['drafts', accountId],
		queryFn: () => findDrafts(accountId),
		staleTime: 0,
		gcTime: 0,
	});
}

async function findDrafts(accountId: number): Promise<Draft[]> {
	const found = await Promise.all(
		places(accountId).map(async (place) => {
			const text = readText(place.key);
			const files = await readFiles(place.key);
			const begun = text !== null || (Array.isArray(files) && files.length > 0);
			return begun ? [{ ...place, words: firstWords(text) }] : [];
		}),
	);
	return found.flat();
}

/** Forgets everything this account has begun on this device, which may be somebody else's. */
export function forgetDrafts(accountId: number) {
	for (const { key } of places(accountId)) {
		try {
			localStorage.removeItem(key);
		} catch {
			// Where nothing can be removed, nothing was kept.
		}
		void forgetFiles(key);
	}
}

function readText(key: string): string | null {
	try {
		return localStorage.getItem(key);
	} catch {
		return null;
	}
}

/** The first words of what a draft's text in the storage says, whatever stands there. */
export function firstWords(stored: string | null): string {
	try {
		const fields = (JSON.parse(stored ?? 'null') ?? {}) as Record<string, unknown>;
		const typed = [fields.title, fields.text, fields.description].find(
			(value): value is string => typeof value === 'string' && value.trim() !== '',
		);
		const words = (typed ?? '').trim().replace(/\s+/g, ' ');
		return words.length > most ? `${words.slice(0, most).trimEnd().toWellFormed()}…` : words;
	} catch {
		return '';
	}
}
