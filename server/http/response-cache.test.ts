import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/clock.ts';
import { buildResponse } from './cached-response.ts';
import { createResponseCache } from './response-cache.ts';

test('counts the length of a key, so that long URLs cannot fill the memory', async () => {
	const cache = createResponseCache({ db: { onInvalidate: () => () => {} }, clock: createFakeClock() });
	const build = vi.fn(async () => buildResponse({ bytes: Buffer.from('{}'), headers: {}, tags: ['x'] }));
	const megabyte = 'x'.repeat(1_048_576);
	for (let count = 0; count < 40; count += 1) await cache.getOrBuild(`${count} ${megabyte}`, 1000, build);
	expect(cache.get(`0 ${megabyte}`)).toBeUndefined();
	expect(cache.get(`39 ${megabyte}`)).toBeDefined();
});
