import { isSafeReturnPath } from '../../contract/return-path.ts';

const defaultPath = '/dashboard';

/** Where a deleted account is brought back: the only page it has. */
export const restoreAccountPath = '/bring-back';

/** Where to go after logging in: the path asked for if it surely stays on this site, else the dashboard. */
export function safeReturnPath(next: string | null | undefined): string {
	if (!next || !isSafeReturnPath(next)) return defaultPath;
	return next;
}

/** The log-in page's address that leads back to `path`. */
export function loginPath(path: string): string {
	return `/Login?next=${encodeURIComponent(path)}`;
}
