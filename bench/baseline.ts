import { createWriteStream } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';
import { fetchBytes } from './measure.ts';

// Baseline server: plain Fastify that serves the same bytes as the real server, and streams an uploaded body to disk with fsync.
const [source = '', file = '', ...paths] = process.argv.slice(2);
const app = Fastify();
for (const path of paths) {
	const plain = await fetchBytes(source + path);
	const brotli = await fetchBytes(source + path, { 'accept-encoding': 'br' });
	const type = plain.headers['content-type'] ?? '';
	app.get(path, (request, reply) => {
		if (request.headers['accept-encoding'] === undefined) return reply.type(type).send(plain.bytes);
		return reply.type(type).headers({ 'content-encoding': 'br', vary: 'accept-encoding' }).send(brotli.bytes);
	});
}
app.addContentTypeParser('*', (_, body, done) => done(null, body));
app.post('/upload', { bodyLimit: 100 * 1_048_576 }, async (request) => {
	await pipeline(request.raw, createWriteStream(file, { flush: true }));
	return 'ok';
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.((app.server.address() as AddressInfo).port);
process.once('disconnect', () => app.close().then(() => process.exit(0)));
