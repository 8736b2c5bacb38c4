const home = '/dashboard';

/** Where to go after logging in: the path asked for if it surely stays on this site, else the dashboard. */
export function safeReturnPath(next: string | null | undefined): string {
	if (!next || !staysHere(next)) return home;
	return next;
}

/** The log-in page's address that leads back to `path`. */
export function logInAddress(path: string): string {
	return `/Login?next=${encodeURIComponent(path)}`;
}

function staysHere(path: string): boolean {
	const decoded = decodedFully(path);
	return decoded !== null && [path, decoded].every(isLocal);
}

// Browsers drop tabs and line breaks and read a backslash as a slash, so '/\t/evil' and '/\evil' would leave the site.
function isLocal(path: string): boolean {
	if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return false;
	const base = 'http://here.invalid';
	if (!URL.canParse(path, base)) return false;
	const url = new URL(path, base);
	return url.origin === base && !url.pathname.startsWith('//');
}

// A path that is decoded again on its way must not become another site's address.
function decodedFully(path: string): string | null {
	let decoded = path;
	for (let round = 0; round < 5; round++) {
		try {
			decoded = decodeURIComponent(decoded);
		} catch {
			// Malformed from the start is refused; later it is text with a percent sign in it.
			return round === 0 ? null : decoded;
		}
	}
	return decoded;
}
