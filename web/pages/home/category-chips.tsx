import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { slugify } from '../../../contract/core/slug.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as homeText from '../../../text/shared/home.ts';
import { videosPath } from '../../ads/paths.ts';
import { CategoryCount } from '../../feed/categories.tsx';
import { useBrowsingCategories } from '../../feed/categories-query.ts';
import { NearYouButton } from '../../feed/filters/filter-bar.tsx';
import type { FilterProps } from '../../feed/filters/params.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useCenteredCurrentLink } from '../../ui/use-centered-current-link.ts';
// One file with all icons costs fewer bytes than a component for each.
import icons from './category-icons.svg?no-inline';

/**
 * Row of links: all ads, the video feed, and the categories to browse. They keep the other filters. Hidden on wide screens, which list the
 * categories in the right rail.
 */
export function CategoryChips({ filter, toPath }: FilterProps) {
	const { category: chosen, format } = filter;
	const categories = useBrowsingCategories();
	const row = useCenteredCurrentLink<HTMLUListElement>((categories && chosen) ?? null);
	return (
		<nav aria-label={homeText.chooseCategory} className="-mx-4 -mt-3 wide:hidden">
			<ul ref={row} className="relative flex gap-2 overflow-x-auto px-4 py-1.5 [scrollbar-width:none] [&>li]:shrink-0">
				<Chip
					to={toPath({ ...filter, category: undefined, format: undefined })}
					current={chosen === undefined && format === undefined && 'page'}
				>
					{commonText.all}
				</Chip>
				<li>
					<NearYouButton className={getChipClasses(false)}>
						<ChipIcon name="near-you" />
					</NearYouButton>
				</li>
				<Chip to={videosPath()} current={false}>
					<ChipIcon name="videos" />
					{commonText.videos}
				</Chip>
				{categories?.map(({ category, ads }) => (
					<Chip key={category} to={toPath({ ...filter, category })} current={category === chosen && 'page'}>
						<ChipIcon name={slugify(category)} />
						{category}
						<CategoryCount ads={ads} />
					</Chip>
				)) ?? <Skeleton className="h-11 w-full shrink-0 rounded-full" />}
			</ul>
		</nav>
	);
}

function getChipClasses(current: boolean): string {
	return current ? 'chip chip-current' : 'chip';
}

function ChipIcon({ name }: { name: string }) {
	return (
		<svg aria-hidden="true" className="icon size-4.5">
			<use href={`${icons}#${name}`} />
		</svg>
	);
}

function Chip({ to, current, children }: { to: string; current: boolean | 'page'; children: ReactNode }) {
	return (
		<li>
			<Link to={to} discover="none" aria-current={current || undefined} className={getChipClasses(current !== false)}>
				{children}
			</Link>
		</li>
	);
}
