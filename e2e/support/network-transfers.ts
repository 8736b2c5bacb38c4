import type { Page } from '@playwright/test';

export interface NetworkTransfer {
	url: string;
	kind: string;
	/** Encoded bytes on the network, including headers. */
	bytes: number;
}

export async function recordNetworkTransfers(page: Page): Promise<NetworkTransfer[]> {
	const transfers: NetworkTransfer[] = [];
	const responses = new Map<string, { url: string; kind: string }>();
	const network = await page.context().newCDPSession(page);
	await network.send('Network.enable');
	network.on('Network.responseReceived', ({ requestId, type, response }) => {
		responses.set(requestId, { url: response.url, kind: type });
	});
	network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		const response = responses.get(requestId);
		if (response?.url.startsWith('http')) transfers.push({ ...response, bytes: encodedDataLength });
	});
	return transfers;
}

export const sumTransferBytes = (transfers: readonly NetworkTransfer[]) =>
	transfers.reduce((total, { bytes }) => total + bytes, 0);

/** Returns the bytes of the files that only the service worker fetches. It takes all other files from the HTTP cache. */
export async function getWorkerTransferBytes(address: string): Promise<{ worker: number; frame: number }> {
	const [worker, frame] = [
		await getResponseSize(`${address}/service-worker.js`),
		await getResponseSize(`${address}/offline`),
	];
	return { worker, frame };
}

/** Returns the size in bytes of a compressed response body. */
export async function getResponseSize(url: string, encoding: 'br' | 'gzip' = 'br'): Promise<number> {
	const response = await fetch(url, { headers: { 'accept-encoding': encoding } });
	if (response.headers.get('content-encoding') !== encoding)
		throw new Error(`${url} is not compressed with ${encoding}`);
	await response.body?.cancel();
	return Number(response.headers.get('content-length'));
}
