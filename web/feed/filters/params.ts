import type { AdFilter } from '../ad-filter.ts';

// The first page needs this module, but not `parse.ts`, unless its address has filters.

export const adFilterParamNames = [
	'category',
	'format',
	'condition',
	'negotiable',
	'delivery',
	'state',
	'lga',
	'place',
	'min',
	'max',
] as const;

/** Converts filters to the parameters of an address, with prices in naira. */
export function toAdFilterParams(filter: AdFilter): Record<string, string> {
	const params: Record<string, string> = {};
	for (const name of adFilterParamNames) {
		const value = name === 'min' || name === 'max' ? (filter[`${name}_price`] ?? 0) / 100 : filter[name];
		if (value) params[name] = String(value);
	}
	return params;
}

/** Returns the number of filters that are set, without the category. */
export function countAdFilters(filter: AdFilter): number {
	return Object.keys(toAdFilterParams({ ...filter, category: undefined })).length;
}

export interface FilterProps {
	filter: AdFilter;
	/** Returns the path of the list with other filters. */
	toPath: (filter: AdFilter) => string;
}

/** Names of the dialogs in the state of history entries. */
export type FilterDialogName = 'filters' | 'near-you';

/** Id of the button that opens the filters. */
export const filtersButtonId = 'filters';
