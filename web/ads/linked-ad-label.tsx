import { ImageOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LinkedAd } from '../../contract/ads/ads.ts';
import { Picture } from '../ui/picture.tsx';

interface LinkedAdLabelProps {
	ad: Pick<LinkedAd, 'title' | 'price' | 'cover'>;
	/** Content below the title, after the price. */
	children?: ReactNode;
}

/** Small picture, title and price of an ad, for a row or a button. */
export function LinkedAdLabel({ ad: { title, price, cover }, children }: LinkedAdLabelProps) {
	return (
		<>
			<span className="flex size-11 shrink-0 items-center justify-center overflow-hidden rounded-[8px] bg-sunken text-quiet">
				{cover ? (
					<Picture picture={cover} alt="" sizes="44px" className="size-full object-cover" />
				) : (
					<ImageOff aria-hidden className="size-5" />
				)}
			</span>
			<span className="flex min-w-0 flex-1 flex-col text-left text-14 leading-snug">
				<span className="truncate">{title}</span>
				{price !== null && <span className="whitespace-nowrap font-semibold tabular-nums">{price}</span>}
				{children}
			</span>
		</>
	);
}
