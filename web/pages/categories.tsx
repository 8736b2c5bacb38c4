import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import * as homeText from '../../contract/text/home.ts';
import { categoriesQuery } from '../feed/categories-query.ts';
import { useApi } from '../platform/api.ts';
import { formatCount } from '../platform/format-count.ts';
import { classes } from '../ui/classes.ts';
import { RichText } from '../ui/rich-text.tsx';

/** Number of published ads in a category. The width is reserved before the number loads. */
export function CategoryCount({ category, className }: { category: string; className?: string }) {
	const count = useQuery(categoriesQuery(useApi())).data?.[category];
	return (
		<span className={classes('w-8 shrink-0 text-12 tabular-nums', className)}>
			{count !== undefined && (
				<RichText
					text={homeText.shortAdCount(formatCount(count), count)}
					tags={{ unseen: (words) => <span className="sr-only">{words}</span> }}
				/>
			)}
		</span>
	);
}

export function categoryPath(category: string): string {
	return `/?${new URLSearchParams({ category })}`;
}

export function CategoryLinks({ categories }: { categories: readonly string[] }) {
	return (
		<ul className="flex flex-wrap justify-center gap-2">
			{categories.map((category) => (
				<li key={category}>
					<Link
						to={categoryPath(category)}
						className="inline-flex min-h-11 items-center rounded-full bg-card px-4 text-14 shadow-soft hover:text-leaf"
					>
						{category}
					</Link>
				</li>
			))}
		</ul>
	);
}
