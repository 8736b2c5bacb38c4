import { type Category, categories } from '../../contract/categories.ts';

/** The category a feed's address names: null for all of them, undefined where there is no such category. */
export function categoryIn(search: URLSearchParams): Category | null | undefined {
	const named = search.get('category');
	return named ? categories.find((category) => category === named) : null;
}
