import { randomKey } from '../platform/random-key.ts';
import { createStoredValue } from '../platform/stored-value.ts';

const storedKey = createStoredValue<string>('device-key', (value) =>
	typeof value === 'string' && /^[\w-]{32,64}$/.test(value) ? value : null,
);

/**
 * What this browser is known by when it logs in again, made at first use. Logging out leaves it: it opens nothing, but lets an owner
 * try the password while strangers try theirs.
 */
export function getDeviceKey(): string {
	const known = storedKey.get();
	if (known) return known;
	const key = randomKey();
	storedKey.set(key);
	return key;
}
