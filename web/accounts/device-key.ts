import { generateRandomKey } from '../platform/random-key.ts';
import { createStoredValue } from '../platform/stored-value.ts';

const storedKey = createStoredValue<string>('device-key', (value) =>
	typeof value === 'string' && /^[\w-]{32,64}$/.test(value) ? value : null,
);

/**
 * Returns the key that identifies this browser at login, and creates the key at first use. The key grants no access and outlives the
 * session. While failed logins from other devices lock the account, a device with a known key may still log in.
 */
export function getDeviceKey(): string {
	const stored = storedKey.get();
	if (stored) return stored;
	const key = generateRandomKey();
	storedKey.set(key);
	return key;
}
