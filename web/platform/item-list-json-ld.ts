/** Builds schema.org ItemList data of links to pages, in their order. `origin` is the site's origin. */
export function buildItemListJsonLd(items: readonly { name: string; path: string }[], origin: string) {
	return {
		'@context': 'https://schema.org',
		'@type': 'ItemList',
		itemListElement: items.map(({ name, path }, index) => ({
			'@type': 'ListItem',
			position: index + 1,
			url: new URL(path, origin).href,
			name,
		})),
	};
}

export type ItemListJsonLd = ReturnType<typeof buildItemListJsonLd>;
