import type { Client } from '../../../contract/core/client.ts';
import * as networkBarText from '../../../text/web/network-bar.ts';
import * as pendingActionsText from '../../../text/web/pending-actions.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import {
	getQueueKey,
	getQueueLockName,
	listCallsToSend,
	type outbox,
	type PendingCall,
	type UntypedClientCall,
} from '../../platform/outbox.ts';
import type { QueueDeliveryHandlers } from '../../platform/queue-delivery.ts';

interface OutboxDeliveryHandlersDeps {
	outbox: Pick<typeof outbox, 'removeCall' | 'updateCall'>;
	account: number;
	/** Session token of `account`. It ensures that calls are never sent as another account. */
	token: string;
	api: Client;
	/** Returns whether the API currently accepts a call of this operation with this input. */
	isValidCall: (name: string, input: unknown) => boolean;
	/** Returns the current time in milliseconds since 1970. */
	now: () => number;
	/** Refetches data that was updated optimistically. */
	refresh: () => void;
	notify: (sentence: string, kind?: 'error') => void;
}

/** Error for a pending call that another version of the app stored and that the API does not accept. */
class OutdatedCall extends Error {}

export function createOutboxDeliveryHandlers(deps: OutboxDeliveryHandlersDeps): QueueDeliveryHandlers<PendingCall> {
	const { outbox, account, token, api, isValidCall, now, refresh, notify } = deps;
	return {
		toSend: (calls) => listCallsToSend(calls, account, now()),
		queueKey: (call) => getQueueLockName(getQueueKey(call)),
		async send({ name, input, key }) {
			if (!isValidCall(name, input)) throw new OutdatedCall(name);
			// The call is sent unchanged, because a retry with the same idempotency key must be the same request.
			await (api[name as keyof Client] as UntypedClientCall<unknown>)(input, { token, idempotencyKey: key });
		},
		onDelivered(call, isLast) {
			if (isLast) {
				notify(networkBarText.allSent);
				refresh();
			}
			outbox.removeCall(call);
		},
		onDeferred(error, call, until) {
			outbox.updateCall(call, {
				underWay: undefined,
				reason: until === null ? undefined : getErrorMessage(error),
				until: until ?? undefined,
			});
		},
		getNotBefore: ({ until = 0 }) => until,
		onRejected(error, call) {
			const isOutdated = error instanceof OutdatedCall;
			const reason = isOutdated ? pendingActionsText.outdated : getErrorMessage(error);
			// A rejected call with text of the user stays stored, so that the text is not lost.
			if (isOutdated || 'body' in (call.input as object)) outbox.updateCall(call, { refused: reason });
			else {
				notify(reason, 'error');
				outbox.removeCall(call);
			}
			refresh();
		},
	};
}
