import { useQueryClient } from '@tanstack/react-query';
import * as networkBarText from '../../../contract/text/network-bar.ts';
import { useApi } from '../../platform/api.ts';
import {
	type AnyCall,
	callsToSend,
	dropCall,
	lineOf,
	noteCall,
	outbox,
	turnOf,
	type WaitingCall,
} from '../../platform/outbox.ts';
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
		toSend: (calls) => callsToSend(calls, account, Date.now()),
		line: (call) => turnOf(lineOf(call)),
		async send({ name, input, key }) {
			const call = api[name] as AnyCall<unknown>;
			await call(input, { token, idempotencyKey: key });
		},
		drop(call, isLast) {
			if (isLast) {
				toast(networkBarText.allSent);
				// What was shown as sent, without an id, takes its place among what the server knows.
				void queries.invalidateQueries();
			}
			dropCall(call);
		},
		onPutOff(error, call, until) {
			noteCall(call, {
				underWay: undefined,
				reason: until === null ? undefined : reasonOf(error),
				until: until ?? undefined,
			});
		},
		heldUntil: ({ until = 0 }) => until,
		onRefused(error, call) {
			const reason = reasonOf(error);
			// What somebody has written is not thrown away for them.
			if ('body' in (call.input as object)) noteCall(call, { refused: reason });
			else {
				toast(reason, 'error');
				dropCall(call);
			}
			// It was shown as done.
			void queries.invalidateQueries();
		},
	});
	return null;
}
