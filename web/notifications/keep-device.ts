import type { Client } from '../../contract/client.ts';
import { currentEndpoint, type DeviceOwner, permission, sendPushToken, sessionName } from './push.ts';
import { sentDevice } from './sent-device.ts';

/**
 * Whoever logs in where messages are allowed gets theirs here: sent once for each session, so that a browser taken out stays out, and again
 * where the browser has changed or lost its subscription since.
 */
export async function keepDevice(api: Client, owner: DeviceOwner): Promise<void> {
	if (permission() !== 'granted') return;
	try {
		const sent = sentDevice.get();
		if (sent?.session === sessionName(owner) && sent.endpoint === (await currentEndpoint())) return;
		await sendPushToken(api, owner);
	} catch {
		// Where it cannot be sent it is tried again with the next page; sent twice it is the same device.
	}
}
