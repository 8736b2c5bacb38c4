import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.ts';
import { outbox } from '../../platform/outbox.ts';
import { useDelivery } from '../../platform/use-delivery.ts';
import { toast } from '../../ui/toast.ts';
import { createOutboxHandlers } from './outbox-handlers.ts';

interface OutboxSenderProps {
	account: number;
	/** Of that account: what it has done is never sent as somebody else. */
	token: string;
	/** Whether the API takes such a call today. */
	isValidCall: (name: string, input: unknown) => boolean;
}

/** Sends what was liked, followed, said and posted while no answer came. */
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
