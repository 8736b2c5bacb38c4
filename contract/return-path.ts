/** Whether a path surely stays on this site, also where it is decoded again on its way. */
export function isSafeReturnPath(path: string): boolean {
	const decoded = decodeFully(path);
	return decoded !== null && [path, decoded].every(isSameOrigin);
}

// Browsers drop tabs and line breaks and read a backslash as a slash, so '/\t/evil' and '/\evil' would leave the site.
function isSameOrigin(path: string): boolean {
	if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return false;
	const base = 'http://here.invalid';
	if (!URL.canParse(path, base)) return false;
	const url = new URL(path, base);
	return url.origin === base && !url.pathname.startsWith('//');
}

// A path that is decoded again on its way must not become another site's address.
function decodeFully(path: string): string | null {
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
