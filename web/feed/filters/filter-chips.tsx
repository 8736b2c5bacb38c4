import { X } from 'lucide-react';
import { Link } from 'react-router';
import { formatNaira } from '../../../contract/core/money.ts';
import * as adFiltersText from '../../../text/shared/ad-filters.ts';
import * as adOptionsText from '../../../text/shared/ad-options.ts';
import * as adsText from '../../../text/shared/ads.ts';
import { classes } from '../../ui/classes.ts';
import { RichText } from '../../ui/rich-text.tsx';
import type { AdFilter } from '../ad-filter.ts';
import { type FilterProps, filtersButtonId } from './params.ts';

/** The filters that are set, each with a link that removes it. */
export function FilterChips({ filter, toPath, className }: FilterProps & { className?: string }) {
	return (
		<ul aria-label={adFiltersText.chosenFilters} className={classes('flex flex-wrap gap-2', className)}>
			{listChips(filter).map(({ name, without }) => (
				<li key={name}>
					<Link
						to={toPath({ ...filter, ...without })}
						// `typed` tells the search form to keep its input.
						state={{ typed: true }}
						preventScrollReset
						// The link disappears, so that the focus would be lost.
						onClick={() => document.getElementById(filtersButtonId)?.focus({ preventScroll: true })}
						className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-leaf-soft px-3.5 text-14 text-leaf"
					>
						<span>
							<RichText
								text={adFiltersText.removeFilter(name)}
								tags={{ unseen: (words) => <span className="sr-only">{words}</span> }}
							/>
						</span>
						<X aria-hidden className="size-4" />
					</Link>
				</li>
			))}
		</ul>
	);
}

/** Lists the filters that are set, except the category, with the changes that remove them. */
function listChips(filter: AdFilter): { name: string; without: Partial<AdFilter> }[] {
	const { condition, negotiable, delivery, state, lga, place, min_price, max_price, format } = filter;
	const chips: [name: string | number | undefined, without: Partial<AdFilter>][] = [
		[lga, { lga: undefined }],
		[state, { state: undefined, lga: undefined }],
		[place, { place: undefined }],
		[condition && adsText.conditionNames[condition], { condition: undefined }],
		[min_price && adFiltersText.fromPrice(formatNaira(min_price)), { min_price: undefined }],
		[max_price && adFiltersText.upToPrice(formatNaira(max_price)), { max_price: undefined }],
		[negotiable && adOptionsText.negotiable, { negotiable: undefined }],
		[delivery && adOptionsText.deliveryNames[delivery], { delivery: undefined }],
		[format && adFiltersText.formatNames[format], { format: undefined }],
	];
	return chips.flatMap(([name, without]) => (name ? [{ name: String(name), without }] : []));
}
