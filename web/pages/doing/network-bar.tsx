import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import * as commonText from '../../../contract/text/common.ts';
import * as networkBarText from '../../../contract/text/network-bar.ts';
import * as pendingActionsText from '../../../contract/text/pending-actions.ts';
import { waitingTicks } from '../../courses/ticks.ts';
import { ageOf } from '../../platform/age.ts';
import { useAskAgain, useKeptSince } from '../../platform/kept-answers.ts';
import { callsToTell, outbox, whyNotSent } from '../../platform/outbox.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { useOnline } from '../../platform/use-online.ts';
import { useUnsentSaves } from '../../saved-items/use-unsent.ts';
import { toast } from '../../ui/toast.ts';

type List = ComponentType<{ account: number; lessons: number; saved: number; onClose: () => void }>;

/** Milliseconds between two looks at the clock. */
const minute = 60_000;

interface NetworkBarProps {
	account: number | undefined;
	/** Stands above it. */
	children: ReactNode;
}

/** Says that the network is gone, how old what is shown is and what still works, and what waits to be sent. */
export function NetworkBar({ account, children }: NetworkBarProps) {
	const online = useOnline();
	const calls = useStoredValue(outbox);
	const ticks = useStoredValue(waitingTicks);
	const saves = useUnsentSaves(account);
	const since = useKeptSince(online);
	const now = useNow(since !== null);
	const askAgain = useAskAgain();
	const [List, setList] = useState<List | null>(null);
	const own = callsToTell(calls, account, Date.now());
	const notSent = own.filter((call) => whyNotSent(call, Date.now())).length;
	const lessons = ticks?.filter((tick) => tick.account === account).length ?? 0;
	// With a network they are sent at once.
	const saved = online ? 0 : saves;
	const waiting = own.length - notSent + lessons + saved;
	const age = since === null ? null : ageOf(since, now);

	async function open() {
		try {
			const { Unsent } = await import('./unsent.tsx');
			setList(() => Unsent);
		} catch {
			toast(pendingActionsText.listUnavailable, 'error');
		}
	}

	useEffect(() => {
		if (online) askAgain();
	}, [online, askAgain]);

	return (
		<div className="pointer-events-none fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-40 flex flex-col items-center gap-2 wide:bottom-4 print:hidden">
			{children}
			{/* Always there, so that screen readers hear what appears in it. */}
			<div role="status">
				{(!online || since !== null || waiting > 0 || notSent > 0) && (
					<p className="rounded-card bg-ink px-4 py-2.5 text-center text-14 text-page shadow-soft">
						{!online && (age === null ? networkBarText.offline : networkBarText.offlineAsOf(age))}
						{online && age !== null && (
							<>
								{networkBarText.noResponseAsOf(age)}{' '}
								<button
									type="button"
									onClick={askAgain}
									className="pointer-events-auto min-h-6 font-semibold underline outline-current"
								>
									{commonText.tryAgain}
								</button>
							</>
						)}{' '}
						{waiting > 0 && networkBarText.waiting(waiting)} {notSent > 0 && networkBarText.rejected(notSent)}{' '}
						{waiting + notSent > 0 && (
							<button
								type="button"
								onClick={() => void open()}
								className="pointer-events-auto min-h-6 font-semibold underline outline-current"
							>
								{networkBarText.seeList}
							</button>
						)}
					</p>
				)}
			</div>
			{List && account !== undefined && (
				<List account={account} lessons={lessons} saved={saved} onClose={() => setList(null)} />
			)}
		</div>
	);
}

/** The time, followed while it is shown; milliseconds since 1970. */
function useNow(shown: boolean): number {
	const [now, setNow] = useState(() => Date.now());
	useEffect(() => {
		if (!shown) return;
		const look = () => setNow(Date.now());
		look();
		const timer = setInterval(look, minute);
		return () => clearInterval(timer);
	}, [shown]);
	return now;
}
