import { Link } from 'react-router';
import { type Category, categories } from '../../../contract/categories.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as homeText from '../../../contract/text/home.ts';
import { classes } from '../../ui/classes.ts';
import { NearYouButton } from '../ad-filters/filter-bar.tsx';
import type { FilterProps } from '../ad-filters/params.ts';
import { CategoryCount } from '../categories.tsx';
import { useCenteredCurrentLink } from '../use-centered-current-link.ts';

/** Row of category links, which keep the other filters. Hidden on wide screens, which list the categories in the right rail. */
export function CategoryChips({ filter, toPath }: FilterProps) {
	const chosen = filter.category ?? null;
	const row = useCenteredCurrentLink<HTMLUListElement>(chosen);
	return (
		<nav aria-label={homeText.chooseCategory} className="-mx-4 mt-1 wide:hidden">
			<ul ref={row} className="relative flex gap-2 overflow-x-auto px-4 py-2 [scrollbar-width:none]">
				<Chip to={toPath({ ...filter, category: undefined })} label={commonText.all} current={chosen === null} />
				<li className="shrink-0">
					<NearYouButton className={getChipClasses(false)} />
				</li>
				{categories.map((category) => (
					<Chip
						key={category}
						to={toPath({ ...filter, category })}
						label={category}
						current={category === chosen}
						category={category}
					/>
				))}
			</ul>
		</nav>
	);
}

function getChipClasses(current: boolean): string {
	return classes(
		'inline-flex min-h-11 items-center whitespace-nowrap rounded-full px-4 text-14 transition-colors',
		current ? 'bg-leaf font-semibold text-on-leaf' : 'bg-card shadow-soft hover:text-leaf',
	);
}

interface ChipProps {
	to: string;
	label: string;
	current: boolean;
	/** Category whose number of ads the link shows; undefined for the link to all ads. */
	category?: Category;
}

function Chip({ to, label, current, category }: ChipProps) {
	return (
		<li className="shrink-0">
			<Link to={to} aria-current={current ? 'page' : undefined} className={getChipClasses(current)}>
				{label}
				{category && <CategoryCount category={category} className="-mr-3 ml-1.5" />}
			</Link>
		</li>
	);
}
