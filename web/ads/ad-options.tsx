import { Package, Truck } from 'lucide-react';
import type { AdCard } from '../../contract/ads/ads.ts';
import * as adOptionsText from '../../text/shared/ad-options.ts';
import * as adsText from '../../text/shared/ads.ts';

/** Condition and delivery of an ad, each in a line. Renders nothing if the seller gave neither. */
export function AdOptions({ ad: { condition, delivery } }: { ad: Pick<AdCard, 'condition' | 'delivery'> }) {
	if (condition === null && delivery.length === 0) return null;
	return (
		<dl className="flex flex-col gap-1.5 text-14">
			{condition !== null && (
				<div className="flex items-center gap-2">
					<Package aria-hidden className="size-4.5 shrink-0 text-quiet" />
					<dt className="sr-only">{adOptionsText.condition}</dt>
					<dd>{adsText.conditionNames[condition]}</dd>
				</div>
			)}
			{delivery.length > 0 && (
				<div className="flex items-start gap-2">
					<Truck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-quiet" />
					<dt className="sr-only">{adOptionsText.delivery}</dt>
					<dd>{delivery.map((option) => adOptionsText.deliveryNames[option]).join(' · ')}</dd>
				</div>
			)}
		</dl>
	);
}
