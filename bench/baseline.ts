import { createWriteStream } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';

// Baseline server: plain Fastify that serves the same bytes as the real server, and streams an uploaded body, or the file of a form, to disk
// with fsync.
const [source = '', file = ''] = process.argv.slice(2);
const app = Fastify();
for (const path of ['/', '/api/feed']) {
	const response = await fetch(source + path);
	const type = response.headers.get('content-type') ?? '';
	const bytes = Buffer.from(await response.arrayBuffer());
	app.get(path, (_, reply) => reply.type(type).send(bytes));
}
app.addContentTypeParser('application/offset+octet-stream', (_, body, done) => done(null, body));
app.patch('/upload', { bodyLimit: 100 * 1_048_576 }, async (request) => {
	await pipeline(request.raw, createWriteStream(file, { flush: true }));
	return 'ok';
});
app.register(multipart, { limits: { fileSize: 100 * 1_048_576 } });
app.post('/form', { bodyLimit: 100 * 1_048_576 }, async (request) => {
	for await (const part of request.parts())
		if (part.type === 'file') await pipeline(part.file, createWriteStream(file, { flush: true }));
	return 'ok';
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.((app.server.address() as AddressInfo).port);
process.once('disconnect', () => app.close().then(() => process.exit(0)));
