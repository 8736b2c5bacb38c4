import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { SlidersHorizontal, Sparkles } from 'lucide-react';
import { useId, useState } from 'react';
import * as commonText from '../../../text/shared/common.ts';
import * as feedText from '../../../text/web/feed.ts';
import * as forYouText from '../../../text/web/for-you.ts';
import * as pageTitlesText from '../../../text/web/page-titles.ts';
import { useSession } from '../../accounts/session.ts';
import { InfiniteList } from '../../data/infinite-list.tsx';
import { eagerCount } from '../../feed/cards/ad-list.tsx';
import { findHiddenItems, type MuteOption, toMuteSubject } from '../../feed/mute-preferences.ts';
import { forYouQuery, getForYouItemKey } from '../../feed/queries.ts';
import { useMutePreferences } from '../../feed/use-mute-preferences.ts';
import { useApi } from '../../platform/api.ts';
import { loadPage } from '../../platform/loader.ts';
import { getBrand, pageMeta } from '../../platform/page-meta.ts';
import { composerPaths } from '../../posts/paths.ts';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Route } from './+types/page.ts';
import { ForYouAd, ForYouGrid, ForYouPost, ForYouSkeletons } from './for-you-item.tsx';
import { MutePreferences } from './mute-preferences.tsx';

export function loader(args: Route.LoaderArgs) {
	return loadPage(args, async ({ api, queryClient }) => {
		await queryClient.fetchInfiniteQuery(forYouQuery(api, null));
	});
}

/** Client loader that returns no data, so that navigation does not wait. The page loads its posts itself. */
export function clientLoader() {
	return { page: undefined };
}

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, {
		title: pageTitlesText.forYou,
		description: forYouText.summary(getBrand(matches).name),
		path: '/for-you',
	});
}

export default function ForYouPage() {
	const session = useSession();
	const [showsPreferences, setShowsPreferences] = useState(false);
	const panel = useId();
	return (
		<div className="mx-auto max-w-2xl">
			<div className="mb-3 flex flex-wrap items-center gap-1">
				<h1 className="mr-auto text-22 wide:text-28">{pageTitlesText.forYou}</h1>
				{/* The button comes before the links, so that the links do not move when it appears. */}
				{session && (
					<IconButton
						label={forYouText.choices}
						aria-expanded={showsPreferences}
						aria-controls={panel}
						onClick={() => setShowsPreferences(!showsPreferences)}
					>
						<SlidersHorizontal aria-hidden className="size-5 text-quiet" />
					</IconButton>
				)}
				<nav aria-label={forYouText.write} className="flex gap-1">
					<ButtonLink variant="plain" to={composerPaths.tweet}>
						{commonText.tweet}
					</ButtonLink>
					<ButtonLink variant="plain" to={composerPaths.talk}>
						{commonText.talk}
					</ButtonLink>
				</nav>
			</div>
			<Feed panel={panel} showsPreferences={showsPreferences} />
		</div>
	);
}

interface FeedProps {
	/** Id of the preferences panel. `showsPreferences` is whether the panel is open. */
	panel: string;
	showsPreferences: boolean;
}

function Feed({ panel, showsPreferences }: FeedProps) {
	const account = useSession()?.id ?? null;
	// The visitors' feed, which came with the page, stays until the user's own feed loads.
	const query = useInfiniteQuery({ ...forYouQuery(useApi(), account), placeholderData: keepPreviousData });
	const { mutedItems, hideSimilar, undo, reloadAfterUndo } = useMutePreferences(account);
	const hiddenItems = findHiddenItems(query.data?.map(toMuteSubject) ?? [], mutedItems);
	const list = (
		<InfiniteList
			query={query}
			items={query.data}
			loading={feedText.loading(forYouText.listed)}
			skeleton={<ForYouSkeletons />}
			failure={feedText.loadFailed(forYouText.listed)}
			empty={<Empty />}
			end={forYouText.listEnd}
		>
			{/* The key replaces the whole list when the feed changes, so that no item moves within it. */}
			{(items) => (
				<ForYouGrid key={query.isPlaceholderData ? 'before' : account} isBusy={query.isFetching}>
					{items.map((item, index) => {
						const key = getForYouItemKey(item);
						const props = {
							muted: mutedItems.get(key),
							isHidden: hiddenItems.has(key),
							eager: index < eagerCount,
							onMute: (choice: MuteOption) => hideSimilar(key, choice),
							onUndo: (choice: MuteOption) => undo(key, choice),
						};
						return item.type === 'ad' ? (
							<ForYouAd key={key} item={item} {...props} />
						) : (
							<ForYouPost key={key} item={item} {...props} />
						);
					})}
				</ForYouGrid>
			)}
		</InfiniteList>
	);
	return (
		<>
			<div id={panel} hidden={!showsPreferences || account === null}>
				{showsPreferences && account !== null && <MutePreferences account={account} onUndone={reloadAfterUndo} />}
			</div>
			{list}
		</>
	);
}

function Empty() {
	return (
		<EmptyState
			icon={Sparkles}
			title={forYouText.emptyTitle}
			action={
				<>
					<ButtonLink to="/dashboard/market">{commonText.postAd}</ButtonLink>
					<ButtonLink to="/" variant="quiet">
						{commonText.lookAround}
					</ButtonLink>
				</>
			}
			hint={forYouText.emptyHint}
		/>
	);
}
