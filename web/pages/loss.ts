import * as draftsText from '../../contract/text/drafts.ts';
import { waitingTicks } from '../courses/ticks.ts';
import { callsToTell, outbox } from '../platform/outbox.ts';
import { countUnsent } from '../saved-items/leave.ts';

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
