import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type { Session } from '../../contract/accounts/accounts.ts';
import * as messages from '../../contract/core/messages.ts';
import { clearSession, getSession, useSession } from '../accounts/session.ts';
import { playSound } from '../appearance/sounds.ts';
import { useApi } from '../platform/api.ts';
import { clearPersistedQueries } from '../platform/persisted-queries.ts';
import { deleteAllVideos } from '../player/offline-video-list.ts';
import type { UnsentChanges } from '../saved-items/unsent-changes.ts';
import { toast } from '../ui/toast.ts';

/** Loads the code that clears an account's data. It is preloaded for logged-in users, so that a logout works offline. */
const loadClearAccountData = () => import('./clear-account-data.ts');

/**
 * Clears the session and the account's data on this device, then navigates home. Resolves to changes of saved lists that the server does
 * not have yet, or to null if the session has already ended.
 */
export function useClearAccountData() {
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	return async ({ id }: Pick<Session, 'id'>) => {
		const code = await loadClearAccountData().catch(() => null);
		if (getSession()?.id !== id) return null;
		// A page that requires a session redirects to the login when the session is cleared. Navigating home afterwards overrides that.
		flushSync(clearSession);
		const unsent = code ? code.clearAccountData(id) : clearAllStorage();
		if (code) code.clearQueryCache(queryClient);
		else queryClient.clear();
		navigate('/');
		return unsent;
	};
}

/** Clears the storage of all accounts. It is the fallback if the code that clears one account can't be loaded. */
function clearAllStorage(): UnsentChanges[] {
	try {
		localStorage.clear();
	} catch {
		// If storage is blocked, it contains nothing to clear.
	}
	void clearPersistedQueries(null);
	void deleteAllVideos();
	return [];
}

/** Logs out on this device at once, and on the server once it is reachable. If `confirms` is true, asks before losing unsent changes. */
export function useLogout(confirms = true) {
	const api = useApi();
	const clearAccount = useClearAccountData();
	const isLoggedIn = useSession() !== null;

	useEffect(() => {
		if (isLoggedIn) loadClearAccountData().catch(() => {});
	}, [isLoggedIn]);

	return async () => {
		const session = getSession();
		if (!session) return;
		const code = await loadClearAccountData().catch(() => null);
		if (confirms && code && !(await code.confirmDataLoss(session.id))) return;
		playSound('logout');
		const unsent = await clearAccount(session);
		if (!unsent) return;
		toast(messages.loggedOut);
		await (code
			? code.endServerSession(api, session.token, unsent)
			: api.logOut({}, { token: session.token }).catch(() => {}));
	};
}
