import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { limits } from '../../contract/limits.ts';
import * as messages from '../../contract/messages.ts';
import type { SavedList } from '../../contract/saved-items.ts';
import * as itemActionsText from '../../contract/text/item-actions.ts';
import { useActor } from '../platform/actor.ts';
import { useApi } from '../platform/api.ts';
import { retryDelay } from '../platform/queries.ts';
import { reasonOf } from '../platform/reason.ts';
import { useStoredValue } from '../platform/stored-value.ts';
import { toast } from '../ui/toast.ts';
import { changed, stored } from './lists.ts';
import { createSync } from './sync.ts';

/** Milliseconds between two looks at the account's lists while one goes back and forth between windows. */
const pause = 10_000;

type Toggle = (list: SavedList, id: number) => void;

const ToggleContext = createContext<Toggle>(() => {});

interface SavedItemsProps {
	/** The lists have changed by a tap. */
	onToggled: () => void;
	children: ReactNode;
}

/** Holds the saved lists together: between this browser's tabs, and with the account of whoever is logged in. */
export function SavedItems({ onToggled, children }: SavedItemsProps) {
	const api = useApi();
	const account = useActor()?.id;
	const sync = useMemo(() => {
		if (account === undefined) return null;
		const state = { active: true, again: () => {} };
		return { ...createSync(api, { id: account, active: () => state.active, onLeftOut: tellLeftOut }), state };
	}, [api, account]);

	useEffect(() => {
		if (!sync) return;
		sync.state.active = true;
		let looked = Number.NEGATIVE_INFINITY;
		let failures = 0;
		let timer: ReturnType<typeof setTimeout> | undefined;
		function look() {
			if (document.visibilityState !== 'visible' || performance.now() - looked < pause) return;
			looked = performance.now();
			void sync?.all().then((done) => {
				if (done) failures = 0;
				else again();
			});
		}
		function again() {
			clearTimeout(timer);
			if (sync?.state.active) timer = setTimeout(send, retryDelay(failures++));
		}
		function send() {
			looked = Number.NEGATIVE_INFINITY;
			look();
		}
		sync.state.again = again;
		look();
		window.addEventListener('focus', look);
		window.addEventListener('online', send);
		document.addEventListener('visibilitychange', look);
		return () => {
			sync.state.active = false;
			clearTimeout(timer);
			window.removeEventListener('focus', look);
			window.removeEventListener('online', send);
			document.removeEventListener('visibilitychange', look);
		};
	}, [sync]);

	function toggle(list: SavedList, id: number) {
		const ids = stored[list].get() ?? [];
		const saved = !ids.includes(id);
		if (saved && ids.length >= limits.savedItems) {
			toast(itemActionsText.saveLimitReached(limits.savedItems), 'error');
			return;
		}
		stored[list].set(changed(ids, id, saved));
		onToggled();
		if (list === 'wishlist') toast(saved ? messages.wishlistAdded : messages.wishlistRemoved);
		else toast(saved ? messages.saved : messages.unsaved);
		sync?.change(list, id, saved).then(
			(sent) => !sent && sync.state.again(),
			(error: unknown) => toast(reasonOf(error), 'error'),
		);
	}

	return <ToggleContext value={toggle}>{children}</ToggleContext>;
}

function tellLeftOut(count: number) {
	toast(itemActionsText.savedListFull(count), 'error');
}

/** A saved list: its ids, newest first (null on the server and while the page is hydrated), and how it changes. */
export function useSaved(list: SavedList) {
	const ids = useStoredValue(stored[list]);
	const toggle = useContext(ToggleContext);
	return { ids, has: (id: number) => ids?.includes(id) ?? false, toggle: (id: number) => toggle(list, id) };
}
