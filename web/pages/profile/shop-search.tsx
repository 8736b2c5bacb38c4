import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import * as shopText from '../../../text/shared/shop.ts';
import { SearchButton, SearchInput } from '../../data/search-input.tsx';
import type { ShopFilter } from '../../feed/shop-queries.ts';
import { shopPath } from './shop-path.ts';

/** Search field of a shop, which leads to the list of what is for sale. It works without JavaScript. */
export function ShopSearch({ userName, q, category }: ShopFilter & { userName: string }) {
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
