import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '../../contract/client.ts';
import * as draftsText from '../../contract/text/drafts.ts';
import { endSession } from '../accounts/ended-sessions.ts';
import { forgetLessonDrafts } from '../courses/lesson-draft.ts';
import { forgetTicks, waitingTicks } from '../courses/ticks.ts';
import { forgetSearches } from '../feed/recent-searches.ts';
import { forgetUpload, keptUploadKey } from '../media/forget-upload.ts';
import { leaveDevice } from '../notifications/sent-device.ts';
import { forgetAnswers } from '../platform/kept-answers.ts';
import { callsToTell, outbox } from '../platform/outbox.ts';
import { forgetShared } from '../platform/worker/shared-things.ts';
import { countUnsent, sendLeft, takeSaved, type Unsent } from '../saved-items/leave.ts';
import { forgetDrafts } from './drafts.ts';

/** Forgets on this device all that is an account's. Answers what of the saved lists the account does not know of yet. */
export function forgetAccount(id: number): Unsent[] {
	forgetDrafts(id);
	forgetLessonDrafts(id);
	forgetTicks(id);
	for (const call of outbox.get() ?? []) if (call.account === id) outbox.drop(call);
	forgetSearches();
	const unsent = takeSaved(id);
	void forgetUpload(keptUploadKey(id));
	void leaveDevice();
	void forgetAnswers(null);
	void forgetShared();
	return unsent;
}

/** What is lost where an account logs out on this device now, as a sentence; null where nothing is. */
export function lossOf(account: number): string | null {
	const calls = callsToTell(outbox.get(), account, Date.now()).length;
	const ticks = (waitingTicks.get() ?? []).filter((tick) => tick.account === account).length;
	// With a network they are sent on the way out.
	const saves = navigator.onLine ? 0 : countUnsent(account);
	const count = calls + ticks + saves;
	if (count === 0) return null;
	return draftsText.unsentLost(count);
}

/** Empties the query cache. What the page on the screen shows goes when the page has been left: without it the page would suspend. */
export function clearCache(queries: QueryClient) {
	const cache = queries.getQueryCache();
	const shown = new Set(cache.findAll({ type: 'active' }));
	queries.getMutationCache().clear();
	queries.removeQueries({ type: 'inactive' });
	if (shown.size === 0) return;
	const stop = cache.subscribe(({ type, query }) => {
		if (type !== 'observerRemoved' || query.isActive() || !shown.delete(query)) return;
		cache.remove(query);
		if (shown.size === 0) stop();
	});
}

/** Whether an account may be forgotten here: asks where something that was not sent would be lost. */
export async function mayForget(id: number): Promise<boolean> {
	const loss = lossOf(id);
	if (loss === null) return true;
	const asking = await import('./ask-to-log-out.tsx').catch(() => null);
	// Without a network it may not be here.
	return asking ? asking.askToLogOut(loss) : window.confirm(draftsText.logOutAnyway(loss));
}

/** Ends the session on the server as soon as it can be reached, after what its lists have not sent. Never rejects. */
export function leaveServer(api: Client, token: string, unsent: readonly Unsent[]): Promise<void> {
	return endSession(api, token, () => sendLeft(api, token, unsent));
}
