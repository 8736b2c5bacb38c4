/** Top-level names that no public server has (RFC 6761, RFC 6762, RFC 7686, RFC 9476 and networks behind a router). */
const privateTopLevelNames = new Set(['localhost', 'local', 'internal', 'lan', 'home', 'arpa', 'onion', 'alt']);

/**
 * Returns whether a URL may belong to a public server: https on port 443, a host name with a dot, no IP address, no user name, password or
 * fragment. What the name resolves to is checked only when a connection opens.
 */
export function isPublicHttpsUrl(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const { protocol, hostname, port, username, password, hash } = new URL(text);
	if (protocol !== 'https:' || `${port}${username}${password}${hash}` !== '') return false;
	const labels = hostname.replace(/\.$/, '').split('.');
	const topLevelName = labels.at(-1) ?? '';
	return labels.length > 1 && /^[a-z][a-z0-9-]*$/.test(topLevelName) && !privateTopLevelNames.has(topLevelName);
}
