import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FinishedMedia } from '../../server/media/index.ts';
import type { SampleAd } from './ads.ts';

/** Returns the name of a picture of a sample ad. `index` starts at 0. */
export function getSamplePictureName(slug: string, index: number): string {
	return `pictures/${slug}-${index + 1}`;
}

/** Returns the names of the files of a sample ad in order: its pictures, or its film. */
export function listSampleFileNames({
	slug,
	format,
	pictures,
}: Pick<SampleAd, 'slug' | 'format' | 'pictures'>): string[] {
	if (format === 'video') return [`videos/${slug}`];
	return Array.from({ length: pictures }, (_, index) => getSamplePictureName(slug, index));
}

export function getSampleAvatarName(userName: string): string {
	return `avatars/${userName}`;
}

/** Folder of finished files. A picture, film or avatar is a folder by its name, with one file per size. */
export const sampleFilesFolder = join(import.meta.dirname, 'files');

/** Path of the list that says what `scripts/make-sample.ts` made: the finished media by their names. */
export const sampleFilesList = join(import.meta.dirname, 'files.json');

export async function readSampleFilesList(): Promise<Record<string, FinishedMedia>> {
	return JSON.parse(await readFile(sampleFilesList, 'utf8'));
}
