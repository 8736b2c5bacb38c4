import type { SavedSearch } from '../../contract/saved-searches/saved-searches.ts';

export function makeSavedSearch(id: number, overrides: Partial<SavedSearch> = {}): SavedSearch {
	return {
		id,
		name: '“iphone 12”, Lagos',
		search: { q: 'iphone 12', state: 'Lagos' },
		alerts: 'at_once',
		new_ads: 0,
		seen_at: null,
		created_at: '2026-11-01T09:00:00.000Z',
		...overrides,
	};
}
