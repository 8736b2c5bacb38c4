import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** News of a payment as it is sent to the shop: the bytes, and their signature. */
export interface PaystackNews {
	body: string;
	signature: string;
}

export interface PaystackServer {
	/** Without a slash at its end. */
	url: string;
	secretKey: string;
	/** The customer pays: what was asked for, unless told. Answers the news of it, sent where `sendNewsTo` said. */
	pay(reference: string, paid?: { amount?: number; currency?: string }): Promise<PaystackNews>;
	/** The shop gives money back: all of it, unless told. Answers the news of it, sent where `sendNewsTo` said. */
	refund(reference: string, amount?: number): Promise<PaystackNews>;
	/** The customer's bank says no. */
	fail(reference: string): void;
	/** News from now on goes to this address; to nobody where it is null. */
	sendNewsTo(address: string | null): void;
	/** Signs a body as Paystack does. */
	sign(body: string): string;
	/** Answers that many of the next calls with 503. */
	breakDown(calls: number): void;
	/** Answers that many of the next calls only after their effect, and not at all: the connection is cut. */
	loseAnswers(calls: number): void;
	/** Answers calls so many milliseconds late from now on. */
	delay(ms: number): void;
	/** References of the payments that were begun, in order. */
	begun(): string[];
	/** How often payments were asked about. */
	verified(): number;
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

interface Answer {
	status: number;
	headers?: Record<string, string>;
	body: string;
}

const json = (status: number, body: object): Answer => ({
	status,
	headers: { 'content-type': 'application/json; charset=utf-8' },
	body: JSON.stringify(body),
});
const refusal = (status: number, message: string): Answer => json(status, { status: false, message });
const redirect = (location: string): Answer => ({ status: 303, headers: { location }, body: '' });

/**
 * A payment service on loopback that speaks the part of Paystack which the program uses, from its public documentation
 * (https://paystack.com/docs/api/transaction/, …/payments/webhooks/, …/payments/refunds/): payments are begun, made on a page with two
 * buttons, asked about and given back, and news of them is signed and sent.
 */
export async function startPaystackServer(): Promise<PaystackServer> {
	const secretKey = `sk_test_${randomBytes(20).toString('hex')}`;
	const payments = new Map<string, Payment>();
	let newsAddress: string | null = null;
	let failures = 0;
	let lost = 0;
	let late = 0;
	let questions = 0;

	const sign = (body: string) => createHmac('sha512', secretKey).update(body).digest('hex');

	function existing(reference: string): Payment {
		const payment = payments.get(reference);
		if (!payment) throw new Error(`No payment has the reference ${reference}`);
		return payment;
	}

	async function tell(event: string, data: object): Promise<PaystackNews> {
		const body = JSON.stringify({ event, data });
		const news = { body, signature: sign(body) };
		if (newsAddress !== null) {
			const headers = { 'content-type': 'application/json', 'x-paystack-signature': news.signature };
			// A shop that is down is not the customer's trouble.
			await fetch(newsAddress, { method: 'POST', headers, body }).catch(() => {});
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
		const payment = existing(reference);
		payment.status = 'success';
		if (amount !== undefined) payment.amount = amount;
		if (currency !== undefined) payment.currency = currency;
		return tell('charge.success', describe(payment));
	}

	function begin(body: Record<string, unknown>): Answer {
		const { email, amount, reference, callback_url, currency = 'NGN', metadata } = body;
		if (typeof email !== 'string' || !email.includes('@')) return refusal(400, 'Invalid Email Address Passed');
		if (!Number.isInteger(Number(amount)) || Number(amount) <= 0) return refusal(400, 'Invalid Amount Sent');
		if (typeof reference !== 'string' || !/^[\w\-.=]+$/.test(reference)) {
			return refusal(400, 'Invalid character in transaction reference');
		}
		if (currency !== 'NGN') return refusal(403, 'Currency not supported by merchant');
		if (payments.has(reference)) return refusal(400, 'Duplicate Transaction Reference');
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
	async function checkout(method: string, [code = '', action]: string[]): Promise<Answer> {
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

	async function answer(request: IncomingMessage): Promise<Answer | null> {
		const method = request.method ?? '';
		const [, first = '', ...rest] = new URL(request.url ?? '', url).pathname.split('/').map(decodeURIComponent);
		if (first === 'checkout') return checkout(method, rest);
		const text = (await buffer(request)).toString();
		if (late > 0) await wait(late, undefined, { ref: false });
		if (failures > 0) {
			failures -= 1;
			return refusal(503, 'Service unavailable');
		}
		if (request.headers.authorization !== `Bearer ${secretKey}`) return refusal(401, 'Invalid key');
		const made = call(method, [first, ...rest], text);
		if (lost === 0) return made;
		lost -= 1;
		return null;
	}

	function call(method: string, path: string[], text: string): Answer {
		const [what, action, reference = ''] = path;
		if (what === 'transaction' && action === 'initialize' && method === 'POST') return begin(JSON.parse(text));
		if (what === 'transaction' && action === 'verify' && method === 'GET') {
			questions += 1;
			const payment = payments.get(reference);
			if (!payment) return refusal(400, 'Transaction reference not found');
			return json(200, { status: true, message: 'Verification successful', data: describe(payment) });
		}
		return refusal(404, 'This call is not known');
	}

	const server = createServer((request, response) => {
		answer(request).then(
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
			const payment = existing(reference);
			const given = amount ?? payment.amount;
			if (given >= payment.amount) payment.status = 'reversed';
			return tell('refund.processed', {
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
			existing(reference).status = 'failed';
		},
		sendNewsTo(address) {
			newsAddress = address;
		},
		sign,
		breakDown(calls) {
			failures = calls;
		},
		loseAnswers(calls) {
			lost = calls;
		},
		delay(ms) {
			late = ms;
		},
		begun: () => [...payments.keys()],
		verified: () => questions,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
