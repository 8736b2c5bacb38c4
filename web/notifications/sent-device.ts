import { storedValue } from '../platform/stored-value.ts';

/** Whose messages this browser was last announced for, and at which subscription. */
interface SentDevice {
	/** The session in which it was. */
	session: string;
	/** Null where the browser does not tell. */
	endpoint: string | null;
}

export const sentDevice = storedValue<SentDevice>('push-device', (value) => {
	const { session, endpoint } = (value ?? {}) as Partial<Record<keyof SentDevice, unknown>>;
	const known = typeof session === 'string' && (typeof endpoint === 'string' || endpoint === null);
	return known ? { session, endpoint } : null;
});
