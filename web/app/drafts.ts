import { queryOptions } from '@tanstack/react-query';
import * as draftsText from '../../text/web/drafts.ts';
import { getAdDraftKey } from '../ads/draft-key.ts';
import { readFromIndexedDb, removeFromIndexedDb } from '../platform/indexed-db.ts';
import { getPostDraftKey } from '../posts/draft-key.ts';
import { composerPaths } from '../posts/paths.ts';

const maxPreviewLength = 60;

interface Draft {
	key: string;
	/** Label for the kind of content that was drafted. */
	label: string;
	/** Path of the page that resumes the draft. */
	to: string;
	/** First words of the draft's text; empty if only files were chosen. */
	preview: string;
}

function draftSources(accountId: number): Omit<Draft, 'preview'>[] {
	return [
		{ key: getAdDraftKey('image', accountId), label: draftsText.pictureAd, to: '/dashboard/postAd' },
		{ key: getAdDraftKey('video', accountId), label: draftsText.videoAd, to: '/dashboard/postvideo' },
		{ key: getPostDraftKey('tweet', accountId), label: draftsText.tweet, to: composerPaths.tweet },
		{ key: getPostDraftKey('talk', accountId), label: draftsText.talk, to: composerPaths.talk },
		{ key: getPostDraftKey('picture', accountId), label: draftsText.picture, to: composerPaths.picture },
	];
}

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
		draftSources(accountId).map(async (source) => {
			const text = readText(source.key);
			const files = await readFromIndexedDb(source.key);
			const hasDraft = text !== null || (Array.isArray(files) && files.length > 0);
			return hasDraft ? [{ ...source, preview: getDraftPreview(text) }] : [];
		}),
	);
	return found.flat();
}

/** Removes all drafts of an account from this device, which others may use. */
export function clearDrafts(accountId: number) {
	for (const { key } of draftSources(accountId)) {
		try {
			localStorage.removeItem(key);
		} catch {
			// If storage is blocked, it contains no drafts.
		}
		void removeFromIndexedDb(key);
	}
}

function readText(key: string): string | null {
	try {
		return localStorage.getItem(key);
	} catch {
		return null;
	}
}

/** Returns the first words of a stored draft; empty if the draft is malformed. */
export function getDraftPreview(stored: string | null): string {
	try {
		const fields = (JSON.parse(stored ?? 'null') ?? {}) as Record<string, unknown>;
		const typed = [fields.title, fields.text, fields.description].find(
			(value): value is string => typeof value === 'string' && value.trim() !== '',
		);
		const words = (typed ?? '').trim().replace(/\s+/g, ' ');
		return words.length > maxPreviewLength ? `${words.slice(0, maxPreviewLength).trimEnd().toWellFormed()}…` : words;
	} catch {
		return '';
	}
}
