import { Search } from 'lucide-react';
import { useNavigate } from 'react-router';
import * as commonText from '../../text/shared/common.ts';
import * as layoutText from '../../text/shared/layout.ts';
import { SearchInput } from '../data/search-input.tsx';
import { searchPath } from './search-path.ts';

/** Path of the page whose own search field takes the place of the field in the top bar and in the rail. */
export const searchPagePath = '/search';

/** Search form of every page but the search page. It works without JavaScript. */
export function MarketSearch() {
	const navigate = useNavigate();
	return (
		<search aria-label={layoutText.market}>
			<form
				action={searchPagePath}
				className="relative"
				onSubmit={(event) => {
					event.preventDefault();
					const words = String(new FormData(event.currentTarget).get('q')).trim();
					void navigate(words === '' ? searchPagePath : searchPath(words));
				}}
			>
				<Search
					aria-hidden
					className="pointer-events-none absolute top-0 left-[14px] h-full w-[20px] text-quiet wide:left-3.5 wide:w-5.5"
				/>
				<SearchInput
					name="q"
					label={layoutText.searchMarket}
					placeholder={commonText.search}
					className="h-11 w-full rounded-full border border-edge bg-card pr-3 pl-[42px] text-16 wide:h-12 wide:rounded-control wide:pl-12.5"
				/>
			</form>
		</search>
	);
}
