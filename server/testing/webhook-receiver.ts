import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { OutgoingReceivers } from '../senders/outgoing/index.ts';
import { writeCertificate } from './certificate.ts';

export interface ReceivedMessage {
	host: string;
	path: string;
	headers: Record<string, string>;
	/** Body as sent. */
	text: string;
	body: { type: string; version: number; timestamp: string; data: Record<string, unknown> };
}

/** `silence` never responds, and `broken` closes the connection. */
type Behaviour = number | 'silence' | 'broken';

export interface LoopbackReceiver {
	/** Setting of a server that sends the messages for every host under `.example` here. */
	receivers: OutgoingReceivers;
	/** All messages so far, also those that were not accepted, oldest first. */
	received: ReceivedMessage[];
	/** Sets how a host responds from now on; with 204 by default. Redirects go to another path of the same host. */
	respondWith(host: string, behaviour: Behaviour): void;
	close(): Promise<void>;
}

/** Starts an https server on loopback that accepts messages as the receivers of webhooks do. */
export async function startWebhookReceiver(): Promise<LoopbackReceiver> {
	const certificate = await makeCertificate();
	const received: ReceivedMessage[] = [];
	const behaviours = new Map<string, Behaviour>();

	const server = createServer(certificate, (request, response) => {
		void buffer(request).then((bytes) => {
			const host = request.headers.host ?? '';
			const text = bytes.toString();
			const headers = request.headers as Record<string, string>;
			received.push({ host, path: request.url ?? '', headers, text, body: JSON.parse(text) });
			const behaviour = behaviours.get(host) ?? 204;
			if (behaviour === 'broken') request.socket.destroy();
			else if (behaviour !== 'silence') response.writeHead(behaviour, { location: `https://${host}/elsewhere` }).end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;

	class LoopbackAgent extends Agent {
		override createConnection(options: object, callback?: Parameters<Agent['createConnection']>[1]) {
			return super.createConnection({ ...options, host: '127.0.0.1', port }, callback);
		}
	}

	return {
		receivers: {
			allows: ({ hostname }) => hostname.endsWith('.example'),
			agent: new LoopbackAgent({ ca: certificate.cert }),
			// So long that no test of another subject depends on it.
			timeout: 60_000,
		},
		received,
		respondWith: (host, behaviour) => void behaviours.set(host, behaviour),
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function makeCertificate(): Promise<{ key: Buffer; cert: Buffer }> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-certificate-'));
	const { key, cert } = await writeCertificate(folder, ['shop.example', 'other.example']);
	const certificate = { key: await readFile(key), cert: await readFile(cert) };
	await rm(folder, { recursive: true });
	return certificate;
}
