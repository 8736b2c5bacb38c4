import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { buildResponse, sendCached } from './cached-response.ts';

test('keeps no memory that other buffers share', async () => {
	const shared = Buffer.from('clean generator '.repeat(200));
	expect(shared.buffer.byteLength).toBeGreaterThan(shared.length);
	const response = buildResponse({ bytes: shared, headers: {}, tags: [] });
	const app = Fastify();
	app.get('/', async (request, reply) => {
		await sendCached(response, request, reply);
		return reply;
	});
	for (const encoding of ['br', 'gzip']) await app.inject({ url: '/', headers: { 'accept-encoding': encoding } });
	await app.close();

	const bodies = [response.bytes, ...(await Promise.all(response.compressed.values()))];
	expect(bodies).toHaveLength(3);
	for (const body of bodies) expect(body.buffer.byteLength).toBe(body.length);
	expect(response.bytes).toEqual(shared);
});
