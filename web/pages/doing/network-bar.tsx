import { type ReactNode, useEffect, useState } from 'react';
import { waitingTicks } from '../../courses/ticks.ts';
import { ageOf } from '../../platform/age.ts';
import { useAskAgain, useKeptSince } from '../../platform/kept-answers.ts';
import { outbox } from '../../platform/outbox.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { useOnline } from '../../platform/use-online.ts';
import { useUnsentSaves } from '../../saved-items/use-unsent.ts';

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
	const own = (items: readonly { account: number }[] | null) =>
		items?.filter((item) => item.account === account).length ?? 0;
	const kept = own(calls) + own(ticks);
	// A save that is on its way is no news while there is a network.
	const waiting = kept + (online ? 0 : saves);
	const asItWas = since !== null && `You see this as it was ${ageOf(since, now)}`;

	useEffect(() => {
		if (online) askAgain();
	}, [online, askAgain]);

	return (
		<div className="pointer-events-none fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-40 flex flex-col items-center gap-2 wide:bottom-4 print:hidden">
			{children}
			{/* Always there, so that screen readers hear what appears in it. */}
			<div role="status">
				{(!online || since !== null || waiting > 0) && (
					<p className="rounded-card bg-ink px-4 py-2.5 text-center text-14 text-page shadow-soft">
						{!online && `No network. ${asItWas || 'What you have opened still works'}, and what you do is sent later.`}
						{online && asItWas && (
							<>
								{`No answer came. ${asItWas}.`}{' '}
								<button
									type="button"
									onClick={askAgain}
									className="pointer-events-auto min-h-6 font-semibold underline"
								>
									Try again
								</button>
							</>
						)}{' '}
						{waiting > 0 && `${waiting} ${waiting === 1 ? 'thing waits' : 'things wait'} to be sent.`}
					</p>
				)}
			</div>
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
