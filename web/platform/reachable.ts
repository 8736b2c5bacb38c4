/** Milliseconds to wait for a response. */
const timeout = 8_000;

/** Resolves to whether the URL responds, with any status. */
export function isReachable(address: string): Promise<boolean> {
	return fetch(address, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeout) }).then(
		() => true,
		() => false,
	);
}
