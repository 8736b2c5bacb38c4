import type { ReactNode } from 'react';
import { Navigate, redirect, useLocation } from 'react-router';
import { loginPath, restoreAccountPath } from './return-path.ts';
import { getSession, useSession } from './session.ts';

/**
 * `clientLoader` of a personal page, which the server does not render. Redirects a visitor to the login, and a deleted account to the page
 * that restores it.
 */
export function requireSession({ request }: { request: Request }) {
	const { pathname, search } = new URL(request.url);
	const session = getSession();
	if (!session) throw redirect(loginPath(pathname + search));
	if (session.deletes_at) throw redirect(restoreAccountPath);
	return null;
}
requireSession.hydrate = true as const;

/** Renders its children only if there is a session. Browser only, because the server never has a session. */
export function RequireSession({ children }: { children: ReactNode }) {
	const session = useSession();
	const { pathname, search } = useLocation();
	if (!session) return <Navigate to={loginPath(pathname + search)} replace />;
	if (session.deletes_at) return <Navigate to={restoreAccountPath} replace />;
	return children;
}
