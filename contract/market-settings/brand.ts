import type { Category } from './categories.ts';
import type { MainColours } from './market-colours.ts';

/** What every page and text of the market needs to know of the operator's settings. */
export interface Brand {
	name: string;
	tagline: string;
	/** Name of the market in URLs, as in `/dashboard/learn-with-…`. */
	slug: string;
	/** URL of the operator's logo; missing for the built-in one. */
	logo?: string | undefined;
	/** Categories that the browsing pages list, in the operator's order; missing for all, in their own order. */
	categories?: readonly Category[] | undefined;
	/** Colours that follow the operator's main colour; missing for the built-in ones. */
	colours?: { light: MainColours; dark: MainColours } | undefined;
	/** Hash of the values that differ from the defaults, in a document; missing without any. The app shell has it, too. */
	version?: string | undefined;
}

/** Name and tagline of the product until the operator sets others. No other file repeats them. */
export const defaultBrand: Brand = {
	name: 'Kasuwa',
	tagline: 'The market where every seller is seen',
	slug: 'kasuwa',
};

/**
 * Name and tagline in use. The server sets them when it starts and whenever the settings change, so no module may read them while it loads
 * (`checks/frozen-brand.test.ts`). A document brings the values that it was rendered with, in `globalThis.brand`, if they are not the defaults.
 */
export const brand: Brand = { ...defaultBrand, ...(globalThis as { brand?: Partial<Brand> }).brand };
