import type { Page } from '@playwright/test';

export interface Transfer {
	url: string;
	kind: string;
	/** As they came over the network, with the headers. */
	bytes: number;
}

/** Everything that the page fetches from now on, with what it cost on the network. */
export async function recordTransfers(page: Page): Promise<Transfer[]> {
	const transfers: Transfer[] = [];
	const responses = new Map<string, { url: string; kind: string }>();
	const network = await page.context().newCDPSession(page);
	await network.send('Network.enable');
	network.on('Network.responseReceived', ({ requestId, type, response }) => {
		responses.set(requestId, { url: response.url, kind: type });
	});
	network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		const answer = responses.get(requestId);
		if (answer?.url.startsWith('http')) transfers.push({ ...answer, bytes: encodedDataLength });
	});
	return transfers;
}

/** Bytes of all of them. */
export const sumBytes = (transfers: readonly Transfer[]) => transfers.reduce((total, { bytes }) => total + bytes, 0);

/** Bytes of what the worker fetches for itself, which is not seen from the page: all else it takes out of the browser's cache. */
export async function getWorkerTransfers(address: string): Promise<{ worker: number; frame: number }> {
	const [worker, frame] = [
		await getResponseSize(`${address}/service-worker.js`),
		await getResponseSize(`${address}/offline`),
	];
	return { worker, frame };
}

/** Bytes of an answer as it is sent. */
async function getResponseSize(url: string): Promise<number> {
	const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } });
	await answer.body?.cancel();
	return Number(answer.headers.get('content-length'));
}
