import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Clip } from '../../../contract/ads/ads.ts';
import { sharePicturePaths } from '../../../contract/core/page-paths.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as videosText from '../../../text/web/videos.ts';
import { videosPath } from '../../ads/paths.ts';
import { shortenDescription } from '../../ads/product-json-ld.ts';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import { videosQuery } from '../../feed/videos-query.ts';
import { useApi } from '../../platform/api.ts';
import { loadPage } from '../../platform/loader.ts';
import { getBrand, pageMeta } from '../../platform/page-meta.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { useHydrated } from '../../platform/use-hydrated.ts';
import type { Route } from './+types/page.ts';
import { VideoFeed } from './video-feed.tsx';

export const handle: LayoutHandle & SearchParamsHandle = { Rail: null, isFullScreen: true, searchParams: ['from'] };

interface VideosPageData {
	/** First video, for the meta tags of a link to it. Null for the list of all videos. */
	first: Pick<Clip, 'id' | 'title' | 'description'> | null;
}

export function loader(args: Route.LoaderArgs) {
	return loadPage(args, async ({ api, queryClient, url }): Promise<VideosPageData> => {
		const from = getFirstId(url.search);
		const { pages } = await queryClient.fetchInfiniteQuery(videosQuery(api, from));
		const clip = pages[0]?.items[0];
		if (from === null || String(clip?.id) !== from || !clip) return { first: null };
		const { id, title, description } = clip;
		return { first: { id, title, description } };
	});
}

/** Client loader that returns no data, so that navigation does not wait. The page loads its videos itself. */
export function clientLoader() {
	return { page: { first: null } };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
	const first = loaderData?.page.first;
	const summary = videosText.summary(getBrand(matches).name);
	return pageMeta(
		matches,
		first
			? {
					title: first.title,
					description: shortenDescription(first.description) || summary,
					path: videosPath(first.id),
					picture: sharePicturePaths.ad(first.id),
				}
			: { title: commonText.videos, description: summary, path: videosPath() },
	);
}

/** State of the page's history entries. */
interface VideosEntryState {
	/** Id of the video that the list begins with. */
	start?: string | null;
}

export default function VideosPage() {
	const { key, search, state } = useLocation();
	const isHydrated = useHydrated();
	const queryClient = useQueryClient();
	const api = useApi();
	const { start } = (isHydrated && (state as VideosEntryState | null)) || {};

	function beginList() {
		const firstId = getFirstId(search);
		if (start === undefined) return { key, firstId, from: firstId };
		// A list that the visitor returns to begins where it began, if it is still cached.
		const cached = queryClient.getQueryData(videosQuery(api, start).queryKey);
		const isListed = cached?.pages.some(({ items }) => items.some(({ id }) => String(id) === firstId));
		return { key, firstId, from: isListed ? start : firstId };
	}
	const [list, setList] = useState(beginList);
	// A link to this page from itself begins a new list. Dialogs have the start of the list in their history entries.
	if (isHydrated && start === undefined && key !== list.key) setList(beginList);

	return <VideoFeed key={list.key} from={list.from} firstId={list.firstId} />;
}

/** Returns the id of the video in the address that the page begins with; null without a valid one. */
function getFirstId(search: string): string | null {
	const from = new URLSearchParams(search).get('from');
	return from !== null && /^[1-9]\d{0,14}$/.test(from) ? from : null;
}
