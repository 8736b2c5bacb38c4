/** Whether a path stays on this site, even if it is decoded again before the redirect. */
export function isSafeReturnPath(path: string): boolean {
	const decoded = decodeFully(path);
	return decoded !== null && [path, decoded].every(isSameOrigin);
}

// Browsers drop tabs and line breaks and treat a backslash as a slash, so '/\t/evil' and '/\evil' would leave the site.
function isSameOrigin(path: string): boolean {
	if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return false;
	const base = 'http://here.invalid';
	if (!URL.canParse(path, base)) return false;
	const url = new URL(path, base);
	return url.origin === base && !url.pathname.startsWith('//');
}

// Decodes repeatedly, so that a multiply encoded path cannot become another site's URL.
function decodeFully(path: string): string | null {
	let decoded = path;
	for (let round = 0; round < 5; round++) {
		try {
			decoded = decodeURIComponent(decoded);
		} catch {
			// Malformed input is rejected; after a round of decoding a percent sign is literal text.
			return round === 0 ? null : decoded;
		}
	}
	return decoded;
}
