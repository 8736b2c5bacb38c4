import * as shopText from '../../../text/shared/shop.ts';
import type { ShopFilter } from '../../feed/shop-queries.ts';
import { PostAdLink } from './shop-empty.tsx';
import { ShopSearch } from './shop-search.tsx';

interface ShopHeadingProps {
	userName: string;
	filter: ShopFilter;
	isOwn: boolean;
}

/** Heading of what is for sale, with the search in it. The section that it begins is labelled by `for-sale`. */
export function ShopHeading({ userName, filter, isOwn }: ShopHeadingProps) {
	return (
		<div className="flex flex-wrap items-center gap-3">
			<h2 id="for-sale" className="text-18">
				{shopText.forSale}
			</h2>
			<ShopSearch userName={userName} {...filter} />
			{isOwn && <PostAdLink compact />}
		</div>
	);
}
