import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import * as errorsText from '../../../contract/text/errors.ts';
import { endSessions } from '../../accounts/ended-sessions.ts';
import { useApi } from '../../platform/api.ts';
import { forgetAnswers } from '../../platform/kept-answers.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { stored } from '../../saved-items/lists.ts';
import { Button } from '../../ui/button.tsx';
import { useLessData } from '../../ui/less-data.ts';
import { isNewer, keepSaved, keepWhatIsHere, keepWhatItTakes } from './keep.ts';

const loadUnfinishedUpload = async () => (await import('./unfinished-upload.tsx')).UnfinishedUpload;

/** Milliseconds between two looks for a new version. */
const between = 600_000;

/** Milliseconds after the last change of what is saved. */
const quiet = 2_000;

interface KeeperProps {
	/** Who is logged in. */
	account: number | null;
	/** Whether they may do anything yet. */
	acts: boolean;
}

/** Keeps what opens without a network, and offers a new version of the app once there is one. It is never forced on anybody. */
export function Keeper({ account, acts }: KeeperProps) {
	const [offered, setOffered] = useState(false);
	const looked = useRef(0);
	const UnfinishedUpload = useLoaded(loadUnfinishedUpload, account !== null);

	useEffect(() => {
		let left = false;
		async function keep() {
			// Another account's, and everything private once nobody is logged in.
			await forgetAnswers(account);
			if (!(await navigator.serviceWorker?.ready) || left) return;
			await keepWhatIsHere();
			await keepWhatItTakes(account);
		}
		// A full disk or a lost network: what is kept stays as it is.
		keep().catch(() => {});
		return () => {
			left = true;
		};
	}, [account]);

	const [api, queries, less] = [useApi(), useQueryClient(), useLessData()];
	const saved = [useStoredValue(stored.wishlist), useStoredValue(stored.tweets), useStoredValue(stored.talks)];
	const savedIds = saved.join('/');
	useEffect(() => {
		if (less || !/\d/.test(savedIds)) return;
		const left = new AbortController();
		async function keep() {
			await keepSaved(api, queries, account);
			const { keepSavedAds } = await import('./keep-ahead.ts');
			await keepSavedAds(api, queries, account, left.signal);
		}
		const timer = setTimeout(() => void keep().catch(() => {}), quiet);
		return () => {
			clearTimeout(timer);
			left.abort();
		};
	}, [api, queries, less, savedIds, account]);

	useEffect(() => {
		if (less || !acts || account === null) return;
		const left = new AbortController();
		async function keep(account: number) {
			const { keepCourses } = await import('./keep-ahead.ts');
			await keepCourses(api, queries, account, left.signal);
		}
		const timer = setTimeout(() => void keep(account).catch(() => {}), quiet);
		return () => {
			clearTimeout(timer);
			left.abort();
		};
	}, [api, queries, less, acts, account]);

	useEffect(() => {
		const end = () => void endSessions(api);
		end();
		window.addEventListener('online', end);
		return () => window.removeEventListener('online', end);
	}, [api]);

	useEffect(() => {
		// What shows what waits has to be there when there is no network.
		if (less || account === null) return;
		import('../doing/unsent.tsx').catch(() => {});
		import('../ask-to-log-out.tsx').catch(() => {});
	}, [less, account]);

	const look = useEffectEvent(async (atOnce: boolean) => {
		const now = Date.now();
		if (document.hidden || (!atOnce && now - looked.current < between)) return;
		looked.current = now;
		if (await isNewer().catch(() => false)) setOffered(true);
	});

	useEffect(() => {
		const sometimes = () => void look(false);
		const atOnce = () => void look(true);
		const timer = setInterval(sometimes, between);
		document.addEventListener('visibilitychange', sometimes);
		window.addEventListener('online', sometimes);
		// A part of the app is no longer there.
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
			{account !== null && UnfinishedUpload && <UnfinishedUpload />}
			<div role="status">
				{offered && (
					<div className="pointer-events-auto flex items-center gap-2 rounded-card border border-line bg-card py-1.5 pr-1.5 pl-4 text-14 shadow-soft">
						<p>{errorsText.newVersion}</p>
						<Button look="plain" className="px-2.5 text-14 whitespace-nowrap" onClick={() => location.reload()}>
							{errorsText.useNewVersion}
						</Button>
						<Button look="plain" className="px-2.5 text-14" onClick={() => setOffered(false)}>
							{errorsText.later}
						</Button>
					</div>
				)}
			</div>
		</>
	);
}
