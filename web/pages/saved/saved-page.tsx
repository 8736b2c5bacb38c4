import { Bookmark, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { NavLink } from 'react-router';
import type { AdCard } from '../../../contract/ads/ads.ts';
import { savedSearchesPath } from '../../../contract/core/page-paths.ts';
import type { Post } from '../../../contract/posts/posts.ts';
import type { SavedList } from '../../../contract/saved-items/saved-items.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as savedSearchesText from '../../../text/shared/saved-searches.ts';
import * as controlsText from '../../../text/web/controls.ts';
import * as savedText from '../../../text/web/saved.ts';
import { InfiniteList } from '../../data/infinite-list.tsx';
import { useActor } from '../../platform/actor.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { getTabClasses } from '../../ui/tab-classes.ts';
import { TextField } from '../../ui/text-field.tsx';
import { type SavedItem, useSavedItems } from './use-saved-items.ts';

const lists = [
	{ to: '/wishlist', label: commonText.wishlist },
	{ to: '/tweetBookmark', label: savedText.tweets },
	{ to: '/talkBookmark', label: savedText.talks },
	{ to: savedSearchesPath, label: savedSearchesText.title },
];

interface SavedPageProps<Item> {
	list: SavedList;
	title: string;
	/** What stands beside the title. */
	aside?: ReactNode;
	load: (ids: number[], signal: AbortSignal) => Promise<Item[]>;
	getSearchText: (item: Item) => string;
	empty: { lead: string; to: string; action: string };
	skeleton: ReactNode;
	gridClasses: string;
	children: (item: Item) => ReactNode;
}

/** Page of a saved list with a search. It marks items that no longer exist. */
export function SavedPage<Item extends AdCard | Post>(props: SavedPageProps<Item>) {
	const { list, title, aside, load, getSearchText, empty, skeleton, gridClasses, children } = props;
	const [search, setSearch] = useState('');
	const saved = useSavedItems({ list, load, getSearchText, search });
	const actor = useActor();
	const isHydrated = useHydrated();
	const count = saved.ids?.length ?? 0;

	return (
		<>
			<div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
				<h1 className="text-22 wide:text-28">{title}</h1>
				{aside}
			</div>
			<nav
				aria-label={savedText.lists}
				className="mb-4 flex gap-1 overflow-x-auto overflow-y-hidden border-line border-b"
			>
				{lists.map(({ to, label }) => (
					<NavLink
						key={to}
						to={to}
						end
						className={({ isActive }) => getTabClasses(isActive, 'whitespace-nowrap px-2 text-14 sm:px-4 sm:text-16')}
					>
						{label}
					</NavLink>
				))}
			</nav>
			{isHydrated && count === 0 ? (
				<EmptyState
					icon={Bookmark}
					title={savedText.emptyTitle}
					action={<ButtonLink to={empty.to}>{empty.action}</ButtonLink>}
					hint={empty.lead}
				/>
			) : (
				<>
					<div className="mb-4 max-w-md">
						<TextField
							label={savedText.searchLabel}
							type="search"
							autoComplete="off"
							value={search}
							onChange={(event) => setSearch(event.target.value)}
						/>
					</div>
					{!actor && isHydrated && <p className="mb-4 text-14 text-quiet">{savedText.browserOnly}</p>}
					<InfiniteList
						query={saved.query}
						items={isHydrated ? saved.items : undefined}
						loading={savedText.loading}
						skeleton={
							<div className={gridClasses}>
								{[0, 1, 2, 3].map((index) => (
									<div key={index}>{skeleton}</div>
								))}
							</div>
						}
						failure={savedText.loadFailed[list]}
						empty={
							<EmptyState
								icon={SearchX}
								title={savedText.noMatch}
								action={
									<Button variant="quiet" onClick={() => setSearch('')}>
										{savedText.showAll}
									</Button>
								}
							/>
						}
						more={controlsText.showMore}
					>
						{(items) => (
							<ul className={gridClasses}>
								{items.map((entry) => (
									<li key={entry.id} className="min-w-0 empty:hidden">
										<SavedEntry
											entry={entry}
											list={list}
											skeleton={saved.query.error === null ? skeleton : null}
											onRemove={saved.remove}
										>
											{children}
										</SavedEntry>
									</li>
								))}
							</ul>
						)}
					</InfiniteList>
				</>
			)}
		</>
	);
}

interface SavedEntryProps<Item> {
	entry: SavedItem<Item>;
	list: SavedList;
	skeleton: ReactNode;
	onRemove: (id: number) => void;
	children: (item: Item) => ReactNode;
}

function SavedEntry<Item>({ entry: { id, item }, list, skeleton, onRemove, children }: SavedEntryProps<Item>) {
	if (item === undefined) return skeleton;
	if (item !== null) return children(item);
	return (
		<Card className="flex h-full min-h-40 flex-col items-center justify-center gap-3 p-4 text-center">
			<p className="text-14 text-quiet">{savedText.gone[list]}</p>
			<Button variant="quiet" onClick={() => onRemove(id)}>
				{commonText.remove}
			</Button>
		</Card>
	);
}
