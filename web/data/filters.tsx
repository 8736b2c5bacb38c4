import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatInteger } from '../../contract/core/format-integer.ts';
import * as commonText from '../../text/shared/common.ts';
import { classes } from '../ui/classes.ts';
import { useCenteredCurrentLink } from '../ui/use-centered-current-link.ts';
import { SearchInput } from './search-input.tsx';

/** Returns a function that navigates to another filter. The filter is in the address, so it can be bookmarked and shared. */
export function useSetFilter(): (path: string) => void {
	const navigate = useNavigate();
	return (path) => void navigate(path, { replace: true, preventScrollReset: true });
}

interface FilterRowProps<Value extends string> {
	label: string;
	names: Readonly<Record<Value, string>>;
	/** Filter values in display order. */
	values: readonly Value[];
	/** Selected filter value; null selects all. */
	current: Value | null;
	pathTo: (value: Value | null) => string;
	/** If true, one value is always selected, so the row has no link that selects all. */
	withoutAll?: boolean;
	/** Number of items per filter value; undefined while loading, or if the list has no counts. */
	counts?: Readonly<Partial<Record<Value, number>>> | undefined;
}

export function FilterRow<Value extends string>(props: FilterRowProps<Value>) {
	const { label, names, values, current, pathTo, counts, withoutAll = false } = props;
	const row = useCenteredCurrentLink<HTMLElement>(current);
	return (
		<nav ref={row} aria-label={label} className="relative -mx-4 overflow-x-auto px-4 py-1 wide:mx-0 wide:px-0">
			<ul className="flex gap-1.5 wide:flex-wrap">
				{(withoutAll ? values : [null, ...values]).map((value) => (
					<li key={value}>
						<Link
							to={pathTo(value)}
							replace
							preventScrollReset
							aria-current={value === current ? 'true' : undefined}
							className={classes(
								'inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-full px-3.5 text-14 wide:min-h-9 wide:px-3',
								value === current ? 'bg-leaf-soft font-semibold text-leaf' : 'bg-sunken hover:bg-line',
							)}
						>
							{value === null ? commonText.all : names[value]}
							{counts && (
								<span className={classes('tabular-nums', value !== current && 'text-quiet')}>
									{formatInteger(getCount(counts, value))}
								</span>
							)}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	);
}

function getCount<Value extends string>(counts: Readonly<Partial<Record<Value, number>>>, value: Value | null): number {
	if (value !== null) return counts[value] ?? 0;
	return Object.values<number | undefined>(counts).reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

const controlStyle =
	'min-h-11 w-full min-w-0 rounded-control border border-edge bg-card px-3 text-16 placeholder:text-quiet';

interface FilterSelectProps<Value extends string> {
	label: string;
	options: readonly (readonly [Value, string])[];
	/** Label of the option that selects all. */
	all: string;
	/** Selected filter value; null selects all. */
	value: Value | null;
	onChange: (value: Value | null) => void;
	className?: string;
}

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
	const { label, options, all, value, onChange, className } = props;
	return (
		<select
			aria-label={label}
			value={value ?? ''}
			onChange={({ target }) => onChange(options.find(([option]) => option === target.value)?.[0] ?? null)}
			className={classes(controlStyle, 'truncate', className)}
		>
			<option value="">{all}</option>
			{options.map(([option, name]) => (
				<option key={option} value={option}>
					{name}
				</option>
			))}
		</select>
	);
}

interface FilterCheckboxProps {
	checked: boolean;
	onChange: (checked: boolean) => void;
	children: ReactNode;
}

export function FilterCheckbox({ checked, onChange, children }: FilterCheckboxProps) {
	return (
		<label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2 text-14">
			<input
				type="checkbox"
				checked={checked}
				onChange={({ target }) => onChange(target.checked)}
				className="size-5 accent-leaf"
			/>
			{children}
		</label>
	);
}

/** Milliseconds between the last keystroke and the search. */
const debounceDelay = 300;

interface SearchFieldProps {
	label: string;
	placeholder: string;
	/** Search text in the page's address. */
	q: string;
	onSearch: (q: string) => void;
}

/** Search field that keeps the typed text while responses arrive. Only a navigation from elsewhere replaces the text. */
export function SearchField({ label, placeholder, q, onSearch }: SearchFieldProps) {
	const [words, setWords] = useState(q);
	const [before, setBefore] = useState(q);
	const [sent, setSent] = useState(q);
	if (before !== q) {
		setBefore(q);
		if (q !== sent) {
			setWords(q);
			setSent(q);
		}
	}
	const search = useEffectEvent(onSearch);
	const typed = words.trim();
	useEffect(() => {
		if (typed === sent) return;
		const timer = setTimeout(() => {
			setSent(typed);
			search(typed);
		}, debounceDelay);
		return () => clearTimeout(timer);
	}, [typed, sent]);
	return (
		<SearchInput
			label={label}
			placeholder={placeholder}
			value={words}
			onChange={({ target }) => setWords(target.value)}
			className={controlStyle}
		/>
	);
}
