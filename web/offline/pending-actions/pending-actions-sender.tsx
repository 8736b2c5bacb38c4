import { useQueryClient } from '@tanstack/react-query';
import { pendingProgress } from '../../courses/pending-progress.ts';
import { ProgressSender } from '../../courses/progress-sender.ts';
import { useApi } from '../../platform/api.ts';
import { listCallsToSend, outbox } from '../../platform/outbox.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { useQueueDelivery } from '../../platform/use-queue-delivery.ts';
import { toast } from '../../ui/toast.ts';
import { useLazyComponent } from '../../ui/use-lazy-component.ts';
import { createOutboxDeliveryHandlers } from './outbox-delivery-handlers.ts';

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

interface OutboxSenderProps {
	account: number;
	/** Session token of `account`. It ensures that calls are never sent as another account. */
	token: string;
	/** Returns whether the API currently accepts a call of this operation with this input. */
	isValidCall: (name: string, input: unknown) => boolean;
}

/** Sends the likes, follows, comments and posts that got no response yet. */
function OutboxSender({ account, token, isValidCall }: OutboxSenderProps) {
	const api = useApi();
	const queryClient = useQueryClient();
	useQueueDelivery(
		{ name: 'outbox', pending: outbox },
		createOutboxDeliveryHandlers({
			outbox,
			account,
			token,
			api,
			isValidCall,
			now: () => Date.now(),
			refresh: () => void queryClient.invalidateQueries(),
			notify: toast,
		}),
	);
	return null;
}
