import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.ts';
import { outbox } from '../../platform/outbox.ts';
import { useDelivery } from '../../platform/use-delivery.ts';
import { toast } from '../../ui/toast.ts';
import { createOutboxHandlers } from './outbox-handlers.ts';

interface OutboxSenderProps {
	account: number;
	/** Token of that account. Its calls are never sent as another account. */
	token: string;
	/** Whether the API currently accepts such a call. */
	isValidCall: (name: string, input: unknown) => boolean;
}

/** Sends the likes, follows, comments and posts that got no response yet. */
export function OutboxSender({ account, token, isValidCall }: OutboxSenderProps) {
	const api = useApi();
	const queryClient = useQueryClient();
	useDelivery(
		{ name: 'outbox', pending: outbox },
		createOutboxHandlers({
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
