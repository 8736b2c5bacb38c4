import type { Client } from '../../contract/client.ts';
import { permission, sendPushToken } from './push.ts';

const key = 'push-device';

/** Whoever logs in where messages are allowed gets theirs here: once for each session, so that a browser taken out stays out. */
export function keepDevice(api: Client, { id, expires_at }: { id: number; expires_at: string }) {
	if (permission() !== 'granted') return;
	const session = `${id} ${expires_at}`;
	try {
		if (localStorage.getItem(key) === session) return;
		localStorage.setItem(key, session);
	} catch {
		return;
	}
	// It is tried again with the next session; the settings say which browsers receive messages.
	sendPushToken(api, id).catch(() => {});
}
