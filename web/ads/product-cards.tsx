import type { LinkedAd } from '../../contract/ads/ads.ts';
import * as pinnedProductsText from '../../text/web/pinned-products.ts';
import { classes } from '../ui/classes.ts';
import { LinkedAdLabel } from './linked-ad-label.tsx';

interface ProductCardsProps {
	products: readonly LinkedAd[];
	/** Whether the cards are over a picture. */
	over?: boolean;
	onOpen: (product: LinkedAd) => void;
}

/** Small cards of the products of a video in a row, which scrolls sideways if they do not fit. */
export function ProductCards({ products, over = false, onOpen }: ProductCardsProps) {
	return (
		<ul
			aria-label={pinnedProductsText.title}
			className="flex gap-2 overflow-x-auto overscroll-x-contain [scrollbar-width:none]"
		>
			{products.map((product) => (
				<li key={product.id} className="w-max max-w-48 flex-none only:max-w-full">
					<button
						type="button"
						aria-haspopup="dialog"
						onClick={() => onOpen(product)}
						className={classes(
							'flex w-full items-center gap-2 rounded-control p-1.5 pr-2.5',
							over ? 'bg-black/65 text-white' : 'bg-card shadow-soft hover:bg-sunken',
						)}
					>
						<LinkedAdLabel ad={product} />
					</button>
				</li>
			))}
		</ul>
	);
}
