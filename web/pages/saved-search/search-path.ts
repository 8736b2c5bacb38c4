import type { SavedSearch } from '../../../contract/saved-searches/saved-searches.ts';
import { toAdFilterParams } from '../../feed/filters/params.ts';
import { searchFormPath } from '../../feed/search-filter.ts';

/** Returns the path of the page that shows the results of a saved search: the search for words, or the market with its filters. */
export function toResultsPath({ q, ...filter }: SavedSearch['search']): string {
	const params = toAdFilterParams(filter);
	if (q) return searchFormPath(Object.entries({ q, sort: 'newest', ...params }));
	return `/?${new URLSearchParams(params)}`;
}
