import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.ts';
import { outbox } from '../../platform/outbox.ts';
import { useQueueDelivery } from '../../platform/use-queue-delivery.ts';
import { toast } from '../../ui/toast.ts';
import { createOutboxDeliveryHandlers } from './outbox-delivery-handlers.ts';

interface OutboxSenderProps {
	account: number;
	/** Session token of `account`. It ensures that calls are never sent as another account. */
	token: string;
	/** Returns whether the API currently accepts a call of this operation with this input. */
	isValidCall: (name: string, input: unknown) => boolean;
}

/** Sends the likes, follows, comments and posts that got no response yet. */
export function OutboxSender({ account, token, isValidCall }: OutboxSenderProps) {
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
