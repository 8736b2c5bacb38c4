/** Name and tagline of the product. No other file repeats them. */
export const brand = {
	name: 'Kasuwa',
	tagline: 'The market where every seller is seen',
	/** Name of the product in URLs, such as `/dashboard/learn-with-kasuwa`. */
	slug: 'kasuwa',
} as const;
