import { Link } from 'react-router';
import { type Category, categories } from '../../../contract/categories.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as homeText from '../../../contract/text/home.ts';
import { classes } from '../../ui/classes.ts';
import { CategoryCount, categoryPath } from '../categories.tsx';
import { useCenteredCurrentLink } from '../use-centered-current-link.ts';

/** Row of category links. Hidden on wide screens, which list the categories in the right rail. */
export function CategoryChips({ chosen }: { chosen: Category | null }) {
	const row = useCenteredCurrentLink<HTMLUListElement>(chosen);
	return (
		<nav aria-label={homeText.chooseCategory} className="-mx-4 mt-1 wide:hidden">
			<ul ref={row} className="relative flex gap-2 overflow-x-auto px-4 py-2 [scrollbar-width:none]">
				<Chip to="/" label={commonText.all} current={chosen === null} />
				{categories.map((category) => (
					<Chip
						key={category}
						to={categoryPath(category)}
						label={category}
						current={category === chosen}
						category={category}
					/>
				))}
			</ul>
		</nav>
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
			<Link
				to={to}
				aria-current={current ? 'page' : undefined}
				className={classes(
					'inline-flex min-h-11 items-center whitespace-nowrap rounded-full px-4 text-14 transition-colors',
					current ? 'bg-leaf font-semibold text-on-leaf' : 'bg-card shadow-soft hover:text-leaf',
				)}
			>
				{label}
				{category && <CategoryCount category={category} className="-mr-3 ml-1.5" />}
			</Link>
		</li>
	);
}
