import { isSafeReturnPath } from '../../contract/return-path.ts';

const defaultPath = '/dashboard';

/** The page that restores a deleted account; the only page it can open. */
export const restoreAccountPath = '/bring-back';

/** Returns `next` if it certainly stays on this site, else the dashboard. */
export function safeReturnPath(next: string | null | undefined): string {
	if (!next || !isSafeReturnPath(next)) return defaultPath;
	return next;
}

export function loginPath(path: string): string {
	return `/Login?next=${encodeURIComponent(path)}`;
}
