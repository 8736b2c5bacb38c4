import { vi } from 'vitest';
import type { Me, Session } from '../../contract/accounts.ts';
import { clearSession, setSession } from '../accounts/session.ts';

/** Clears everything that the browser stores for this site, which tests share. */
export async function clearBrowserStorage() {
	clearSession();
	localStorage.clear();
	sessionStorage.clear();
	document.documentElement.classList.remove('dark');
	const databases = await indexedDB.databases();
	await Promise.all(databases.map(({ name }) => name && deleteDatabase(name)));
}

/** The session of a seller with a confirmed address. */
export function newSession(differences: Partial<Session> = {}): Session {
	return {
		id: 7,
		user_name: 'ada_obi',
		display_name: 'Ada Obi',
		user_image: null,
		bio: '',
		place: null,
		place_public: false,
		phone: null,
		phone_public: false,
		email: 'ada@example.com',
		email_verified: true,
		new_email: null,
		role: 'user',
		must_change_password: false,
		deletes_at: null,
		created_at: '2026-01-10T09:00:00.000Z',
		token: 'a-token-of-the-session-of-ada-obi',
		expires_at: '2027-01-10T09:00:00.000Z',
		...differences,
	};
}

/** The account of that seller, as the server has it. */
export function newMe(differences: Partial<Me> = {}): Me {
	const { token, expires_at, ...me } = newSession(differences);
	return me;
}

/** Somebody is logged in on this device. */
export function logIn(differences: Partial<Session> = {}): Session {
	const session = newSession(differences);
	setSession(session);
	return session;
}

/** Makes the page believe, until the end of the test, that it is open in Facebook's app. */
export function stubFacebookBrowser() {
	vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
		'Mozilla/5.0 (Linux; Android 13; TECNO KI5k; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/470.0;]',
	);
}

/** The browser has a network, or none, until the end of the test. */
export function stubOnline(online: boolean) {
	vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
	window.dispatchEvent(new Event(online ? 'online' : 'offline'));
}

/** What this device stores of the session. */
export function readSession(): unknown {
	return JSON.parse(localStorage.getItem('user-details') ?? 'null');
}

function deleteDatabase(name: string): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	const request = indexedDB.deleteDatabase(name);
	request.onsuccess = () => resolve();
	request.onerror = () => reject(request.error);
	// The browser deletes it once its last connection closes.
	request.onblocked = () => resolve();
	return promise;
}
