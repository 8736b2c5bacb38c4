import type { Me, Session } from '../../contract/accounts/accounts.ts';
import { createStoredValue, useStoredValue } from '../platform/stored-value.ts';

const storedSession = createStoredValue<Session>('user-details', parseSession);

/** Returns the session stored on this device; null for a visitor. */
export function getSession(): Session | null {
	return storedSession.get();
}

export function setSession(session: Session) {
	storedSession.set(session);
}

/** Merges `me` into the stored session, unless another account has logged in meanwhile. */
export function refreshSession(me: Me) {
	const session = getSession();
	if (session?.id === me.id) setSession({ ...session, ...me });
}

export function clearSession() {
	storedSession.remove();
}

/** Clears the session whose token the server has rejected, unless another session has replaced it meanwhile. */
export function clearRejectedSession(token: string) {
	if (getSession()?.token === token) clearSession();
}

/** Hook for `getSession`; null on the server and during hydration. */
export function useSession(): Session | null {
	return useStoredValue(storedSession);
}

function parseSession(value: unknown): Session | null {
	if (typeof value !== 'object' || value === null) return null;
	const { id, user_name, token } = value as Partial<Record<keyof Session, unknown>>;
	const isSession =
		typeof id === 'number' && typeof user_name === 'string' && typeof token === 'string' && token !== '';
	return isSession ? (value as Session) : null;
}
