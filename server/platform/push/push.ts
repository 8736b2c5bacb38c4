import type { JsonObject } from '../jobs/index.ts';

/** Notification in Firebase's message format, so that one service worker handles both engines. */
export interface PushMessage {
	notification: { title: string; body: string; icon: string };
	/** String values. `tag` replaces an earlier message with the same tag; a tap opens `path`. */
	data: { path: string; tag: string };
}

/**
 * `gone`: the device no longer accepts messages and can be deleted. `refused`: a retry is useless, but the cause may be our key, clock or
 * configuration, so keep the device.
 */
export type PushResult = 'sent' | 'gone' | 'refused';

export interface PushEngine {
	/** Validates a browser's token and converts it to text for storage. Throws `invalid` with the field `fcm_token`. */
	parseToken(token: string | JsonObject): string;
	/** Sends to a stored token. Throws `ServiceUnavailableError` if the service does not respond or is busy. */
	send(token: string, message: PushMessage, signal?: AbortSignal): Promise<PushResult>;
}

/** How long an accepted message proves that our key, clock and configuration are valid, milliseconds. */
const recentSuccess = 3_600_000;

/** Decides whether a permanent rejection is the device's fault: only if the same service has recently accepted other messages. */
export function createRejectionClassifier(now: () => number = Date.now) {
	const lastSent = new Map<string, number>();
	return {
		onSent(service: string): PushResult {
			lastSent.set(service, now());
			return 'sent';
		},
		onRejected(service: string): PushResult {
			const last = lastSent.get(service);
			return last !== undefined && now() - last < recentSuccess ? 'gone' : 'refused';
		},
	};
}

/** Milliseconds. */
export const pushTimeout = 5000;

/** How long a push service stores a message for an offline device, seconds. */
export const messageTtlSeconds = 3 * 24 * 3600;
