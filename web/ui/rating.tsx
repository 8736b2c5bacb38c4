import * as ratingText from '../../text/web/rating.ts';
import { classes } from './classes.ts';

interface RatingProps {
	rating: { average: number; count: number };
	/** Whether the number of reviews is shown beside the average. */
	withCount?: boolean;
	className?: string;
}

/** A seller's average with a star, such as '★ 4.6 (12)'. */
export function Rating({ rating: { average, count }, withCount = false, className }: RatingProps) {
	const shown = average.toFixed(1);
	return (
		<span className={classes('shrink-0 whitespace-nowrap', className)}>
			<span aria-hidden>
				{/* A character instead of an icon, because every first visit loads this file. */}
				<span className="text-marigold">★</span> <span className="font-semibold text-ink">{shown}</span>
				{withCount && ` ${ratingText.inBrackets(count)}`}
			</span>
			<span className="sr-only">{ratingText.spoken(shown, count)}</span>
		</span>
	);
}
