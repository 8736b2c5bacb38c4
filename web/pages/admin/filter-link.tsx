import { Link } from 'react-router';
import { classes } from '../../ui/classes.ts';

interface FilterLinkProps {
	label: string;
	/** How many there are of it; undefined until that is known, or where nobody counts. */
	count?: number | undefined;
	current: boolean;
	to: string;
}

/** One of a row of filters. It stands in the address, in the place of the filter before it. */
export function FilterLink({ label, count, current, to }: FilterLinkProps) {
	return (
		<li>
			<Link
				to={to}
				replace
				preventScrollReset
				aria-current={current ? 'true' : undefined}
				className={classes(
					'inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-full px-3.5 text-14 wide:min-h-9 wide:px-3',
					current ? 'bg-leaf-soft font-semibold text-leaf' : 'bg-sunken hover:bg-line',
				)}
			>
				{label}
				{count !== undefined && (
					<span className={classes('tabular-nums', !current && 'text-quiet')}>{count.toLocaleString('en')}</span>
				)}
			</Link>
		</li>
	);
}
