import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../../contract/client.ts';
import * as draftsText from '../../contract/text/drafts.ts';
import { endSession } from '../accounts/ended-sessions.ts';
import { clearLessonDrafts } from '../courses/lesson-draft.ts';
import { clearProgressChanges, pendingProgress } from '../courses/pending-progress.ts';
import { clearRecentSearches } from '../feed/recent-searches.ts';
import { pendingUploadKey, removeUpload } from '../media/remove-upload.ts';
import { unregisterDevice } from '../notifications/registered-device.ts';
import { callsToShow, outbox } from '../platform/outbox.ts';
import { clearPersistedQueries } from '../platform/persisted-queries.ts';
import { clearSharedContent } from '../platform/worker/shared-content.ts';
import { clearSavedLists, countUnsent, sendUnsent, type UnsentChanges } from '../saved-items/unsent-changes.ts';
import { clearDrafts } from './drafts.ts';

/** Forgets on this device all that is an account's. Answers what of the saved lists the account does not know of yet. */
export function clearAccountData(id: number): UnsentChanges[] {
	clearDrafts(id);
	clearLessonDrafts(id);
	clearProgressChanges(id);
	for (const call of outbox.get() ?? []) if (call.account === id) outbox.drop(call);
	clearRecentSearches();
	const unsent = clearSavedLists(id);
	void removeUpload(pendingUploadKey(id));
	void unregisterDevice();
	void clearPersistedQueries(null);
	void clearSharedContent();
	return unsent;
}

/** What is lost where an account logs out on this device now, as a sentence; null where nothing is. */
export function getUnsentWarning(account: number): string | null {
	const calls = callsToShow(outbox.get(), account, Date.now()).length;
	const progressChanges = (pendingProgress.get() ?? []).filter((tick) => tick.account === account).length;
	// With a network they are sent on the way out.
	const saves = navigator.onLine ? 0 : countUnsent(account);
	const count = calls + progressChanges + saves;
	if (count === 0) return null;
	return draftsText.unsentLost(count);
}

/** Empties the query cache. What the page on the screen shows goes when the page has been left: without it the page would suspend. */
export function clearQueryCache(queryClient: QueryClient) {
	const cache = queryClient.getQueryCache();
	const shown = new Set(cache.findAll({ type: 'active' }));
	queryClient.getMutationCache().clear();
	queryClient.removeQueries({ type: 'inactive' });
	if (shown.size === 0) return;
	const stop = cache.subscribe(({ type, query }) => {
		if (type !== 'observerRemoved' || query.isActive() || !shown.delete(query)) return;
		cache.remove(query);
		if (shown.size === 0) stop();
	});
}

/** Whether an account may be forgotten here: asks where something that was not sent would be lost. */
export async function confirmDataLoss(id: number): Promise<boolean> {
	const warning = getUnsentWarning(id);
	if (warning === null) return true;
	const asking = await import('./confirm-logout.tsx').catch(() => null);
	// Without a network it may not be here.
	return asking ? asking.confirmLogout(warning) : window.confirm(draftsText.logOutAnyway(warning));
}

/** Ends the session on the server as soon as it can be reached, after what its lists have not sent. Never rejects. */
export function endServerSession(api: Client, token: string, unsent: readonly UnsentChanges[]): Promise<void> {
	return endSession(api, token, () => sendUnsent(api, token, unsent));
}
