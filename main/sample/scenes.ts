/** Scenes of sample pictures and films. `scripts/make-sample.ts` renders them and the results are committed, so servers render nothing. */

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
/** Background behind the objects of a scene. A `podium` stands under the first object. */
export type SceneBackdrop = (typeof sceneBackdrops)[number];

export const sceneLayouts = ['solo', 'pair', 'trio', 'row', 'flat', 'spread', 'close'] as const;
/**
 * Arrangement of a scene's objects. `solo`, `pair` and `trio` stand on a floor, the first object largest. `row` shows three side by side.
 * `flat` and `spread` are seen from above: one object in the centre, or all of equal size. `close` is cropped by the frame.
 */
export type SceneLayout = (typeof sceneLayouts)[number];

export interface SceneObject {
	/** Name of an icon in Fluent Emoji or in `ownIcons` of scripts/make-sample.ts. */
	icon: string;
	/** Hue rotation of the object in degrees. */
	hue?: number;
	/** Saturation factor of the object; 1 leaves it unchanged, 0 is grey. */
	colour?: number;
	/** Brightness factor of the object; 1 leaves it unchanged. */
	bright?: number;
	/** Clockwise rotation of the object in degrees. */
	turn?: number;
	flip?: true;
	/** Size factor of the object relative to its size in the layout. */
	scale?: number;
}

export interface Scene {
	look: ScenePalette;
	layout: SceneLayout;
	backdrop?: SceneBackdrop;
	things: readonly (SceneObject | string)[];
}

/** Short film of a sample ad: scenes with cross-fades and a caption. */
export interface SampleVideo {
	shape: 'portrait' | 'landscape';
	/** Total length of the film in seconds, 5 to 9. */
	seconds: number;
	scenes: readonly Scene[];
	headline: readonly string[];
	line: string;
	/** Seed of the generated music. */
	tune: number;
}

/** Returns the path of a scene's picture relative to this folder. `index` starts at 0. */
export function getSamplePictureFile(slug: string, index: number): string {
	return `pictures/${slug}-${index + 1}.webp`;
}

export function getSampleVideoFile(slug: string): string {
	return `videos/${slug}.mp4`;
}
