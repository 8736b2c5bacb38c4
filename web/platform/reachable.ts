/** Milliseconds to wait for an answer. */
const timeout = 8_000;

/** Whether anything answers at this address, whatever it says. */
export function isReachable(address: string): Promise<boolean> {
	return fetch(address, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeout) }).then(
		() => true,
		() => false,
	);
}
