import { join } from 'node:path';
import { findFreePort } from '../server/testing/private-servers.ts';
import { isVarnishInstalled, startVarnish } from '../server/testing/proxies.ts';
import { seedMarket } from './market.ts';
import { compareAlternately, measureLoad, readProcessorSeconds, startProgram } from './measure.ts';
import { printLine, printRatio } from './report.ts';

const rounds = 3;
const seconds = 2;
const headers = { 'accept-encoding': 'br' };

/** Measures public reads through Varnish beside the server alone, and the processor time that each takes for a request. */
export async function measureFrontCache(folder: string): Promise<void> {
	if (!isVarnishInstalled()) return console.log('Varnish is not installed, so it is not measured.');
	const market = join(folder, 'front');
	await seedMarket(market, 10_000);
	const port = await findFreePort();
	const varnish = await startVarnish(port);
	const env = { DATA_DIR: market, PORT: String(port), TRUST_PROXY: '1', VARNISH_PURGE_URL: varnish.purgeUrl };
	const server = await startProgram('server.ts', [], env);
	try {
		for (const [name, path] of [
			['the first page', '/'],
			['/api/feed', '/api/feed'],
			['an ad', '/api/ads/777'],
		] as const) {
			const processorTimes = { alone: 0, behind: 0, varnish: 0 };
			async function measure(isBehind: boolean): Promise<number> {
				const [serverBefore, varnishBefore] = await readTimes();
				const { throughput } = await measureLoad([(isBehind ? varnish.address : server.url) + path], {
					seconds,
					headers,
				});
				const [serverAfter, varnishAfter] = await readTimes();
				const perRequest = (time: number) => (1000 * time) / (throughput * seconds);
				processorTimes[isBehind ? 'behind' : 'alone'] = perRequest(serverAfter - serverBefore);
				if (isBehind) processorTimes.varnish = perRequest(varnishAfter - varnishBefore);
				return throughput;
			}
			const readTimes = () =>
				Promise.all([readProcessorSeconds(server.pid), readProcessorSeconds(varnish.pid)]) as Promise<[number, number]>;
			const rates = await compareAlternately(
				rounds,
				() => measure(true),
				() => measure(false),
			);
			printRatio(`${name} through Varnish, of the server alone`, '–', rates, 'req/s');
			const { alone, behind, varnish: front } = processorTimes;
			printLine(
				`${name}: processor of the server alone; behind Varnish; of Varnish`,
				`${alone.toFixed(4)}; ${behind.toFixed(4)}; ${front.toFixed(4)} ms`,
			);
		}
	} finally {
		await server.close();
		await varnish.stop();
	}
}
