import type { JsonObject } from '../../jobs/index.ts';

/** Push notification in Firebase's message format, so that one service worker handles both Firebase and Web Push. */
export interface PushMessage {
	notification: { title: string; body: string; icon: string };
	/** Data for the service worker; all values are strings. A message replaces an earlier one with the same `tag`. A tap opens `path`. */
	data: { path: string; tag: string };
}

/**
 * Result of a push message. `gone`: the device no longer accepts messages and can be deleted. `refused`: a retry is useless, but the cause
 * may be our key, clock or configuration, so the device must not be deleted.
 */
export type PushResult = 'sent' | 'gone' | 'refused';

export interface PushEngine {
	/** Validates a browser's push token and converts it to text for storage. Throws `invalid` with the field `fcm_token`. */
	parseToken(token: string | JsonObject): string;
	/** Sends a message to a stored token. Throws `ServiceUnavailableError` if the push service does not respond or is busy. */
	send(token: string, message: PushMessage, signal?: AbortSignal): Promise<PushResult>;
}

/** Milliseconds for which an accepted message proves that our key, clock and configuration are valid. */
const recentSuccess = 3_600_000;

/** Classifies permanent rejections. The device is at fault only if the same push service has recently accepted another message. */
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

/** Timeout of a push message in milliseconds. */
export const pushTimeout = 5000;

/** Seconds that a push service stores a message for an offline device. */
export const pushMessageTtlSeconds = 3 * 24 * 3600;
