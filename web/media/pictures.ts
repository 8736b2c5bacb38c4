import * as limits from '../../contract/core/limits.ts';
import type { UploadedFile } from '../../contract/media/media.ts';

export interface ChosenPicture {
	id: string;
	name: string;
	/** The chosen file. Null for a picture from a draft, because drafts store only the shrunk file. */
	original: Blob | null;
	originalBytes: number;
	/** The shrunk file, which is sent. Null during shrinking. */
	small: Blob | null;
	/** Response of the media host, and the time of the response in milliseconds since 1970. */
	uploaded: { file: UploadedFile; at: number } | null;
	problem: string | null;
}

export type PicturesAction =
	| { type: 'added'; pictures: readonly ChosenPicture[] }
	| { type: 'shrunk'; id: string; small: Blob; problem: string | null }
	| { type: 'removed'; id: string }
	/** `to` is the new index of the picture. */
	| { type: 'moved'; id: string; to: number }
	| { type: 'uploaded'; id: string; file: UploadedFile; at: number }
	| { type: 'failed'; id: string; problem: string }
	| { type: 'retried' }
	| { type: 'cleared' };

/** Milliseconds after an upload in which its file can be used. The media host deletes an unused file an hour later. */
const uploadLifetime = limits.unpublishedTtl - 3_600_000;

/** Maximum number of pictures of an ad. */
export const maxPictures: number = limits.adPictures.max;

/** Applies an action to the chosen pictures, at most `max`. The first picture is the ad's cover. */
export function picturesReducer(
	pictures: readonly ChosenPicture[],
	action: PicturesAction,
	max = maxPictures,
): readonly ChosenPicture[] {
	switch (action.type) {
		case 'added':
			return [...pictures, ...action.pictures].slice(0, max);
		case 'removed':
			return pictures.filter(({ id }) => id !== action.id);
		case 'moved':
			return movePicture(pictures, action.id, action.to);
		case 'cleared':
			return [];
		case 'retried':
			return pictures.map((picture) => ({ ...picture, problem: null }));
		case 'shrunk':
			return updatePicture(pictures, action.id, { small: action.small, problem: action.problem });
		case 'uploaded':
			return updatePicture(pictures, action.id, { uploaded: { file: action.file, at: action.at }, problem: null });
		case 'failed':
			return updatePicture(pictures, action.id, { problem: action.problem });
	}
}

function updatePicture(pictures: readonly ChosenPicture[], id: string, values: Partial<ChosenPicture>) {
	return pictures.map((picture) => (picture.id === id ? { ...picture, ...values } : picture));
}

function movePicture(pictures: readonly ChosenPicture[], id: string, to: number): readonly ChosenPicture[] {
	const from = pictures.findIndex((picture) => picture.id === id);
	const picture = pictures[from];
	if (!picture || to < 0 || to >= pictures.length || to === from) return pictures;
	const others = pictures.filter((other) => other !== picture);
	return [...others.slice(0, to), picture, ...others.slice(to)];
}

/** Returns a picture's file that the media host already has, or null if it must be sent. `now` is in milliseconds since 1970. */
export function getUploadedFile({ uploaded }: ChosenPicture, now: number): UploadedFile | null {
	return uploaded && now - uploaded.at < uploadLifetime ? uploaded.file : null;
}

/** Restores the pictures of a stored draft and ignores invalid entries. */
export function parseDraftPictures(stored: unknown): ChosenPicture[] {
	if (!Array.isArray(stored)) return [];
	return stored.flatMap((value: unknown): ChosenPicture[] => {
		const { id, name, originalBytes, small } = (value ?? {}) as Partial<ChosenPicture>;
		if (typeof id !== 'string' || typeof name !== 'string' || !(small instanceof Blob)) return [];
		return [{ id, name, originalBytes: Number(originalBytes), small, original: null, uploaded: null, problem: null }];
	});
}

/** Converts pictures for storage in a draft. Omits pictures that are still being shrunk. */
export function toDraftPictures(pictures: readonly ChosenPicture[]) {
	return pictures.flatMap(({ id, name, originalBytes, small }) => (small ? [{ id, name, originalBytes, small }] : []));
}
