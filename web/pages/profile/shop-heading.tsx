import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import * as shopText from '../../../text/shared/shop.ts';
import { SearchButton, SearchInput } from '../../data/search-input.tsx';
import type { ShopFilter } from '../../feed/shop-queries.ts';
import { PostAdLink } from './shop-empty.tsx';
import { shopPath } from './shop-path.ts';

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

/** Search field of a shop, which leads to the list of what is for sale. It works without JavaScript. */
function ShopSearch({ userName, q, category }: ShopFilter & { userName: string }) {
	const navigate = useNavigate();
	const field = useRef<HTMLInputElement>(null);
	// The field follows the address, for example after going back.
	useEffect(() => {
		if (field.current) field.current.value = q;
	}, [q]);

	return (
		<search className="min-w-40 max-w-xl flex-1">
			<form
				action={shopPath(userName)}
				onSubmit={(event) => {
					event.preventDefault();
					const words = field.current?.value.trim() ?? '';
					void navigate(shopPath(userName, { q: words, category }), { preventScrollReset: true });
				}}
				className="relative"
			>
				<SearchInput
					ref={field}
					name="q"
					label={shopText.search}
					placeholder={shopText.search}
					defaultValue={q}
					className="min-h-11 w-full min-w-0 rounded-control border border-edge bg-card pr-13 pl-3.5 text-16"
				/>
				<SearchButton label={shopText.search} className="top-0 right-0" />
				{category && <input type="hidden" name="category" value={category} />}
			</form>
		</search>
	);
}
