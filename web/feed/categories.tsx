import * as homeText from '../../text/shared/home.ts';
import { formatCount } from '../platform/format-count.ts';
import { RichText } from '../ui/rich-text.tsx';
import type { CategoryWithCount } from './categories-query.ts';

/** Number of published ads in a category. */
export function CategoryCount({ ads }: Pick<CategoryWithCount, 'ads'>) {
	if (ads === undefined) return null;
	return (
		<span className="category-count">
			<RichText
				text={homeText.shortAdCount(formatCount(ads), ads)}
				tags={{ unseen: (words) => <span className="sr-only">{words}</span> }}
			/>
		</span>
	);
}

export function categoryPath(category: string): string {
	return `/?${new URLSearchParams({ category })}`;
}
