import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../../contract/core/client.ts';
import * as draftsText from '../../text/web/drafts.ts';
import { endSession } from '../accounts/ended-sessions.ts';
import { clearLessonDrafts } from '../courses/lesson-draft.ts';
import { clearProgressChanges, pendingProgress } from '../courses/pending-progress.ts';
import { clearSentRequests } from '../enrollments/sent-requests.ts';
import { clearRecentSearches } from '../feed/recent-searches.ts';
import { clearRecentAds } from '../feed/recently-viewed.ts';
import { removeStoredImport } from '../imports/stored-import-keys.ts';
import { getPendingUploadKey, removePendingUpload } from '../media/remove-pending-upload.ts';
import { unregisterDevice } from '../notifications/registered-device.ts';
import { clearOfflineVideos } from '../offline/videos/offline-videos.ts';
import { clearSharedContent } from '../offline/worker/shared-content.ts';
import { listCallsToShow, outbox } from '../platform/outbox.ts';
import { clearPersistedQueries } from '../platform/persisted-queries.ts';
import {
	clearSavedLists,
	countUnsentChanges,
	sendUnsentChanges,
	type UnsentChanges,
} from '../saved-items/unsent-changes.ts';
import { clearDrafts } from './drafts.ts';

/** Removes an account's data from this device. Returns changes of saved lists that the server does not have yet. */
export function clearAccountData(id: number): UnsentChanges[] {
	clearDrafts(id);
	clearLessonDrafts(id);
	clearProgressChanges(id);
	clearSentRequests(id);
	for (const call of outbox.get() ?? []) if (call.account === id) outbox.removeCall(call);
	clearRecentSearches();
	clearRecentAds();
	const unsent = clearSavedLists(id);
	void removePendingUpload(getPendingUploadKey(id));
	void removeStoredImport(id);
	void unregisterDevice();
	void clearPersistedQueries(null);
	void clearSharedContent();
	void clearOfflineVideos();
	return unsent;
}

/** Returns a warning about what a logout on this device would lose; null if it loses nothing. */
export function getUnsentWarning(account: number): string | null {
	const calls = listCallsToShow(outbox.get(), account, Date.now()).length;
	const progressChanges = (pendingProgress.get() ?? []).filter((tick) => tick.account === account).length;
	// While the browser is online, unsent changes of saved lists are sent during the logout.
	const saves = navigator.onLine ? 0 : countUnsentChanges(account);
	const count = calls + progressChanges + saves;
	if (count === 0) return null;
	return draftsText.unsentLost(count);
}

/** Empties the query cache. Active queries are removed once the page unmounts, because the page would suspend without them. */
export function clearQueryCache(queryClient: QueryClient) {
	const cache = queryClient.getQueryCache();
	const activeQueries = new Set(cache.findAll({ type: 'active' }));
	queryClient.getMutationCache().clear();
	queryClient.removeQueries({ type: 'inactive' });
	if (activeQueries.size === 0) return;
	const stop = cache.subscribe(({ type, query }) => {
		if (type !== 'observerRemoved' || query.isActive() || !activeQueries.delete(query)) return;
		cache.remove(query);
		if (activeQueries.size === 0) stop();
	});
}

/** Asks for confirmation if unsent changes would be lost. Resolves to whether the account's data may be removed. */
export async function confirmDataLoss(id: number): Promise<boolean> {
	const warning = getUnsentWarning(id);
	if (warning === null) return true;
	const dialog = await import('./confirm-logout.tsx').catch(() => null);
	// While offline, the dialog's code may be missing.
	return dialog ? dialog.confirmLogout(warning) : window.confirm(draftsText.logOutAnyway(warning));
}

/** Sends the unsent changes of saved lists and ends the session on the server. A logout that fails is retried later. */
export function endServerSession(api: Client, token: string, unsent: readonly UnsentChanges[]): Promise<void> {
	return endSession(api, token, () => sendUnsentChanges(api, token, unsent));
}
