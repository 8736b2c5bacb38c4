import { FilterSheet } from './filter-sheet.tsx';
import { NearYouDialog } from './near-you-dialog.tsx';
import type { FilterDialogName, FilterProps } from './params.ts';

/** Renders the dialog of a filter button. */
export function FilterDialog({ dialog, ...props }: FilterProps & { q?: string; dialog: FilterDialogName }) {
	return dialog === 'filters' ? <FilterSheet {...props} /> : <NearYouDialog {...props} />;
}
