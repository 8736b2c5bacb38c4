import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Session } from '../../contract/accounts/accounts.ts';
import * as messages from '../../contract/core/messages.ts';
import { changePasswordPath } from '../../contract/core/page-paths.ts';
import { playSound } from '../appearance/sounds.ts';
import { toast } from '../ui/toast.ts';
import { getSafeReturnPath, restoreAccountPath } from './return-path.ts';
import { setSession, useSession } from './session.ts';

/** Returns the path after a login: `next`, unless the account must first be restored or its password replaced. */
export function getLandingPath(
	{ must_change_password, deletes_at }: Pick<Session, 'must_change_password' | 'deletes_at'>,
	next: string | null,
): string {
	if (deletes_at) return restoreAccountPath;
	const target = getSafeReturnPath(next);
	return must_change_password ? `${changePasswordPath}?next=${encodeURIComponent(target)}` : target;
}

/** Returns a query string that passes `next` on to another login or sign-up page. */
export function forwardNextParam(search: URLSearchParams): string {
	const next = search.get('next');
	return next === null ? '' : `?${new URLSearchParams({ next })}`;
}

/** Returns a function that stores a new session. Redirects a logged-in user to `next`. */
export function useStartSession(): (session: Session) => void {
	const session = useSession();
	const navigate = useNavigate();
	const [search] = useSearchParams();
	const next = search.get('next');
	const landing = session && getLandingPath(session, next);

	useEffect(() => {
		if (landing !== null) navigate(landing, { replace: true });
	}, [landing, navigate]);

	return (begun) => {
		playSound('login');
		toast(messages.loggedIn);
		setSession(begun);
	};
}
