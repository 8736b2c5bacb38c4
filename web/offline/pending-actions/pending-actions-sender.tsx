import { pendingProgress } from '../../courses/pending-progress.ts';
import { ProgressSender } from '../../courses/progress-sender.ts';
import { listCallsToSend, outbox } from '../../platform/outbox.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { useLazyComponent } from '../../ui/use-lazy-component.ts';
import { OutboxSender } from './outbox-sender.ts';

/** Loads the outbox sender together with the code that validates calls. */
async function loadOutboxSender() {
	const { isValidCall } = await import('../../platform/stored-schemas.ts');
	return (props: { account: number; token: string }) => <OutboxSender {...props} isValidCall={isValidCall} />;
}

export function PendingActionsSender({ account, token }: { account: number; token: string }) {
	const progressChanges = useStoredValue(pendingProgress);
	const calls = useStoredValue(outbox);
	const hasCalls = listCallsToSend(calls, account, Date.now()).length > 0;
	const LoadedOutboxSender = useLazyComponent(loadOutboxSender, hasCalls);
	return (
		<>
			{progressChanges?.some((tick) => tick.account === account) && <ProgressSender account={account} token={token} />}
			{hasCalls && LoadedOutboxSender && <LoadedOutboxSender account={account} token={token} />}
		</>
	);
}
