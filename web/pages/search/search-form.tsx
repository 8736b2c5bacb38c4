import { Search } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import type { Brand } from '../../../contract/market-settings/brand.ts';
import { type Category, categories } from '../../../contract/market-settings/categories.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as searchText from '../../../text/web/search.ts';
import { useSession } from '../../accounts/session.ts';
import { SearchButton, SearchInput } from '../../data/search-input.tsx';
import type { AdFilter } from '../../feed/ad-filter.ts';
import { FilterChips, FilterDialogs, FiltersButton } from '../../feed/filters/filter-bar.tsx';
import { adFilterParamNames } from '../../feed/filters/params.ts';
import { addRecentSearch } from '../../feed/recent-searches.ts';
import { includesAds, searchFormPath, toSavedSearch, toSearchPath } from '../../feed/search-filter.ts';
import type { SearchFilter } from '../../feed/search-query.ts';
import { useBrand } from '../../platform/brand.ts';
import { SaveSearchButton } from '../../saved-searches/save-search-button.tsx';
import { classes } from '../../ui/classes.ts';

/** Milliseconds between the last keystroke and the search. */
const debounceDelay = 300;
const controlClasses =
	'min-h-11 w-full min-w-0 rounded-control border border-edge bg-card px-3.5 text-16 wide:min-h-12';
const selectClasses = `${controlClasses} flex-1 basis-24 truncate max-wide:px-2 max-wide:text-14 wide:max-w-56`;

/** Search form that works without JavaScript and keeps typed input. `children` render between the words and the ad filters. */
export function SearchForm({ filter, children }: { filter: SearchFilter; children: ReactNode }) {
	const brand = useBrand();
	const navigate = useNavigate();
	const { search } = useLocation();
	const given = new URLSearchParams(search);
	const form = useRef<HTMLFormElement>(null);
	const words = useRef<HTMLInputElement>(null);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const { q, kind, sort, ...adFilter } = filter;
	const toPath = (chosen: AdFilter) => toSearchPath({ q, kind, sort, ...chosen });

	function scheduleSearch(wait: number) {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => {
			if (!form.current) return;
			const address = searchFormPath(new FormData(form.current));
			void navigate(address, { replace: true, preventScrollReset: true, state: { typed: true } });
		}, wait);
	}
	useFillFromUrl(form, () => clearTimeout(timer.current));
	useFocusOnArrival(words);
	// Searches for words that the user typed before hydration.
	const catchUp = useEffectEvent(() => {
		if (words.current && words.current.value !== (given.get('q') ?? '')) scheduleSearch(debounceDelay);
	});
	useEffect(() => {
		catchUp();
		return () => clearTimeout(timer.current);
	}, []);

	return (
		<search className="contents">
			<form
				ref={form}
				action="/search"
				onSubmit={(event) => {
					event.preventDefault();
					const typed = words.current?.value.trim();
					if (typed) addRecentSearch(typed);
					scheduleSearch(0);
				}}
				className="contents"
			>
				{/* Small screens show the field in the gap of the top bar, which has a mark at its left, and one or two buttons at its right. */}
				<div
					className={classes(
						'sticky top-2 z-40 -mt-17 mb-6 ml-[46px] wide:relative wide:top-0 wide:z-auto wide:mx-0 wide:my-3',
						useSession() ? 'mr-[calc(5.125rem+16px)]' : 'mr-[calc(2.375rem+8px)]',
					)}
				>
					<Search
						aria-hidden
						className="pointer-events-none absolute top-0 left-[14px] h-full w-[20px] text-quiet wide:hidden"
					/>
					<SearchInput
						ref={words}
						name="q"
						label={commonText.search}
						placeholder={searchText.placeholder}
						defaultValue={given.get('q') ?? ''}
						onChange={() => scheduleSearch(debounceDelay)}
						className={`${controlClasses} max-wide:rounded-full max-wide:pl-[42px] wide:pr-13`}
					/>
					{/* Without a submit button, neither Enter nor a phone's search key submits a form with several fields. Phones do not show it. */}
					<SearchButton label={commonText.search} className="top-0.5 right-0.5 max-wide:hidden" />
				</div>
				{filter.kind !== null && <input type="hidden" name="kind" value={filter.kind} />}
				{children}
				{includesAds(filter.kind) && (
					<div className="mt-2 flex flex-wrap gap-2 wide:mt-3">
						<select
							name="category"
							aria-label={commonText.category}
							defaultValue={filter.category ?? ''}
							onChange={() => scheduleSearch(0)}
							className={selectClasses}
						>
							<option value="">{commonText.allCategories}</option>
							{listOptions(brand, filter.category).map((category) => (
								<option key={category}>{category}</option>
							))}
						</select>
						<select
							name="sort"
							aria-label={searchText.order}
							defaultValue={filter.sort}
							onChange={() => scheduleSearch(0)}
							className={selectClasses}
						>
							{Object.entries(searchText.sortNames).map(([sort, label]) => (
								<option key={sort} value={sort}>
									{label}
								</option>
							))}
						</select>
						{/* The form keeps the filters that the dialog sets. */}
						{adFilterParamNames.map(
							(name) =>
								name !== 'category' && <input key={name} type="hidden" name={name} value={given.get(name) ?? ''} />,
						)}
						<div className="flex">
							{q !== '' && <SaveSearchButton search={toSavedSearch(filter)} compact />}
							<FiltersButton filter={adFilter} compact />
							<FilterDialogs filter={adFilter} q={q} toPath={toPath} />
						</div>
						<FilterChips filter={adFilter} toPath={toPath} className="basis-full" />
					</div>
				)}
			</form>
		</search>
	);
}

/** Lists the categories to browse, and the chosen one even if the operator hides it. */
function listOptions({ categories: shown = categories }: Brand, chosen: Category | undefined): readonly Category[] {
	return chosen === undefined || shown.includes(chosen) ? shown : [...shown, chosen];
}

/** Focuses the search field when the user arrives without a search. A phone's keyboard would cover existing results. */
function useFocusOnArrival(field: RefObject<HTMLInputElement | null>) {
	const { search, state, key } = useLocation();
	const here = useRef(false);
	const arrives = useNavigationType() === 'PUSH' && (state as { typed?: boolean } | null)?.typed !== true;
	const empty = !new URLSearchParams(search).get('q');
	useEffect(() => {
		// The effect depends on the location's `key`, so that it runs again at every visit.
		void key;
		if (empty && (arrives || !here.current)) field.current?.focus({ preventScroll: true });
		here.current = true;
	}, [field, key, arrives, empty]);
}

/** Fills the form from the address after a navigation that typing did not cause, such as a hashtag, a recent search or going back. */
function useFillFromUrl(form: RefObject<HTMLFormElement | null>, onFill: () => void) {
	const { search, state, key } = useLocation();
	const typed = useNavigationType() !== 'POP' && (state as { typed?: boolean } | null)?.typed === true;
	const filled = useRef(key);
	const fill = useRef(onFill);
	useEffect(() => {
		// When the page opens, the fields already have their values, and perhaps newer input.
		if (filled.current === key) return;
		filled.current = key;
		if (typed || !form.current) return;
		fill.current();
		const given = new URLSearchParams(search);
		for (const field of form.current.elements) {
			if (field instanceof HTMLInputElement && field.type !== 'hidden') field.value = given.get(field.name) ?? '';
			if (!(field instanceof HTMLSelectElement)) continue;
			field.value = given.get(field.name) ?? '';
			// An unknown value selects the default option.
			if (field.selectedIndex < 0) field.selectedIndex = 0;
		}
	}, [form, key, search, typed]);
}
