import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { buildResponse } from './cached-response.ts';
import { allowFrontCache, startFrontCachePurger } from './front-cache.ts';

/** Starts a cache that records the keys of each purge, and a purger of it. */
async function startPurger() {
	const purges: string[] = [];
	const cache = { status: 200 };
	const server = createServer((request, response) => {
		purges.push(String(request.headers['surrogate-key']));
		response.writeHead(cache.status).end();
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const log: string[] = [];
	const logger = {
		warn: (_: unknown, message = '') => log.push(message),
		info: (_: unknown, message = '') => log.push(message),
	};
	let invalidate: (tags: readonly string[]) => void = () => {};
	const purger = startFrontCachePurger({
		db: {
			onInvalidate(listener) {
				invalidate = listener;
				return () => {};
			},
		},
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		logger,
	});
	onTestFinished(async () => {
		await purger.close();
		server.close();
	});
	return { cache, purges, log, purger, invalidate };
}

test('purges everything at the start, then what is invalidated, and that once more', async () => {
	const { purges, invalidate } = await startPurger();
	await expect.poll(() => purges).toEqual(['*']);
	invalidate(['ad:1', 'ads']);
	invalidate(['ad:2']);
	await expect.poll(() => purges.join(' ')).toBe('* ad:1 ads ad:2');
	await expect
		.poll(() => purges.join(' ').split(' ').toSorted())
		.toEqual(['*', ...['ad:1', 'ad:1', 'ad:2', 'ad:2'], 'ads', 'ads']);
});

test('retries a failed purge as a purge of everything', async () => {
	const { cache, purges, log, invalidate } = await startPurger();
	await expect.poll(() => purges).toEqual(['*']);
	cache.status = 503;
	invalidate(['ad:1']);
	await expect.poll(() => purges.slice(0, 3)).toEqual(['*', 'ad:1', expect.stringMatching(/^\*/)]);
	cache.status = 200;
	await expect.poll(() => log).toEqual(['the cache in front cannot be purged', 'the cache in front is purged again']);
	invalidate(['ad:2']);
	await expect.poll(() => purges).toContain('ad:2');
});

test('splits many tags into purges whose header Varnish accepts', async () => {
	const { purges, invalidate } = await startPurger();
	const tags = Array.from({ length: 2000 }, (_, n) => `ad:${n}`);
	invalidate(tags);
	await expect.poll(() => new Set(purges.join(' ').split(' '))).toEqual(new Set(['*', ...tags]));
	expect(Math.max(...purges.map(({ length }) => length))).toBeLessThan(8192);
});

test('purges what is waiting before it closes', async () => {
	const { purges, purger, invalidate } = await startPurger();
	invalidate(['ad:1']);
	await purger.close();
	expect(purges.join(' ')).toBe('* ad:1');
});

test('closes while the cache is unreachable', async () => {
	const { cache, log, purger, invalidate } = await startPurger();
	cache.status = 503;
	invalidate(['ad:1']);
	await expect.poll(() => log).toEqual(['the cache in front cannot be purged']);
	await expect(purger.close()).resolves.toBeUndefined();
});

test('marks only responses whose tags fit into a header', () => {
	const build = (tags: string[]) =>
		allowFrontCache(buildResponse({ bytes: Buffer.from('{}'), headers: {}, tags })).headers;
	expect(build(['ad:1', 'ads'])).toMatchObject({ 'surrogate-key': 'ad:1 ads', 'surrogate-control': 'max-age=15' });
	expect(build([])).not.toHaveProperty('surrogate-control');
	expect(build(Array.from({ length: 2000 }, (_, n) => `ad:${n}`))).not.toHaveProperty('surrogate-control');
});
