import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type { Session } from '../../contract/accounts.ts';
import * as messages from '../../contract/messages.ts';
import { clearSession, getSession, useSession } from '../accounts/session.ts';
import { playSound } from '../appearance/sounds.ts';
import { useApi } from '../platform/api.ts';
import { forgetAnswers } from '../platform/kept-answers.ts';
import type { Unsent } from '../saved-items/leave.ts';
import { toast } from '../ui/toast.ts';

/** The code of the way out: loaded ahead once somebody is logged in, so that it is there without a network. */
const loadForget = () => import('./forget.ts');

/**
 * Forgets on this device who was logged in, and all that was theirs; then goes to the market. Answers what of the saved lists the
 * account does not know of yet; null where another press was faster.
 */
export function useForget() {
	const queries = useQueryClient();
	const navigate = useNavigate();
	return async ({ id }: Pick<Session, 'id'>) => {
		const code = await loadForget().catch(() => null);
		if (getSession()?.id !== id) return null;
		// A guarded page answers the cleared session by asking to log in; going home after that has the last word.
		flushSync(clearSession);
		const unsent = code ? code.forgetAccount(id) : forgetEverything();
		if (code) code.clearCache(queries);
		else queries.clear();
		navigate('/');
		return unsent;
	};
}

/** Where that code does not come, from a version that is gone or before there was a network: all that stands here, whose ever it is. */
function forgetEverything(): Unsent[] {
	try {
		localStorage.clear();
	} catch {
		// Where nothing can be removed, nothing was kept.
	}
	void forgetAnswers(null);
	return [];
}

/**
 * Logs out on this device at once, and on the server as soon as it can be reached. `asks` before something that was not sent is lost.
 */
export function useLogOut(asks = true) {
	const api = useApi();
	const forget = useForget();
	const isLoggedIn = useSession() !== null;

	useEffect(() => {
		if (isLoggedIn) loadForget().catch(() => {});
	}, [isLoggedIn]);

	return async () => {
		const session = getSession();
		if (!session) return;
		const code = await loadForget().catch(() => null);
		if (asks && code && !(await code.mayForget(session.id))) return;
		playSound('logout');
		const unsent = await forget(session);
		if (!unsent) return;
		toast(messages.loggedOut);
		await (code
			? code.leaveServer(api, session.token, unsent)
			: api.logOut({}, { token: session.token }).catch(() => {}));
	};
}
