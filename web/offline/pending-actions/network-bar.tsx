import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import * as commonText from '../../../text/shared/common.ts';
import * as networkBarText from '../../../text/web/network-bar.ts';
import * as pendingActionsText from '../../../text/web/pending-actions.ts';
import { pendingProgress } from '../../courses/pending-progress.ts';
import { formatAge } from '../../platform/format-age.ts';
import { getBlockedReason, listCallsToShow, outbox } from '../../platform/outbox.ts';
import { useRefetchStale, useStaleSince } from '../../platform/persisted-queries.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { useOnline } from '../../platform/use-online.ts';
import { useUnsentChangeCount } from '../../saved-items/use-unsent-change-count.ts';
import { toast } from '../../ui/toast.ts';

type List = ComponentType<{ account: number; lessons: number; saved: number; onClose: () => void }>;

/** Milliseconds between updates of the current time. */
const updateInterval = 60_000;

interface NetworkBarProps {
	account: number | undefined;
	children: ReactNode;
}

/** Bar that tells that the app is offline, how old the cached content is, and how many actions wait to be sent. */
export function NetworkBar({ account, children }: NetworkBarProps) {
	const online = useOnline();
	const calls = useStoredValue(outbox);
	const ticks = useStoredValue(pendingProgress);
	const unsentCount = useUnsentChangeCount(account);
	const staleSince = useStaleSince(online);
	const now = useNow(staleSince !== null);
	const refetchStale = useRefetchStale();
	const [List, setList] = useState<List | null>(null);
	const pendingCalls = listCallsToShow(calls, account, Date.now());
	const blockedCount = pendingCalls.filter((call) => getBlockedReason(call, Date.now())).length;
	const lessons = ticks?.filter((tick) => tick.account === account).length ?? 0;
	// While the browser is online, changes of saved lists are sent at once.
	const saved = online ? 0 : unsentCount;
	const waitingCount = pendingCalls.length - blockedCount + lessons + saved;
	const age = staleSince === null ? null : formatAge(staleSince, now);

	async function open() {
		try {
			const { PendingActionsDialog } = await import('./pending-actions-dialog.tsx');
			setList(() => PendingActionsDialog);
		} catch {
			toast(pendingActionsText.listUnavailable, 'error');
		}
	}

	useEffect(() => {
		if (online) refetchStale();
	}, [online, refetchStale]);

	return (
		<div className="pointer-events-none fixed inset-x-3 bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-40 flex flex-col items-center gap-2 wide:bottom-4 print:hidden">
			{children}
			{/* The status element always renders, so that screen readers announce its changes. */}
			<div role="status">
				{(!online || staleSince !== null || waitingCount > 0 || blockedCount > 0) && (
					<p className="rounded-card bg-ink px-4 py-2.5 text-center text-14 text-page shadow-soft">
						{!online && (age === null ? networkBarText.offline : networkBarText.offlineAsOf(age))}
						{online && age !== null && (
							<>
								{networkBarText.noResponseAsOf(age)}{' '}
								<button
									type="button"
									onClick={refetchStale}
									className="pointer-events-auto min-h-6 font-semibold underline outline-current"
								>
									{commonText.tryAgain}
								</button>
							</>
						)}{' '}
						{waitingCount > 0 && networkBarText.waiting(waitingCount)}{' '}
						{blockedCount > 0 && networkBarText.rejected(blockedCount)}{' '}
						{waitingCount + blockedCount > 0 && (
							<button
								type="button"
								onClick={() => void open()}
								className="pointer-events-auto min-h-6 font-semibold underline outline-current"
							>
								{networkBarText.view}
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

/** Returns the current time in milliseconds since 1970. It is updated while `isActive`. */
function useNow(isActive: boolean): number {
	const [now, setNow] = useState(() => Date.now());
	useEffect(() => {
		if (!isActive) return;
		const update = () => setNow(Date.now());
		update();
		const timer = setInterval(update, updateInterval);
		return () => clearInterval(timer);
	}, [isActive]);
	return now;
}
