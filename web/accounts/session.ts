import type { Me, Session } from '../../contract/accounts.ts';
import { createStoredValue, useStoredValue } from '../platform/stored-value.ts';

const storedSession = createStoredValue<Session>('user-details', parseSession);

/** Who is logged in on this device; null for a visitor. */
export function getSession(): Session | null {
	return storedSession.get();
}

export function setSession(session: Session) {
	storedSession.set(session);
}

/** Takes what the server says of the account, unless another one is logged in meanwhile. */
export function refreshSession(me: Me) {
	const session = getSession();
	if (session?.id === me.id) setSession({ ...session, ...me });
}

export function clearSession() {
	storedSession.remove();
}

/** Clears the session the server has refused, unless another one has taken its place meanwhile. */
export function clearRejectedSession(token: string) {
	if (getSession()?.token === token) clearSession();
}

/** Who is logged in, in a component; null on the server and while the page is hydrated. */
export function useSession(): Session | null {
	return useStoredValue(storedSession);
}

function parseSession(value: unknown): Session | null {
	if (typeof value !== 'object' || value === null) return null;
	const { id, user_name, token } = value as Partial<Record<keyof Session, unknown>>;
	const known = typeof id === 'number' && typeof user_name === 'string' && typeof token === 'string' && token !== '';
	return known ? (value as Session) : null;
}
