interface Pages<Item> {
	pages: readonly { items: readonly Item[] }[];
}

/** For the `select` of an infinite query: the items of its pages in a row, each once. What comes in meanwhile moves others on to the next page. */
export function uniqueItemsBy<Item>(getKey: (item: Item) => unknown) {
	return ({ pages }: Pages<Item>): Item[] => [
		...new Map(pages.flatMap((page) => page.items).map((item) => [getKey(item), item])).values(),
	];
}

/** For the `select` of an infinite query: the items of its pages in a row, each id once. */
export function uniqueItemsById<Item extends { id: number }>(data: Pages<Item>): Item[] {
	return uniqueItemsBy<Item>(({ id }) => id)(data);
}
