import type { Client } from '../../contract/client.ts';
import { isApiError } from '../platform/api-error.ts';
import { withLock } from '../platform/locks.ts';
import { createStoredValue } from '../platform/stored-value.ts';

/** Tokens of sessions that were logged out here and that the server has not ended yet. They serve to log out, and for nothing else. */
const endedTokens = createStoredValue('ended-sessions', (value) =>
	Array.isArray(value) ? value.filter((token): token is string => typeof token === 'string') : null,
);

/** Logs a session out on the server after its last act, or as soon as the server answers. Neither rejects. */
export async function endSession(api: Client, token: string, beforeEnd: () => Promise<void>): Promise<void> {
	endedTokens.set([...(endedTokens.get() ?? []), token]);
	await beforeEnd();
	await flushEndedSessions(api);
}

/** Tells the server of every log-out that it has not answered yet. Never rejects. */
export function flushEndedSessions(api: Client): Promise<void> {
	// Each once, whatever tab it is.
	return withLock('ended-sessions', () => sendLogouts(api));
}

async function sendLogouts(api: Client): Promise<void> {
	for (const token of endedTokens.get() ?? []) {
		try {
			await api.logOut({}, { token });
		} catch (error) {
			// It does not know the token: that is as good.
			if (!isApiError(error) || error.status !== 401) return;
		}
		const left = (endedTokens.get() ?? []).filter((other) => other !== token);
		if (left.length > 0) endedTokens.set(left);
		else endedTokens.remove();
	}
}
