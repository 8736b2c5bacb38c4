import type { AdFilterQuery } from '../../contract/feed/feed.ts';
import { nameSearch } from '../../contract/saved-searches/saved-search-name.ts';
import type { SavedSearch } from '../../contract/saved-searches/saved-searches.ts';
import { toIsoTime } from '../core/clock.ts';
import type { SavedSearchRow } from './tables.ts';

/** Returns the words and filters of a search as the API takes them. */
export function toSearchQuery({ q, filters }: Pick<SavedSearchRow, 'q' | 'filters'>): SavedSearch['search'] {
	return { ...(q !== '' && { q }), ...(JSON.parse(filters) as AdFilterQuery) };
}

export function presentSavedSearch(row: SavedSearchRow, newAds: number): SavedSearch {
	const search = toSearchQuery(row);
	return {
		id: row.id,
		name: nameSearch(search),
		search,
		alerts: row.alerts,
		new_ads: newAds,
		seen_at: toIsoTime(row.seen_at),
		created_at: toIsoTime(row.created_at),
	};
}
