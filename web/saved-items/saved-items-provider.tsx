import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import * as messages from '../../contract/core/messages.ts';
import * as savedItemLimits from '../../contract/saved-items/limits.ts';
import type { SavedList } from '../../contract/saved-items/saved-items.ts';
import * as itemActionsText from '../../text/web/item-actions.ts';
import { useActor } from '../platform/actor.ts';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { retryDelay } from '../platform/query-client.ts';
import { useStoredValue } from '../platform/stored-value.ts';
import { toast } from '../ui/toast.ts';
import { addOrRemoveId, storedLists } from './lists.ts';
import { createSavedItemsSync } from './sync.ts';

/** Minimum milliseconds between two syncs of the saved lists on `focus` and `visibilitychange`. */
const syncInterval = 10_000;

type Toggle = (list: SavedList, id: number) => void;

const ToggleContext = createContext<Toggle>(() => {});

interface SavedItemsProps {
	onToggled: () => void;
	children: ReactNode;
}

/** Provides the saved lists and syncs them with the logged-in account. */
export function SavedItemsProvider({ onToggled, children }: SavedItemsProps) {
	const api = useApi();
	const account = useActor()?.id;
	const sync = useMemo(() => {
		if (account === undefined) return null;
		const state = { active: true, scheduleRetry: () => {} };
		return {
			...createSavedItemsSync(api, { id: account, isActive: () => state.active, onListFull: toastListFull }),
			state,
		};
	}, [api, account]);

	useEffect(() => {
		if (!sync) return;
		sync.state.active = true;
		let lastSync = Number.NEGATIVE_INFINITY;
		let failures = 0;
		let timer: ReturnType<typeof setTimeout> | undefined;
		function syncIfDue() {
			if (document.visibilityState !== 'visible' || performance.now() - lastSync < syncInterval) return;
			lastSync = performance.now();
			void sync?.syncAll().then((done) => {
				if (done) failures = 0;
				else scheduleRetry();
			});
		}
		function scheduleRetry() {
			clearTimeout(timer);
			if (sync?.state.active) timer = setTimeout(syncNow, retryDelay(failures++));
		}
		function syncNow() {
			lastSync = Number.NEGATIVE_INFINITY;
			syncIfDue();
		}
		sync.state.scheduleRetry = scheduleRetry;
		syncIfDue();
		window.addEventListener('focus', syncIfDue);
		window.addEventListener('online', syncNow);
		document.addEventListener('visibilitychange', syncIfDue);
		return () => {
			sync.state.active = false;
			clearTimeout(timer);
			window.removeEventListener('focus', syncIfDue);
			window.removeEventListener('online', syncNow);
			document.removeEventListener('visibilitychange', syncIfDue);
		};
	}, [sync]);

	function toggle(list: SavedList, id: number) {
		const ids = storedLists[list].get() ?? [];
		const saved = !ids.includes(id);
		if (saved && ids.length >= savedItemLimits.savedItems) {
			toast(itemActionsText.saveLimitReached(savedItemLimits.savedItems), 'error');
			return;
		}
		storedLists[list].set(addOrRemoveId(ids, id, saved));
		onToggled();
		if (list === 'wishlist') toast(saved ? messages.wishlistAdded : messages.wishlistRemoved);
		else toast(saved ? messages.saved : messages.unsaved);
		sync?.sendChange(list, id, saved).then(
			(sent) => !sent && sync.state.scheduleRetry(),
			(error: unknown) => toast(getErrorMessage(error), 'error'),
		);
	}

	return <ToggleContext value={toggle}>{children}</ToggleContext>;
}

function toastListFull(count: number) {
	toast(itemActionsText.savedListFull(count), 'error');
}

/** Returns a saved list's ids, newest first (null on the server and during hydration), and functions to read and change it. */
export function useSavedList(list: SavedList) {
	const ids = useStoredValue(storedLists[list]);
	const toggle = useContext(ToggleContext);
	return { ids, has: (id: number) => ids?.includes(id) ?? false, toggle: (id: number) => toggle(list, id) };
}
