import type { Client } from '../../contract/client.ts';
import { storedValue } from '../platform/stored-value.ts';
import { permission, sendPushToken } from './push.ts';

const kept = storedValue('push-device', (value) => (typeof value === 'string' ? value : null));

/** Whoever logs in where messages are allowed gets theirs here: once for each session, so that a browser taken out stays out. */
export function keepDevice(api: Client, { id, expires_at }: { id: number; expires_at: string }) {
	const session = `${id} ${expires_at}`;
	if (permission() !== 'granted' || kept.get() === session) return;
	// Where it cannot be sent it is tried again with the next page; sent twice it is the same device.
	sendPushToken(api, id).then(
		() => kept.set(session),
		() => {},
	);
}
