/** Returns whether a redirect to the path stays on this site, even if the path is decoded again before the redirect. */
export function isSafeReturnPath(path: string): boolean {
	const decoded = decodeFully(path);
	return decoded !== null && [path, decoded].every(isSameOrigin);
}

// Browsers drop tabs and line breaks and treat a backslash as a slash, so a redirect to '/\t/evil' or '/\evil' would leave the site.
function isSameOrigin(path: string): boolean {
	if (!/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path)) return false;
	const base = 'http://here.invalid';
	if (!URL.canParse(path, base)) return false;
	const url = new URL(path, base);
	return url.origin === base && !url.pathname.startsWith('//');
}

// Decodes a path repeatedly, so that a multiply encoded path cannot become the URL of another site.
function decodeFully(path: string): string | null {
	let decoded = path;
	for (let round = 0; round < 5; round++) {
		try {
			decoded = decodeURIComponent(decoded);
		} catch {
			// Malformed encoding is rejected. After the first round of decoding, a percent sign is literal text.
			return round === 0 ? null : decoded;
		}
	}
	return decoded;
}
