import { defaultBrand } from '../../contract/market-settings/brand.ts';
import type { WebhookResult } from '../../contract/webhooks/webhook-events.ts';
import { type OutgoingReceivers, post } from '../senders/outgoing/index.ts';

/** Sends a body to a URL. Resolves with the class of the response's status, and `none` without a response in time. Throws on abort. */
export type SendMessage = (
	url: string,
	headers: Record<string, string>,
	body: string,
	signal: AbortSignal,
) => Promise<WebhookResult>;

/** Milliseconds for an attempt. */
const defaultTimeout = 5000;

/** Names the software, because a header cannot hold every name of a market. */
const userAgent = `${defaultBrand.name}-Webhooks`;

export function createMessageSender(receivers: OutgoingReceivers): SendMessage {
	const { agent, timeout = defaultTimeout } = receivers;
	return async (url, headers, body, signal) => {
		const target = new URL(url);
		// The rule for URLs may have changed since this one was stored.
		if (!receivers.allows(target)) return 'none';
		const bytes = Buffer.from(body);
		const sent = {
			...headers,
			'content-type': 'application/json',
			'content-length': String(bytes.length),
			'user-agent': userAgent,
		};
		const limit = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
		const status = await post(target, sent, bytes, { agent, signal: limit }).catch(() => 0);
		signal.throwIfAborted();
		return toResult(status);
	};
}

function toResult(status: number): WebhookResult {
	if (status >= 200 && status < 300) return '2xx';
	if (status >= 300 && status < 400) return '3xx';
	if (status >= 400 && status < 500) return '4xx';
	return status >= 500 && status < 600 ? '5xx' : 'none';
}
