import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../platform/api.ts';
import { dropCall, outbox, type WaitingCall } from '../../platform/outbox.ts';
import { reasonOf } from '../../platform/reason.ts';
import { useDelivery } from '../../platform/use-delivery.ts';
import { toast } from '../../ui/toast.ts';

interface SendOutboxProps {
	account: number;
	/** Of that account: what it has done is never sent as somebody else. */
	token: string;
}

/** Sends what was liked, followed, said and posted while no answer came. */
export function SendOutbox({ account, token }: SendOutboxProps) {
	const api = useApi();
	const queries = useQueryClient();
	useDelivery<WaitingCall>({
		name: 'outbox',
		waiting: outbox,
		account,
		async send({ name, input, key }) {
			const call = api[name] as unknown as (input: unknown, options: object) => Promise<unknown>;
			await call(input, { token, idempotencyKey: key });
		},
		drop: dropCall,
		onRefused: (error) => toast(reasonOf(error), 'error'),
		onEmpty() {
			toast('Everything that waited has been sent');
			// What was shown as sent, without an id, takes its place among what the server knows.
			void queries.invalidateQueries();
		},
	});
	return null;
}
