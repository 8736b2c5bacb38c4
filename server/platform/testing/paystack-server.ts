import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** News of a payment as it is sent to the shop: the bytes, and their signature. */
export interface PaystackWebhook {
	body: string;
	signature: string;
}

export interface PaystackServer {
	/** Without a slash at its end. */
	url: string;
	secretKey: string;
	/** The customer pays: what was asked for, unless told. Answers the news of it, sent where `sendNewsTo` said. */
	pay(reference: string, paid?: { amount?: number; currency?: string }): Promise<PaystackWebhook>;
	/** The shop gives money back: all of it, unless told. Answers the news of it, sent where `sendNewsTo` said. */
	refund(reference: string, amount?: number): Promise<PaystackWebhook>;
	/** The customer's bank says no. */
	fail(reference: string): void;
	/** News from now on goes to this address; to nobody where it is null. */
	setWebhookUrl(address: string | null): void;
	/** Signs a body as Paystack does. */
	sign(body: string): string;
	/** Answers that many of the next calls with 503. */
	failNext(calls: number): void;
	/** Answers that many of the next calls only after their effect, and not at all: the connection is cut. */
	loseResponses(calls: number): void;
	/** Answers calls so many milliseconds late from now on. */
	delay(ms: number): void;
	/** References of the payments that were begun, in order. */
	listReferences(): string[];
	/** How often payments were asked about. */
	countVerifications(): number;
	close(): Promise<void>;
}

interface Payment {
	id: number;
	reference: string;
	code: string;
	status: 'abandoned' | 'success' | 'failed' | 'reversed';
	amount: number;
	currency: string;
	email: string;
	callbackUrl: string;
	cancelUrl: string;
}

interface HttpResponse {
	status: number;
	headers?: Record<string, string>;
	body: string;
}

const json = (status: number, body: object): HttpResponse => ({
	status,
	headers: { 'content-type': 'application/json; charset=utf-8' },
	body: JSON.stringify(body),
});
const errorResponse = (status: number, message: string): HttpResponse => json(status, { status: false, message });
const redirect = (location: string): HttpResponse => ({ status: 303, headers: { location }, body: '' });

/**
 * A payment service on loopback that speaks the part of Paystack which the program uses, from its public documentation
 * (https://paystack.com/docs/api/transaction/, …/payments/webhooks/, …/payments/refunds/): payments are begun, made on a page with two
 * buttons, asked about and given back, and news of them is signed and sent.
 */
