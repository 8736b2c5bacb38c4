/** The only definition of the product's name. */
export const brand = {
	name: 'Kasuwa',
	tagline: 'The market where every seller is seen',
	/** Name in URLs, such as `/dashboard/learn-with-kasuwa`. */
	slug: 'kasuwa',
} as const;
