import { Star } from 'lucide-react';
import { useId } from 'react';
import * as reviewsText from '../../text/web/reviews.ts';
import { classes } from '../ui/classes.ts';

const values = [1, 2, 3, 4, 5] as const;

const starClasses = (filled: boolean) => (filled ? 'fill-marigold text-marigold' : 'fill-transparent text-edge');

/** The stars of a review. */
export function Stars({ stars }: { stars: number }) {
	return (
		<span role="img" aria-label={reviewsText.starsGiven(stars)} className="inline-flex">
			{values.map((value) => (
				<Star key={value} aria-hidden className={classes('size-4', starClasses(value <= stars))} />
			))}
		</span>
	);
}

interface StarFieldProps {
	/** Chosen stars; 0 for none. */
	value: number;
	error: string | undefined;
	onChange: (stars: number) => void;
}

/** Choice of 1 to 5 stars: radio buttons, so that the arrow keys and screen readers work. */
export function StarField({ value, error, onChange }: StarFieldProps) {
	const id = useId();
	return (
		<fieldset aria-describedby={error === undefined ? undefined : `${id}-error`} aria-invalid={error !== undefined}>
			<legend className="font-semibold text-14">{reviewsText.stars}</legend>
			<div className="-ml-2 flex flex-wrap items-center">
				{values.map((stars) => (
					<label key={stars} className="relative flex size-11 items-center justify-center">
						<input
							type="radio"
							name={`${id}-stars`}
							value={stars}
							checked={value === stars}
							onChange={() => onChange(stars)}
							aria-label={reviewsText.starLabels[stars]}
							className="absolute inset-0 cursor-pointer appearance-none rounded-control"
						/>
						<Star aria-hidden className={classes('size-8 transition-colors', starClasses(stars <= value))} />
					</label>
				))}
				<span aria-hidden className="px-2 text-14 text-quiet">
					{reviewsText.starLabels[value]}
				</span>
			</div>
			{error !== undefined && (
				<p id={`${id}-error`} role="alert" className="text-14 text-danger">
					{error}
				</p>
			)}
		</fieldset>
	);
}
