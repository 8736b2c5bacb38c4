import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';

export interface TermiiServer {
	/** Base URL of the server, without a trailing slash. */
	url: string;
	apiKey: string;
	senderId: string;
	/** Accepted messages, oldest first. */
	messages: { to: string; from: string; sms: string; channel: string }[];
	/** Makes the next calls fail with this status and message. */
	failNext(calls: number, failure?: { status: number; message: string }): void;
	/** Delays all following responses by `ms` milliseconds. */
	delay(ms: number): void;
	close(): Promise<void>;
}

const bodySchema = z.object({
	api_key: z.string(),
	to: z.string().regex(/^\d{10,15}$/),
	from: z.string().min(3).max(11),
	sms: z.string().min(1),
	type: z.literal('plain'),
	channel: z.enum(['dnd', 'generic', 'whatsapp']),
});

/**
 * Starts a loopback server for the used part of Termii's messaging API, after its public documentation
 * (https://developers.termii.com/messaging-api, …/error). It accepts a message to one number and answers with the id of the message.
 */
export async function startTermiiServer(): Promise<TermiiServer> {
	const apiKey = `TL${randomBytes(20).toString('hex')}`;
	const senderId = 'Kasuwa';
	const messages: TermiiServer['messages'] = [];
	let failures = 0;
	let failure = { status: 500, message: 'Something went wrong' };
	let delayMs = 0;

	function respond(method: string | undefined, path: string | undefined, body: string) {
		if (failures > 0) {
			failures -= 1;
			return { status: failure.status, body: { code: failure.status, message: failure.message } };
		}
		if (path !== '/api/sms/send') return { status: 404, body: { message: 'Not found' } };
		if (method !== 'POST') return { status: 405, body: { message: 'Method not allowed' } };
		const parsed = bodySchema.safeParse(JSON.parse(body));
		if (!parsed.success) return { status: 422, body: { message: 'Unprocessable entity' } };
		const { api_key, to, from, sms, channel } = parsed.data;
		if (api_key !== apiKey) return { status: 401, body: { message: 'Invalid api key' } };
		if (from !== senderId) return { status: 404, body: { message: `ApplicationSenderId not found for ${to}` } };
		messages.push({ to, from, sms, channel });
		const id = String(9_122_821_270_554_000_000n + BigInt(messages.length));
		return {
			status: 200,
			body: { code: 'ok', message_id: id, message: 'Successfully Sent', balance: 9, user: 'Ada Obi' },
		};
	}

	const server = createServer((request, response) => {
		void (async () => {
			const body = await text(request);
			if (delayMs > 0) await wait(delayMs, undefined, { ref: false });
			const result = respond(request.method, request.url, body);
			response.writeHead(result.status, { 'content-type': 'application/json' }).end(JSON.stringify(result.body));
		})().catch((error: Error) => response.writeHead(500).end(error.message));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');

	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		apiKey,
		senderId,
		messages,
		failNext(calls, next = { status: 500, message: 'Something went wrong' }) {
			failures = calls;
			failure = next;
		},
		delay(ms) {
			delayMs = ms;
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
