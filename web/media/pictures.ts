import { limits } from '../../contract/limits.ts';
import type { UploadedFile } from '../../contract/media.ts';
import { getPictureSizeRejection } from './picture-file.ts';

export interface ChosenPicture {
	id: string;
	name: string;
	/** The chosen file. Null if it was restored from a draft, which stores only the small one. */
	original: Blob | null;
	originalBytes: number;
	/** The file to send; null while it is being shrunk. */
	small: Blob | null;
	/** The media host's response and its time in milliseconds since 1970. */
	uploaded: { file: UploadedFile; at: number } | null;
	problem: string | null;
}

export type PicturesAction =
	| { type: 'added'; pictures: readonly ChosenPicture[] }
	| { type: 'shrunk'; id: string; small: Blob }
	| { type: 'removed'; id: string }
	/** `to` is the new index. */
	| { type: 'moved'; id: string; to: number }
	| { type: 'uploaded'; id: string; file: UploadedFile; at: number }
	| { type: 'failed'; id: string; problem: string }
	| { type: 'retried' }
	| { type: 'cleared' };

/** Milliseconds for which an upload can be used. The media host deletes unused files later. */
const uploadLifetime = limits.unpublishedTtl - 3_600_000;

/** Maximum number of pictures of an ad. */
export const maxPictures: number = limits.adPictures.max;

/** Keeps the pictures in order, at most `max`; the first is the cover. */
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
			return updatePicture(pictures, action.id, {
				small: action.small,
				problem: getPictureSizeRejection(action.small.size),
			});
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

/** The uploaded file of a picture; null if it still has to be sent. `now` is in milliseconds since 1970. */
export function getUploadedFile({ uploaded }: ChosenPicture, now: number): UploadedFile | null {
	return uploaded && now - uploaded.at < uploadLifetime ? uploaded.file : null;
}

/** Restores the pictures of a stored draft and ignores invalid ones. */
export function parseDraftPictures(stored: unknown): ChosenPicture[] {
	if (!Array.isArray(stored)) return [];
	return stored.flatMap((value: unknown): ChosenPicture[] => {
		const { id, name, originalBytes, small } = (value ?? {}) as Partial<ChosenPicture>;
		if (typeof id !== 'string' || typeof name !== 'string' || !(small instanceof Blob)) return [];
		return [{ id, name, originalBytes: Number(originalBytes), small, original: null, uploaded: null, problem: null }];
	});
}

/** The pictures as a draft stores them. Those still being shrunk are left out. */
export function toDraftPictures(pictures: readonly ChosenPicture[]) {
	return pictures.flatMap(({ id, name, originalBytes, small }) => (small ? [{ id, name, originalBytes, small }] : []));
}
