import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.ts';
import { outbox } from '../../platform/outbox.ts';
import { useDelivery } from '../../platform/use-delivery.ts';
import { toast } from '../../ui/toast.ts';
import { outboxHandlers } from './outbox-handlers.ts';

interface SendOutboxProps {
	account: number;
	/** Of that account: what it has done is never sent as somebody else. */
	token: string;
	/** Whether the API takes such a call today. */
	isCall: (name: string, input: unknown) => boolean;
}

/** Sends what was liked, followed, said and posted while no answer came. */
export function SendOutbox({ account, token, isCall }: SendOutboxProps) {
	const api = useApi();
	const queries = useQueryClient();
	useDelivery(
		{ name: 'outbox', waiting: outbox },
		outboxHandlers({
			outbox,
			account,
			token,
			api,
			isCall,
			now: () => Date.now(),
			refresh: () => void queries.invalidateQueries(),
			notify: toast,
		}),
	);
	return null;
}
