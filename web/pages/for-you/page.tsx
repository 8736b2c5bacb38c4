import { HydrationBoundary, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { SlidersHorizontal, Sparkles } from 'lucide-react';
import { useId, useState } from 'react';
import * as commonText from '../../../contract/text/common.ts';
import * as feedText from '../../../contract/text/feed.ts';
import * as forYouText from '../../../contract/text/for-you.ts';
import * as pageTitlesText from '../../../contract/text/page-titles.ts';
import { useSession } from '../../accounts/session.ts';
import { InfiniteList } from '../../data/infinite-list.tsx';
import { goneToo } from '../../feed/for-you.ts';
import { forYouQuery } from '../../feed/queries.ts';
import { useLess } from '../../feed/use-less.ts';
import { useApi } from '../../platform/api.ts';
import { loadOnServer } from '../../platform/loader.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { composerPaths } from '../../posts/addresses.ts';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PostSkeletons } from '../cards/post-list.tsx';
import type { Route } from './+types/page.ts';
import { ForYouEntry } from './entry.tsx';
import { YourChoices } from './your-choices.tsx';

export function loader(args: Route.LoaderArgs) {
	return loadOnServer(args, async ({ api, queries }) => {
		await queries.fetchInfiniteQuery(forYouQuery(api, null));
	});
}

/** In the browser the page is there at once and loads its posts in place. */
export function clientLoader() {
	return { page: undefined, state: null };
}

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, {
		title: pageTitlesText.forYou,
		description: forYouText.summary,
		path: '/for-you',
	});
}

export default function ForYouPage({ loaderData }: Route.ComponentProps) {
	const session = useSession();
	const [choosing, setChoosing] = useState(false);
	const panel = useId();
	return (
		<HydrationBoundary state={loaderData.state}>
			<div className="mx-auto max-w-2xl">
				<div className="mb-3 flex flex-wrap items-center gap-1">
					<h1 className="mr-auto text-22 wide:text-28">{pageTitlesText.forYou}</h1>
					{/* First, so that nothing moves as it comes. */}
					{session && (
						<IconButton
							label={forYouText.choices}
							aria-expanded={choosing}
							aria-controls={panel}
							onClick={() => setChoosing(!choosing)}
						>
							<SlidersHorizontal aria-hidden className="size-5 text-quiet" />
						</IconButton>
					)}
					<nav aria-label={forYouText.write} className="flex gap-1">
						<ButtonLink look="plain" to={composerPaths.tweet}>
							{commonText.tweet}
						</ButtonLink>
						<ButtonLink look="plain" to={composerPaths.talk}>
							{commonText.talk}
						</ButtonLink>
					</nav>
				</div>
				<Feed panel={panel} choosing={choosing} />
			</div>
		</HydrationBoundary>
	);
}

interface FeedProps {
	/** Id of the place of the own choices, and whether they show there. */
	panel: string;
	choosing: boolean;
}

function Feed({ panel, choosing }: FeedProps) {
	const account = useSession()?.id ?? null;
	// The visitor's list that came with the page stands until the own one is there.
	const query = useInfiniteQuery({ ...forYouQuery(useApi(), account), placeholderData: keepPreviousData });
	const { lessened, less, undo, begin } = useLess(account);
	const gone = goneToo(query.data?.map((item) => item.post) ?? [], lessened);
	const list = (
		<InfiniteList
			query={query}
			items={query.data}
			loading={feedText.loading(forYouText.tweetsAndTalks)}
			skeleton={<PostSkeletons />}
			failure={feedText.loadFailed(forYouText.tweetsAndTalks)}
			empty={<Empty />}
			end={forYouText.listEnd}
		>
			{/* The own list takes the other's place as a whole: nothing of it moves. */}
			{(items) => (
				<ul key={query.isPlaceholderData ? 'before' : account} aria-busy={query.isFetching}>
					{items.map((item) => (
						<ForYouEntry
							key={item.post.id}
							item={item}
							choice={lessened.get(item.post.id)}
							gone={gone.has(item.post.id)}
							onLess={(choice) => less(item.post.id, choice)}
							onUndo={(choice) => undo(item.post.id, choice)}
						/>
					))}
				</ul>
			)}
		</InfiniteList>
	);
	return (
		<>
			<div id={panel} hidden={!choosing || account === null}>
				{choosing && account !== null && <YourChoices account={account} onUndone={begin} />}
			</div>
			{list}
		</>
	);
}

function Empty() {
	return (
		<EmptyState
			icon={<Sparkles className="size-8" />}
			title={forYouText.emptyTitle}
			action={
				<>
					<ButtonLink to={composerPaths.tweet}>{forYouText.postTweet}</ButtonLink>
					<ButtonLink to="/" look="quiet">
						{commonText.lookAround}
					</ButtonLink>
				</>
			}
		>
			<p>{forYouText.emptyHint}</p>
		</EmptyState>
	);
}