export async function startPaystackServer(): Promise<PaystackServer> {
	const secretKey = `sk_test_${randomBytes(20).toString('hex')}`;
	const payments = new Map<string, Payment>();
	let webhookUrl: string | null = null;
	let failures = 0;
	let lostResponses = 0;
	let delayMs = 0;
	let verifications = 0;

	const sign = (body: string) => createHmac('sha512', secretKey).update(body).digest('hex');

	function getPayment(reference: string): Payment {
		const payment = payments.get(reference);
		if (!payment) throw new Error(`No payment has the reference ${reference}`);
		return payment;
	}

	async function sendWebhook(event: string, data: object): Promise<PaystackWebhook> {
		const body = JSON.stringify({ event, data });
		const news = { body, signature: sign(body) };
		if (webhookUrl !== null) {
			const headers = { 'content-type': 'application/json', 'x-paystack-signature': news.signature };
			// A shop that is down is not the customer's trouble.
			await fetch(webhookUrl, { method: 'POST', headers, body }).catch(() => {});
		}
		return news;
	}

	function describe({ id, reference, status, amount, currency, email }: Payment) {
		return {
			id,
			domain: 'test',
			status,
			reference,
			amount,
			currency,
			gateway_response: status === 'success' ? 'Successful' : 'The transaction was not completed',
			channel: 'card',
			metadata: '',
			customer: { email },
		};
	}

	async function pay(reference: string, { amount, currency }: { amount?: number; currency?: string } = {}) {
		const payment = getPayment(reference);
		payment.status = 'success';
		if (amount !== undefined) payment.amount = amount;
		if (currency !== undefined) payment.currency = currency;
		return sendWebhook('charge.success', describe(payment));
	}

	function initialize(body: Record<string, unknown>): HttpResponse {
		const { email, amount, reference, callback_url, currency = 'NGN', metadata } = body;
		if (typeof email !== 'string' || !email.includes('@')) return errorResponse(400, 'Invalid Email Address Passed');
		if (!Number.isInteger(Number(amount)) || Number(amount) <= 0) return errorResponse(400, 'Invalid Amount Sent');
		if (typeof reference !== 'string' || !/^[\w\-.=]+$/.test(reference)) {
			return errorResponse(400, 'Invalid character in transaction reference');
		}
		if (currency !== 'NGN') return errorResponse(403, 'Currency not supported by merchant');
		if (payments.has(reference)) return errorResponse(400, 'Duplicate Transaction Reference');
		const code = randomBytes(8).toString('hex');
		const { cancel_action } = (metadata ?? {}) as { cancel_action?: string };
		payments.set(reference, {
			id: payments.size + 1001,
			reference,
			code,
			status: 'abandoned',
			amount: Number(amount),
			currency,
			email,
			callbackUrl: String(callback_url),
			cancelUrl: cancel_action ?? String(callback_url),
		});
		return json(200, {
			status: true,
			message: 'Authorization URL created',
			data: { authorization_url: `${url}/checkout/${code}`, access_code: code, reference },
		});
	}

	/** The page where the customer pays, and what its buttons do. */
	async function checkout(method: string, [code = '', action]: string[]): Promise<HttpResponse> {
		const payment = [...payments.values()].find((one) => one.code === code);
		if (!payment) return { status: 404, body: 'No such payment' };
		if (method === 'GET' && action === undefined) {
			const sum = `${payment.currency} ${(payment.amount / 100).toFixed(2)}`;
			const button = (name: string, label: string) =>
				`<form method="post" action="/checkout/${code}/${name}"><button>${label}</button></form>`;
			const body = `<!doctype html><html lang="en"><title>Checkout</title><h1>Pay ${sum}</h1>${button('pay', 'Pay')}${button('cancel', 'Cancel')}`;
			return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
		}
		if (method === 'POST' && action === 'cancel') return redirect(payment.cancelUrl);
		if (method !== 'POST' || action !== 'pay') return { status: 404, body: 'No such page' };
		await pay(payment.reference);
		const back = new URL(payment.callbackUrl);
		back.searchParams.set('trxref', payment.reference);
		back.searchParams.set('reference', payment.reference);
		return redirect(back.href);
	}

	async function respond(request: IncomingMessage): Promise<HttpResponse | null> {
		const method = request.method ?? '';
		const [, first = '', ...rest] = new URL(request.url ?? '', url).pathname.split('/').map(decodeURIComponent);
		if (first === 'checkout') return checkout(method, rest);
		const text = (await buffer(request)).toString();
		if (delayMs > 0) await wait(delayMs, undefined, { ref: false });
		if (failures > 0) {
			failures -= 1;
			return errorResponse(503, 'Service unavailable');
		}
		if (request.headers.authorization !== `Bearer ${secretKey}`) return errorResponse(401, 'Invalid key');
		const made = call(method, [first, ...rest], text);
		if (lostResponses === 0) return made;
		lostResponses -= 1;
		return null;
	}

	function call(method: string, path: string[], text: string): HttpResponse {
		const [what, action, reference = ''] = path;
		if (what === 'transaction' && action === 'initialize' && method === 'POST') return initialize(JSON.parse(text));
		if (what === 'transaction' && action === 'verify' && method === 'GET') {
			verifications += 1;
			const payment = payments.get(reference);
			if (!payment) return errorResponse(400, 'Transaction reference not found');
			return json(200, { status: true, message: 'Verification successful', data: describe(payment) });
		}
		return errorResponse(404, 'This call is not known');
	}

	const server = createServer((request, response) => {
		respond(request).then(
			(made) => {
				if (made) response.writeHead(made.status, made.headers).end(made.body);
				else request.socket.destroy();
			},
			(error: Error) => response.writeHead(500).end(error.message),
		);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	return {
		url,
		secretKey,
		pay,
		async refund(reference, amount) {
			const payment = getPayment(reference);
			const given = amount ?? payment.amount;
			if (given >= payment.amount) payment.status = 'reversed';
			return sendWebhook('refund.processed', {
				status: 'processed',
				transaction_reference: reference,
				refund_reference: `TRF_${randomBytes(8).toString('hex')}`,
				// A text, in this event only.
				amount: String(given),
				currency: payment.currency,
				domain: 'test',
				customer: { email: payment.email },
			});
		},
		fail(reference) {
			getPayment(reference).status = 'failed';
		},
		setWebhookUrl(address) {
			webhookUrl = address;
		},
		sign,
		failNext(calls) {
			failures = calls;
		},
		loseResponses(calls) {
			lostResponses = calls;
		},
		delay(ms) {
			delayMs = ms;
		},
		listReferences: () => [...payments.keys()],
		countVerifications: () => verifications,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
