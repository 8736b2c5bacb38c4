import { isSafeReturnPath } from '../../contract/core/return-path.ts';

const defaultPath = '/dashboard';

/** Page that restores a deleted account. Pages that require a session redirect a deleted account to it. */
export const restoreAccountPath = '/bring-back';

/** Returns `next` if it is certainly a path on this site, else the dashboard's path. */
export function getSafeReturnPath(next: string | null | undefined): string {
	if (!next || !isSafeReturnPath(next)) return defaultPath;
	return next;
}

export function loginPath(path: string): string {
	return `/Login?next=${encodeURIComponent(path)}`;
}
