interface Pages<Item> {
	pages: readonly { items: readonly Item[] }[];
}

/** Returns a `select` for an infinite query that lists each item once. New items on the server can shift an item onto the next page. */
export function dedupePagesBy<Item>(getKey: (item: Item) => unknown) {
	return ({ pages }: Pages<Item>): Item[] => [
		...new Map(pages.flatMap((page) => page.items).map((item) => [getKey(item), item])).values(),
	];
}

export function dedupePagesById<Item extends { id: number }>(data: Pages<Item>): Item[] {
	return dedupePagesBy<Item>(({ id }) => id)(data);
}
