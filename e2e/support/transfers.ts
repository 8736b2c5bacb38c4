import type { Page } from 'playwright-core';

export interface Transfer {
	url: string;
	kind: string;
	/** As they came over the network, with the headers. */
	bytes: number;
}

/** Everything that the page fetches from now on, with what it cost on the network. */
export async function transfersOf(page: Page): Promise<Transfer[]> {
	const transfers: Transfer[] = [];
	const answers = new Map<string, { url: string; kind: string }>();
	const network = await page.context().newCDPSession(page);
	await network.send('Network.enable');
	network.on('Network.responseReceived', ({ requestId, type, response }) => {
		answers.set(requestId, { url: response.url, kind: type });
	});
	network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
		const answer = answers.get(requestId);
		if (answer?.url.startsWith('http')) transfers.push({ ...answer, bytes: encodedDataLength });
	});
	return transfers;
}

/** Bytes of all of them. */
export const sumOf = (transfers: readonly Transfer[]) => transfers.reduce((total, { bytes }) => total + bytes, 0);
