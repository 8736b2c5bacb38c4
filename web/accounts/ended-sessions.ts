import type { Client } from '../../contract/core/client.ts';
import { isApiError } from '../platform/api-error.ts';
import { withLock } from '../platform/locks.ts';
import { createStoredValue } from '../platform/stored-value.ts';

/** Tokens of sessions that ended on this device but not yet on the server. A token in this list serves only to log out. */
const endedTokens = createStoredValue('ended-sessions', (value) =>
	Array.isArray(value) ? value.filter((token): token is string => typeof token === 'string') : null,
);

/** Calls `beforeEnd`, then logs the session out on the server. A failed logout stays stored for a later attempt. */
export async function endSession(api: Client, token: string, beforeEnd: () => Promise<void>): Promise<void> {
	endedTokens.set([...(endedTokens.get() ?? []), token]);
	await beforeEnd();
	await flushEndedSessions(api);
}

/** Sends every pending logout to the server. Failed requests do not reject the promise. */
export function flushEndedSessions(api: Client): Promise<void> {
	// The lock keeps tabs from sending the same logout twice.
	return withLock('ended-sessions', () => sendLogouts(api));
}

async function sendLogouts(api: Client): Promise<void> {
	for (const token of endedTokens.get() ?? []) {
		try {
			await api.logOut({}, { token });
		} catch (error) {
			// Status 401 means that the server no longer knows the token.
			if (!isApiError(error) || error.status !== 401) return;
		}
		const remaining = (endedTokens.get() ?? []).filter((other) => other !== token);
		if (remaining.length > 0) endedTokens.set(remaining);
		else endedTokens.remove();
	}
}
