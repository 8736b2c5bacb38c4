import { ListFilter } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as adFiltersText from '../../../text/shared/ad-filters.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { countAdFilters, type FilterDialogName, type FilterProps, filtersButtonId } from './params.ts';

// The first page shows the buttons only. Everything behind them loads when it is needed.
const FilterDialog = lazyComponent(async () => (await import('./filter-dialog.tsx')).FilterDialog);
const LoadedFilterChips = lazyComponent(async () => (await import('./filter-chips.tsx')).FilterChips);

interface OpenButtonProps {
	dialog: FilterDialogName;
	id?: string;
	className: string;
	children: ReactNode;
}

/** Button that opens a dialog of `FilterDialogs` with its own history entry. */
function OpenButton({ dialog, ...button }: OpenButtonProps) {
	const { pathname, search } = useLocation();
	const navigate = useNavigate();
	return (
		<button
			type="button"
			onClick={() => navigate({ pathname, search }, { state: { dialog }, preventScrollReset: true })}
			{...button}
		/>
	);
}

export const filterButtonClasses =
	'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control px-2 font-semibold text-14 text-leaf hover:bg-leaf-soft';

/** Button that opens the filters. With `compact`, a phone shows only the icon. */
export function FiltersButton({ filter, compact = false }: Pick<FilterProps, 'filter'> & { compact?: boolean }) {
	return (
		<OpenButton dialog="filters" id={filtersButtonId} className={filterButtonClasses}>
			<ListFilter aria-hidden className="size-4.5" />
			<span className={compact ? 'max-sm:sr-only' : undefined}>{adFiltersText.filters(countAdFilters(filter))}</span>
		</OpenButton>
	);
}

/** Button that shows the ads of the user's state. It asks for the state once, and again while its ads are shown. */
export function NearYouButton({ className, children }: { className: string; children?: ReactNode }) {
	return (
		<OpenButton dialog="near-you" className={className}>
			{children}
			{adFiltersText.nearYou}
		</OpenButton>
	);
}

/** Dialogs of the buttons. `q` is the search query whose ads the filters count. */
export function FilterDialogs(props: FilterProps & { q?: string }) {
	const state: unknown = useLocation().state;
	const dialog = useHydrated() && (state as { dialog?: unknown } | null)?.dialog;
	return (
		(dialog === 'filters' || dialog === 'near-you') && (
			<Suspense>
				<FilterDialog {...props} dialog={dialog} />
			</Suspense>
		)
	);
}

/** The filters that are set, each with a link that removes it. Renders nothing without filters. */
export function FilterChips(props: FilterProps & { className?: string }) {
	if (countAdFilters(props.filter) === 0) return null;
	return (
		<Suspense>
			<LoadedFilterChips {...props} />
		</Suspense>
	);
}
