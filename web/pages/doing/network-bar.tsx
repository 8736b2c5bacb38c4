import { waitingTicks } from '../../courses/ticks.ts';
import { outbox } from '../../platform/outbox.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { useOnline } from '../../platform/use-online.ts';
import { useUnsentSaves } from '../../saved-items/use-unsent.ts';

/** Says that the network is gone and what still works, and what waits to be sent. */
export function NetworkBar({ account }: { account: number | undefined }) {
	const online = useOnline();
	const calls = useStoredValue(outbox);
	const ticks = useStoredValue(waitingTicks);
	const saves = useUnsentSaves(account);
	const own = (items: readonly { account: number }[] | null) =>
		items?.filter((item) => item.account === account).length ?? 0;
	const kept = own(calls) + own(ticks);
	// A save that is on its way is no news while there is a network.
	const waiting = kept + (online ? 0 : saves);
	return (
		// Always there, so that screen readers hear what appears in it.
		<div
			role="status"
			className="pointer-events-none fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-40 flex justify-center wide:bottom-4 print:hidden"
		>
			{(!online || waiting > 0) && (
				<p className="rounded-card bg-ink px-4 py-2.5 text-center text-14 text-page shadow-soft">
					{!online && 'No network. What you have opened still works, and what you do is sent later.'}{' '}
					{waiting > 0 && `${waiting} ${waiting === 1 ? 'thing waits' : 'things wait'} to be sent.`}
				</p>
			)}
		</div>
	);
}
