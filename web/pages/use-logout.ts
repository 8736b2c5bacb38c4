import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type { Session } from '../../contract/accounts.ts';
import * as messages from '../../contract/messages.ts';
import { clearSession, getSession, useSession } from '../accounts/session.ts';
import { playSound } from '../appearance/sounds.ts';
import { useApi } from '../platform/api.ts';
import { clearPersistedQueries } from '../platform/persisted-queries.ts';
import type { UnsentChanges } from '../saved-items/unsent-changes.ts';
import { toast } from '../ui/toast.ts';

/** The code of the way out: loaded ahead once somebody is logged in, so that it is there without a network. */
const loadClearAccountData = () => import('./clear-account-data.ts');

/**
 * Forgets on this device who was logged in, and all that was theirs; then goes to the market. Answers what of the saved lists the
 * account does not know of yet; null where another press was faster.
 */
export function useClearAccount() {
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	return async ({ id }: Pick<Session, 'id'>) => {
		const code = await loadClearAccountData().catch(() => null);
		if (getSession()?.id !== id) return null;
		// A guarded page answers the cleared session by asking to log in; going home after that has the last word.
		flushSync(clearSession);
		const unsent = code ? code.clearAccountData(id) : clearAllStorage();
		if (code) code.clearQueryCache(queryClient);
		else queryClient.clear();
		navigate('/');
		return unsent;
	};
}

/** Where that code does not come, from a version that is gone or before there was a network: all that stands here, whose ever it is. */
function clearAllStorage(): UnsentChanges[] {
	try {
		localStorage.clear();
	} catch {
		// Where nothing can be removed, nothing was kept.
	}
	void clearPersistedQueries(null);
	return [];
}

/**
 * Logs out on this device at once, and on the server as soon as it can be reached. `asks` before something that was not sent is lost.
 */
export function useLogout(confirms = true) {
	const api = useApi();
	const clearAccount = useClearAccount();
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
