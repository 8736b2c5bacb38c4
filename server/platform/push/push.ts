import type { JsonObject } from '../jobs/index.ts';

/** What a browser shows, in the shape that Firebase gives its messages, so that one service worker reads both engines'. */
export interface PushMessage {
	notification: { title: string; body: string; icon: string };
	/** For the page or the worker: text by name. `tag` replaces an earlier message of the same tag, `path` is opened by a tap. */
	data: { path: string; tag: string };
}

/**
 * `gone`: the device will never take a message again and can be forgotten. `refused`: sending this one again would change nothing, but
 * that may be our own key, clock or configuration, so nobody is forgotten for it.
 */
export type PushOutcome = 'sent' | 'gone' | 'refused';

/** One way to reach devices. */
export interface PushEngine {
	/** A device's token as a browser handed it over, as text to keep. Throws `invalid` with a sentence for the field `fcm_token`. */
	parseToken(token: string | JsonObject): string;
	/** Sends to a kept token. Throws `Unavailable` where the service does not answer or takes no message at the moment. */
	send(token: string, message: PushMessage, signal?: AbortSignal): Promise<PushOutcome>;
}

/** How long a message that a service has taken proves that our own key, clock and configuration are right, milliseconds. */
const recentSuccess = 3_600_000;

/** Tells whose fault a lasting refusal is: the device's alone only where the same service takes other messages of ours. */
export function createRejectionClassifier(now: () => number = Date.now) {
	const lastSent = new Map<string, number>();
	return {
		/** The service has taken a message. */
		onSent(service: string): PushOutcome {
			lastSent.set(service, now());
			return 'sent';
		},
		/** The service will not take this message for this device, however often it is sent. */
		onRejected(service: string): PushOutcome {
			const last = lastSent.get(service);
			return last !== undefined && now() - last < recentSuccess ? 'gone' : 'refused';
		},
	};
}

/** Milliseconds that a push service may take to answer. */
export const pushTimeout = 5000;

/** How long a push service keeps a message for a device that is off, seconds. */
export const messageTtlSeconds = 3 * 24 * 3600;
