import type { ReactNode } from 'react';
import { Navigate, redirect, useLocation } from 'react-router';
import { loginPath, restoreAccountPath } from './return-path.ts';
import { getSession, useSession } from './session.ts';

/** For a browser's loader: sends a visitor to log in and back, and whoever has deleted the account to where it comes back. */
export function requireSession(request: Request) {
	const { pathname, search } = new URL(request.url);
	const session = getSession();
	if (!session) throw redirect(loginPath(pathname + search));
	if (session.deletes_at) throw redirect(restoreAccountPath);
}

/** Shows its children as long as there is a session. Rendered in the browser only: the server knows no session. */
export function RequireSession({ children }: { children: ReactNode }) {
	const session = useSession();
	const { pathname, search } = useLocation();
	if (!session) return <Navigate to={loginPath(pathname + search)} replace />;
	if (session.deletes_at) return <Navigate to={restoreAccountPath} replace />;
	return children;
}
