import { Link } from 'react-router';

/** Address of the feed with one category. */
export function categoryAddress(category: string): string {
	return `/?${new URLSearchParams({ category })}`;
}

/** The categories as pills. */
export function CategoryLinks({ categories }: { categories: readonly string[] }) {
	return (
		<ul className="flex flex-wrap justify-center gap-2">
			{categories.map((category) => (
				<li key={category}>
					<Link
						to={categoryAddress(category)}
						className="inline-flex min-h-11 items-center rounded-full bg-card px-4 text-14 shadow-soft hover:text-leaf"
					>
						{category}
					</Link>
				</li>
			))}
		</ul>
	);
}
