import type { Category } from './categories.ts';
import type { MainColours } from './market-colours.ts';

/** What every page and text of the market needs to know of the operator's settings. A change of the settings makes a new value. */
export interface Brand {
	readonly name: string;
	readonly tagline: string;
	/** Name of the market in URLs, as in `/dashboard/learn-with-…`. */
	readonly slug: string;
	/** URL of the operator's logo; missing for the built-in one. */
	readonly logo?: string | undefined;
	/** Categories that the browsing pages list, in the operator's order; missing for all, in their own order. */
	readonly categories?: readonly Category[] | undefined;
	/** Colours that follow the operator's main colour; missing for the built-in ones. */
	readonly colours?: { readonly light: MainColours; readonly dark: MainColours } | undefined;
	/** `brand:` and a hash of the values, by which the app recognizes an old app shell; missing for `defaultBrand`. */
	readonly version?: string | undefined;
}

/** The market until the operator changes its settings. No other file repeats these values. */
export const defaultBrand: Brand = {
	name: 'Kasuwa',
	tagline: 'The market where every seller is seen',
	slug: 'kasuwa',
};
