/** The product's name. Nothing else spells it. */
export const brand = {
	name: 'Kasuwa',
	tagline: 'The market where every seller is seen',
	/** The name as it stands in an address, such as `/dashboard/learn-with-kasuwa`. */
	slug: 'kasuwa',
} as const;
