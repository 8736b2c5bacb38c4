import type { Client } from '../../contract/client.ts';
import { isApiError } from '../platform/api-error.ts';
import { storedValue } from '../platform/stored-value.ts';
import { inTurn } from '../platform/turns.ts';

/** Tokens of sessions that were logged out here and that the server has not ended yet. They serve to log out, and for nothing else. */
const ended = storedValue('ended-sessions', (value) =>
	Array.isArray(value) ? value.filter((token): token is string => typeof token === 'string') : null,
);

/** Logs a session out on the server after its last act, or as soon as the server answers. Neither rejects. */
export async function endSession(api: Client, token: string, lastAct: () => Promise<void>): Promise<void> {
	ended.set([...(ended.get() ?? []), token]);
	await lastAct();
	await endSessions(api);
}

/** Tells the server of every log-out that it has not answered yet. Never rejects. */
export function endSessions(api: Client): Promise<void> {
	// Each once, whatever tab it is.
	return inTurn('ended-sessions', () => tell(api));
}

async function tell(api: Client): Promise<void> {
	for (const token of ended.get() ?? []) {
		try {
			await api.logOut({}, { token });
		} catch (error) {
			// It does not know the token: that is as good.
			if (!isApiError(error) || error.status !== 401) return;
		}
		const left = (ended.get() ?? []).filter((other) => other !== token);
		if (left.length > 0) ended.set(left);
		else ended.remove();
	}
}
