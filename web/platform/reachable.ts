/** Milliseconds to wait for a response before the URL counts as unreachable. */
const timeout = 8_000;

/** Resolves to whether the URL responds, with any status. */
export function isReachable(address: string): Promise<boolean> {
	return fetch(address, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeout) }).then(
		() => true,
		() => false,
	);
}
