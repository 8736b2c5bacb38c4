import type { Client } from '../../../contract/client.ts';
import * as networkBarText from '../../../contract/text/network-bar.ts';
import * as pendingActionsText from '../../../contract/text/pending-actions.ts';
import type { DeliveryHandlers } from '../../platform/delivery.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import {
	type AnyCall,
	callsToSend,
	getLockName,
	getQueueKey,
	type outbox,
	type PendingCall,
} from '../../platform/outbox.ts';

interface OutboxHandlersDeps {
	outbox: Pick<typeof outbox, 'drop' | 'note'>;
	account: number;
	/** Of that account: what it has done is never sent as somebody else. */
	token: string;
	api: Client;
	/** Whether the API takes such a call today. */
	isValidCall: (name: string, input: unknown) => boolean;
	/** Milliseconds since 1970. */
	now: () => number;
	/** What was shown as done or as sent is asked for again. */
	refresh: () => void;
	notify: (sentence: string, kind?: 'error') => void;
}

/** A version of the app that calls something else has stored it. */
class OutdatedCall extends Error {}

/** How what waits in the outbox is sent. */
export function createOutboxHandlers(deps: OutboxHandlersDeps): DeliveryHandlers<PendingCall> {
	const { outbox, account, token, api, isValidCall, now, refresh, notify } = deps;
	return {
		toSend: (calls) => callsToSend(calls, account, now()),
		queueKey: (call) => getLockName(getQueueKey(call)),
		async send({ name, input, key }) {
			if (!isValidCall(name, input)) throw new OutdatedCall(name);
			// As it was written, for a repeat with the same key is the same request.
			await (api[name as keyof Client] as AnyCall<unknown>)(input, { token, idempotencyKey: key });
		},
		onDelivered(call, isLast) {
			if (isLast) {
				notify(networkBarText.allSent);
				refresh();
			}
			outbox.drop(call);
		},
		onDeferred(error, call, until) {
			outbox.note(call, {
				underWay: undefined,
				reason: until === null ? undefined : getErrorMessage(error),
				until: until ?? undefined,
			});
		},
		getNotBefore: ({ until = 0 }) => until,
		onRejected(error, call) {
			const isOutdated = error instanceof OutdatedCall;
			const reason = isOutdated ? pendingActionsText.outdated : getErrorMessage(error);
			// What somebody has written is not thrown away for them.
			if (isOutdated || 'body' in (call.input as object)) outbox.note(call, { refused: reason });
			else {
				notify(reason, 'error');
				outbox.drop(call);
			}
			refresh();
		},
	};
}
