import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

export interface PaystackWebhook {
	body: string;
	signature: string;
}

export interface PaystackServer {
	/** URL of the server, without a trailing slash. */
	url: string;
	secretKey: string;
	/** Pays as the customer, by default the requested amount. Returns the webhook call, also sent to the URL of `setWebhookUrl`. */
	pay(reference: string, paid?: { amount?: number; currency?: string }): Promise<PaystackWebhook>;
	/** Refunds a payment; by default the whole amount. Returns the webhook call, which is also sent to the URL of `setWebhookUrl`. */
	refund(reference: string, amount?: number): Promise<PaystackWebhook>;
	/** Declines a payment. */
	fail(reference: string): void;
	/** Sets the URL that receives webhook calls; null disables them. */
	setWebhookUrl(address: string | null): void;
	sign(body: string): string;
	/** Makes the next calls fail with 503. */
	failNext(calls: number): void;
	/** Executes the next calls, but closes their connections without a response. */
	loseResponses(calls: number): void;
	/** Delays all following responses by `ms` milliseconds. */
	delay(ms: number): void;
	listReferences(): string[];
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
 * Starts a loopback server for the used part of Paystack's API, after its public documentation (https://paystack.com/docs/api/transaction/,
 * …/payments/webhooks/, …/payments/refunds/). It creates payments, serves a payment page with two buttons, verifies and refunds payments,
 * and sends signed webhook calls.
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
		const webhook = { body, signature: sign(body) };
		if (webhookUrl !== null) {
			const headers = { 'content-type': 'application/json', 'x-paystack-signature': webhook.signature };
			// A webhook URL that does not respond does not affect the customer's payment.
			await fetch(webhookUrl, { method: 'POST', headers, body }).catch(() => {});
		}
		return webhook;
	}

	function toTransaction({ id, reference, status, amount, currency, email }: Payment) {
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
		return sendWebhook('charge.success', toTransaction(payment));
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

	/** Serves the payment page and the actions of its buttons. */
	async function checkout(method: string, [code = '', action]: string[]): Promise<HttpResponse> {
		const payment = [...payments.values()].find((candidate) => candidate.code === code);
		if (!payment) return { status: 404, body: 'No such payment' };
		if (method === 'GET' && action === undefined) {
			const total = `${payment.currency} ${(payment.amount / 100).toFixed(2)}`;
			const button = (name: string, label: string) =>
				`<form method="post" action="/checkout/${code}/${name}"><button>${label}</button></form>`;
			const body = `<!doctype html><html lang="en"><title>Checkout</title><h1>Pay ${total}</h1>${button('pay', 'Pay')}${button('cancel', 'Cancel')}`;
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
		const response = call(method, [first, ...rest], text);
		if (lostResponses === 0) return response;
		lostResponses -= 1;
		return null;
	}

	function call(method: string, path: string[], text: string): HttpResponse {
		const [resource, action, reference = ''] = path;
		if (resource === 'transaction' && action === 'initialize' && method === 'POST') return initialize(JSON.parse(text));
		if (resource === 'transaction' && action === 'verify' && method === 'GET') {
			verifications += 1;
			const payment = payments.get(reference);
			if (!payment) return errorResponse(400, 'Transaction reference not found');
			return json(200, { status: true, message: 'Verification successful', data: toTransaction(payment) });
		}
		return errorResponse(404, 'This call is not known');
	}

	const server = createServer((request, response) => {
		respond(request).then(
			(result) => {
				if (result) response.writeHead(result.status, result.headers).end(result.body);
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
			const refunded = amount ?? payment.amount;
			if (refunded >= payment.amount) payment.status = 'reversed';
			return sendWebhook('refund.processed', {
				status: 'processed',
				transaction_reference: reference,
				refund_reference: `TRF_${randomBytes(8).toString('hex')}`,
				// The amount is a string only in the event `refund.processed`.
				amount: String(refunded),
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
