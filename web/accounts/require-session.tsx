import type { ReactNode } from 'react';
import { Navigate, redirect, useLocation } from 'react-router';
import { logInAddress } from './return-path.ts';
import { getSession, useSession } from './session.ts';

/** For a browser's loader: sends a visitor to log in and back. */
export function requireSession(request: Request) {
	const { pathname, search } = new URL(request.url);
	if (!getSession()) throw redirect(logInAddress(pathname + search));
}

/** Shows its children as long as there is a session. Rendered in the browser only: the server knows no session. */
export function RequireSession({ children }: { children: ReactNode }) {
	const session = useSession();
	const { pathname, search } = useLocation();
	if (!session) return <Navigate to={logInAddress(pathname + search)} replace />;
	return children;
}
