import { type Category, categories } from '../../contract/categories.ts';

/** The category a feed's address names: null for all of them, undefined where there is no such category. */
export function categoryIn(search: URLSearchParams): Category | null | undefined {
	const named = search.get('category');
	return named ? categories.find((category) => category === named) : null;
}

/** The items of several pages in a row, each id once: an item whose rank changes between two pages may stand on both. */
export function flatten<Item extends { id: number }>(pages: readonly { items: readonly Item[] }[]): Item[] {
	return [...new Map(pages.flatMap((page) => page.items).map((item) => [item.id, item])).values()];
}
