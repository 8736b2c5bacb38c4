/**
 * What the sample's pictures show. `scripts/make-sample.ts` draws them once; the drawn files are kept beside this one,
 * so that nothing is drawn on an operator's machine.
 */

export const looks = ['sand', 'clay', 'sage', 'sky', 'blush', 'lilac', 'honey', 'mint', 'stone', 'dusk'] as const;
/** The tones of a picture's wall and floor. */
export type Look = (typeof looks)[number];

export const backdrops = ['plain', 'arch', 'sun', 'light', 'panels', 'podium'] as const;
/** What stands behind the things, or, for `podium`, under the first. */
export type Backdrop = (typeof backdrops)[number];

export const layouts = ['solo', 'pair', 'trio', 'row', 'flat', 'spread', 'close'] as const;
/**
 * How the things stand: `solo`, `pair` and `trio` on a floor, the first one largest; `row`, three in a line;
 * `flat` and `spread` seen from above, one in the middle or all alike; `close`, cut off by the frame.
 */
export type Layout = (typeof layouts)[number];

export interface Thing {
	/** A name in Fluent Emoji, or one of those that the script draws itself. */
	icon: string;
	/** Turns its colours, degrees. */
	hue?: number;
	/** How strong its colours are; 1 leaves them, 0 is grey. */
	colour?: number;
	/** How bright it is; 1 leaves it. */
	bright?: number;
	/** Turns it clockwise, degrees. */
	turn?: number;
	/** Mirrored. */
	flip?: true;
	/** Its size against what the layout gives it; 1 leaves it. */
	scale?: number;
}

export interface Scene {
	look: Look;
	layout: Layout;
	backdrop?: Backdrop;
	things: readonly (Thing | string)[];
}

/** A short film: its scenes blend into each other, the words stand on all of them. */
export interface Film {
	shape: 'portrait' | 'landscape';
	/** Whole length, 5 to 9. */
	seconds: number;
	scenes: readonly Scene[];
	/** The headline, one entry a line. */
	headline: readonly string[];
	/** The smaller line below it. */
	line: string;
	/** Chooses the tune. */
	tune: number;
}

/** Where the picture of a scene is, from this folder; `index` counts from 0. */
export function pictureFile(slug: string, index: number): string {
	return `pictures/${slug}-${index + 1}.webp`;
}

/** Where the film of a video ad is, from this folder. */
export function filmFile(slug: string): string {
	return `videos/${slug}.mp4`;
}
