/**
 * Scenes of the sample pictures. `scripts/make-sample.ts` renders them; the files are committed, so that servers render
 * nothing.
 */

export const scenePalettes = [
	'sand',
	'clay',
	'sage',
	'sky',
	'blush',
	'lilac',
	'honey',
	'mint',
	'stone',
	'dusk',
] as const;
export type ScenePalette = (typeof scenePalettes)[number];

export const sceneBackdrops = ['plain', 'arch', 'sun', 'light', 'panels', 'podium'] as const;
/** What is behind the things, or, for `podium`, under the first one. */
export type SceneBackdrop = (typeof sceneBackdrops)[number];

export const sceneLayouts = ['solo', 'pair', 'trio', 'row', 'flat', 'spread', 'close'] as const;
/**
 * Arrangement of the things: `solo`, `pair` and `trio` on a floor with the first one largest; `row`, three side by
 * side; `flat` and `spread` seen from above, one centred or all of equal size; `close`, cropped by the frame.
 */
export type SceneLayout = (typeof sceneLayouts)[number];

export interface SceneObject {
	/** A name in Fluent Emoji, or of one of the script's own icons. */
	icon: string;
	/** Hue rotation in degrees. */
	hue?: number;
	/** Saturation factor; 1 keeps it, 0 is grey. */
	colour?: number;
	/** Brightness factor; 1 keeps it. */
	bright?: number;
	/** Clockwise rotation in degrees. */
	turn?: number;
	flip?: true;
	/** Size factor relative to the layout. */
	scale?: number;
}

export interface Scene {
	look: ScenePalette;
	layout: SceneLayout;
	backdrop?: SceneBackdrop;
	things: readonly (SceneObject | string)[];
}

/** A short film: scenes with cross-fades and a caption. */
export interface SampleVideo {
	shape: 'portrait' | 'landscape';
	/** Total length, 5 to 9. */
	seconds: number;
	scenes: readonly Scene[];
	headline: readonly string[];
	line: string;
	/** Seed of the music. */
	tune: number;
}

/** Path of a scene's picture from this folder; `index` starts at 0. */
export function getSamplePictureFile(slug: string, index: number): string {
	return `pictures/${slug}-${index + 1}.webp`;
}

export function getSampleVideoFile(slug: string): string {
	return `videos/${slug}.mp4`;
}
