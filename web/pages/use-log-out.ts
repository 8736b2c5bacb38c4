import { useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';
import type { Session } from '../../contract/accounts.ts';
import { messages } from '../../contract/messages.ts';
import { clearSession, getSession } from '../accounts/session.ts';
import { playSound } from '../appearance/sounds.ts';
import { useApi } from '../platform/api.ts';
import { toast } from '../ui/toast.ts';

/** The code of the way out: loaded ahead once somebody is logged in, so that it is there without a network. */
export const loadForget = () => import('./forget.ts');

/**
 * Forgets on this device who was logged in, and all that was theirs; then goes to the market. Answers what of the saved lists the
 * account does not know of yet; null where another press was faster.
 */
export function useForget() {
	const queries = useQueryClient();
	const navigate = useNavigate();
	return async ({ id }: Pick<Session, 'id'>) => {
		const { forgetAccount } = await loadForget();
		if (getSession()?.id !== id) return null;
		// A guarded page answers the cleared session by asking to log in; going home after that has the last word.
		flushSync(clearSession);
		const unsent = forgetAccount(id);
		queries.clear();
		navigate('/');
		return unsent;
	};
}

/**
 * Logs out on this device at once, and on the server as soon as it can be reached. `asks` before something that was not sent is lost.
 */
export function useLogOut(asks = true) {
	const api = useApi();
	const forget = useForget();

	return async () => {
		const session = getSession();
		if (!session) return;
		try {
			if (asks && !(await (await loadForget()).mayForget(session.id))) return;
			playSound('logout');
			const unsent = await forget(session);
			if (!unsent) return;
			toast(messages.loggedOut);
			const { leaveServer } = await loadForget();
			await leaveServer(api, session.token, unsent);
		} catch {
			toast(messages.networkError, 'error');
		}
	};
}
