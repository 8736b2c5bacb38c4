import { limits } from '../../contract/limits.ts';
import type { UploadedFile } from '../../contract/media.ts';
import { getPictureSizeRejection } from './picture-file.ts';

/** A picture of an ad or a post that is being composed. */
export interface ChosenPicture {
	id: string;
	name: string;
	/** As chosen. Null for one of a draft, where only what is sent was kept. */
	original: Blob | null;
	/** Bytes as chosen. */
	originalBytes: number;
	/** What is sent; null while it is being made smaller. */
	small: Blob | null;
	/** What the media host said once it had it, and when that was. */
	uploaded: { file: UploadedFile; at: number } | null;
	/** Why it could not be sent. */
	problem: string | null;
}

export type PicturesAction =
	| { type: 'added'; pictures: readonly ChosenPicture[] }
	| { type: 'shrunk'; id: string; small: Blob }
	| { type: 'removed'; id: string }
	/** To the place `to`, counted from 0. */
	| { type: 'moved'; id: string; to: number }
	| { type: 'uploaded'; id: string; file: UploadedFile; at: number }
	| { type: 'failed'; id: string; problem: string }
	| { type: 'retried' }
	| { type: 'cleared' };

/** The media host sweeps what is not used after a while: an upload counts for this many milliseconds. */
const uploadLifetime = limits.unpublishedTtl - 3_600_000;

/** Pictures of an ad. */
export const maxPictures: number = limits.adPictures.max;

/** The pictures in their order, the first is the cover, at most `most` of them. */
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

/** What the media host has of a picture; null where it still has to be sent. `now` in milliseconds. */
export function getUploadedFile({ uploaded }: ChosenPicture, now: number): UploadedFile | null {
	return uploaded && now - uploaded.at < uploadLifetime ? uploaded.file : null;
}

/** A draft's pictures as they were kept; what is not a picture is left out. */
export function parseDraftPictures(kept: unknown): ChosenPicture[] {
	if (!Array.isArray(kept)) return [];
	return kept.flatMap((value: unknown): ChosenPicture[] => {
		const { id, name, originalBytes, small } = (value ?? {}) as Partial<ChosenPicture>;
		if (typeof id !== 'string' || typeof name !== 'string' || !(small instanceof Blob)) return [];
		return [{ id, name, originalBytes: Number(originalBytes), small, original: null, uploaded: null, problem: null }];
	});
}

/** What of the pictures is kept as a draft. */
export function toDraftPictures(pictures: readonly ChosenPicture[]) {
	return pictures.flatMap(({ id, name, originalBytes, small }) => (small ? [{ id, name, originalBytes, small }] : []));
}
