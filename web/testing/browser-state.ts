import { vi } from 'vitest';
import type { Me, Session } from '../../contract/accounts/accounts.ts';
import { clearSession, setSession } from '../accounts/session.ts';

/** Clears the browser's storage for this site, which all tests share. */
export async function clearBrowserStorage() {
	clearSession();
	localStorage.clear();
	sessionStorage.clear();
	document.documentElement.classList.remove('dark');
	for (const name of await caches.keys()) await caches.delete(name);
	// The last test's queries may be creating the database, which is not listed then.
	const names = new Set(['kept-files', ...(await indexedDB.databases()).map(({ name = '' }) => name)]);
	await Promise.all([...names].map(deleteDatabase));
}

/** Makes the session of a seller with a confirmed email address. */
export function makeSession(overrides: Partial<Session> = {}): Session {
	return {
		id: 7,
		user_name: 'ada_obi',
		display_name: 'Ada Obi',
		user_image: null,
		bio: '',
		place: null,
		place_public: false,
		location: null,
		phone: null,
		call_number: null,
		phone_public: false,
		verified: [],
		email: 'ada@example.com',
		email_verified: true,
		new_email: null,
		role: 'user',
		must_change_password: false,
		deletes_at: null,
		created_at: '2026-01-10T09:00:00.000Z',
		token: 'a-token-of-the-session-of-ada-obi',
		expires_at: '2027-01-10T09:00:00.000Z',
		...overrides,
	};
}

/** Makes the account of `makeSession`. */
export function makeMe(overrides: Partial<Me> = {}): Me {
	const { token, expires_at, ...me } = makeSession(overrides);
	return me;
}

export function logIn(overrides: Partial<Session> = {}): Session {
	const session = makeSession(overrides);
	setSession(session);
	return session;
}

/** Simulates Facebook's in-app browser until the end of the test. */
export function stubFacebookBrowser() {
	vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
		'Mozilla/5.0 (Linux; Android 13; TECNO KI5k; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/470.0;]',
	);
}

/** Simulates a browser that is online or offline until the end of the test. */
export function stubOnline(online: boolean) {
	vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
	window.dispatchEvent(new Event(online ? 'online' : 'offline'));
}

export function readSession(): unknown {
	return JSON.parse(localStorage.getItem('user-details') ?? 'null');
}

function deleteDatabase(name: string): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const request = indexedDB.deleteDatabase(name);
	request.onsuccess = () => resolve();
	request.onerror = () => reject(request.error);
	// Does not wait: an open connection delays the deletion until it closes.
	request.onblocked = () => resolve();
	return promise;
}
