import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as errorsText from '../../text/web/errors.ts';
import { flushEndedSessions } from '../accounts/ended-sessions.ts';
import { checkForNewVersion } from '../offline/app-version.ts';
import { useApi } from '../platform/api.ts';
import { useBrand } from '../platform/brand.ts';
import { clearPersistedQueries } from '../platform/persisted-queries.ts';
import { useStoredValue } from '../platform/stored-value.ts';
import { hasVideoFiles, offlineVideos } from '../player/offline-video-list.ts';
import { storedLists } from '../saved-items/lists.ts';
import { Button } from '../ui/button.tsx';
import { useReducedData } from '../ui/reduced-data.ts';
import { lazyPart } from '../ui/use-lazy-component.ts';

const UnfinishedUpload = lazyPart(
	async () => (await import('../ads/video-upload/unfinished-upload.tsx')).UnfinishedUpload,
);

const removeUnsaved = async () => (await import('../offline/videos/offline-videos.ts')).removeUnsavedVideos();

/** Milliseconds between regular checks for a new version of the app. */
const versionCheckInterval = 600_000;

/** Milliseconds between the last change of saved items and their prefetch. */
const prefetchDelay = 2_000;

interface OfflineCacheManagerProps {
	account: number | null;
	/** False while the account must change its password or is being deleted. Its lessons are then not prefetched. */
	canAct: boolean;
}

/** Maintains the offline cache, and offers a new version of the app without forcing it on the user. */
export function OfflineCacheManager({ account, canAct }: OfflineCacheManagerProps) {
	const { name, version } = useBrand();
	const [hasNewVersion, setNewVersion] = useState(false);
	const lastCheck = useRef(0);

	useEffect(() => {
		let isCancelled = false;
		async function updateCache() {
			// Persisted queries of other accounts are removed. After a logout, all private ones are removed.
			await clearPersistedQueries(account);
			if (!(await navigator.serviceWorker?.ready) || isCancelled) return;
			const { cacheCurrentPage, updateOfflineCache } = await import('../offline/offline-cache.ts');
			await cacheCurrentPage(version);
			await updateOfflineCache(account);
		}
		// If the disk is full or the network is lost, the offline cache stays as it is.
		updateCache().catch(() => {});
		return () => {
			isCancelled = true;
		};
	}, [account, version]);

	const [api, queries, reducedData] = [useApi(), useQueryClient(), useReducedData()];
	const saved = [
		useStoredValue(storedLists.wishlist),
		useStoredValue(storedLists.tweets),
		useStoredValue(storedLists.talks),
	];
	const savedIds = saved.join('/');
	useEffect(() => {
		const isPrefetching = !reducedData && /\d/.test(savedIds);
		if (offlineVideos.get()) void removeUnsaved().catch(() => {});
		const controller = new AbortController();
		async function prefetchItems() {
			if (isPrefetching || offlineVideos.get() || (await hasVideoFiles())) {
				const { startOfflineVideoUpdates } = await import('../offline/videos/download-ahead.ts');
				startOfflineVideoUpdates({ api, queryClient: queries, account }, controller.signal);
			}
			if (!isPrefetching) return;
			const { prefetchSavedItems, prefetchSavedAds } = await import('../offline/offline-prefetch.ts');
			await prefetchSavedItems(api, queries, account);
			await prefetchSavedAds(api, queries, account, controller.signal);
		}
		const timer = setTimeout(() => void prefetchItems().catch(() => {}), prefetchDelay);
		return () => {
			clearTimeout(timer);
			controller.abort();
		};
	}, [api, queries, reducedData, savedIds, account]);

	useEffect(() => {
		if (reducedData || !canAct || account === null) return;
		const controller = new AbortController();
		async function prefetchLessons(account: number) {
			const { prefetchCourses } = await import('../offline/offline-prefetch.ts');
			await prefetchCourses(api, queries, account, controller.signal);
		}
		const timer = setTimeout(() => void prefetchLessons(account).catch(() => {}), prefetchDelay);
		return () => {
			clearTimeout(timer);
			controller.abort();
		};
	}, [api, queries, reducedData, canAct, account]);

	useEffect(() => {
		const end = () => void flushEndedSessions(api);
		end();
		window.addEventListener('online', end);
		return () => window.removeEventListener('online', end);
	}, [api]);

	useEffect(() => {
		// Users must be able to log out offline, so the code of the menu and of the logout loads ahead.
		if (account === null) return;
		import('./account-menu.tsx').catch(() => {});
		import('./clear-account-data.ts').catch(() => {});
	}, [account]);

	useEffect(() => {
		// The dialogs for pending actions and for logout must work offline, so their code loads ahead.
		if (reducedData || account === null) return;
		import('../offline/pending-actions/pending-actions-dialog.tsx').catch(() => {});
		import('./confirm-logout.tsx').catch(() => {});
	}, [reducedData, account]);

	const checkVersion = useEffectEvent(async (atOnce: boolean) => {
		const now = Date.now();
		if (document.hidden || (!atOnce && now - lastCheck.current < versionCheckInterval)) return;
		lastCheck.current = now;
		if (await checkForNewVersion().catch(() => false)) setNewVersion(true);
	});

	useEffect(() => {
		const sometimes = () => void checkVersion(false);
		const atOnce = () => void checkVersion(true);
		const timer = setInterval(sometimes, versionCheckInterval);
		document.addEventListener('visibilitychange', sometimes);
		window.addEventListener('online', sometimes);
		// A preload error means that the server no longer has a file of this version, so a check for a new version is due.
		window.addEventListener('vite:preloadError', atOnce);
		return () => {
			clearInterval(timer);
			document.removeEventListener('visibilitychange', sometimes);
			window.removeEventListener('online', sometimes);
			window.removeEventListener('vite:preloadError', atOnce);
		};
	}, []);

	return (
		<>
			{account !== null && <UnfinishedUpload />}
			<div role="status">
				{hasNewVersion && (
					<div className="pointer-events-auto flex items-center gap-2 rounded-card border border-line bg-card py-1.5 pr-1.5 pl-4 text-14 shadow-soft">
						<p>{errorsText.newVersion(name)}</p>
						<Button variant="plain" className="px-2.5 text-14 whitespace-nowrap" onClick={() => location.reload()}>
							{errorsText.useNewVersion}
						</Button>
						<Button variant="plain" className="px-2.5 text-14" onClick={() => setNewVersion(false)}>
							{errorsText.later}
						</Button>
					</div>
				)}
			</div>
		</>
	);
}
