import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { Unavailable } from '../unavailable.ts';

/** What Paystack says of a payment. */
export interface Transaction {
	reference: string;
	/** In Paystack's words: `success`, `failed`, `abandoned`, `pending`, `ongoing`, `processing`, `queued` or `reversed`. */
	status: string;
	/** What was paid, in the smallest unit of the currency: kobo. */
	amount: number;
	/** ISO 4217. */
	currency: string;
}

export interface NewPayment {
	/** Ours, never used before: letters, digits, `-`, `.` and `=`. */
	reference: string;
	/** Smallest unit of the currency: kobo. */
	amount: number;
	currency: string;
	/** Of who pays. */
	email: string;
	/** Where the browser comes back to, paid or not. */
	returnTo: string;
}

/** Takes money through Paystack. Every call throws `Unavailable` where no usable answer came. */
export interface Payments {
	/** Begins a payment; answers the address where it is made. Throws `DuplicateReference`. */
	initialize(payment: NewPayment, signal?: AbortSignal): Promise<string>;
	/** What became of a payment; null where Paystack does not know it. */
	verify(reference: string, signal?: AbortSignal): Promise<Transaction | null>;
	/** True where Paystack signed these very bytes: the header `x-paystack-signature`. */
	isSignatureValid(bytes: Uint8Array, signature: unknown): boolean;
}

/** The reference was taken by an earlier call, perhaps one whose answer was lost. */
export class DuplicateReference extends Error {
	override readonly name = 'DuplicateReference';
}

export interface PaystackOptions {
	secretKey: string;
	/** Without a slash at its end. */
	url: string;
	/** Milliseconds for one try. */
	timeout?: number;
	/** Milliseconds before each further try of a call that got no answer. */
	retryDelays?: readonly number[];
}

const initializeResponse = z.object({
	data: z.object({ authorization_url: z.url({ protocol: /^https?$/ }), reference: z.string() }),
});
const verifyResponse = z.object({
	data: z.object({ reference: z.string(), status: z.string(), amount: z.int().min(0), currency: z.string() }),
});
const errorResponse = z.object({ message: z.string() });

/** Speaks Paystack's API as https://paystack.com/docs/api/transaction/ describes it. */
export function createPaystack(options: PaystackOptions): Payments {
	const { secretKey, url, timeout = 8000, retryDelays = [300, 1200] } = options;

	async function sendOnce(path: string, body: object | null, signal: AbortSignal | undefined) {
		const timeoutSignal = AbortSignal.timeout(timeout);
		const response = await fetch(url + path, {
			method: body ? 'POST' : 'GET',
			headers: { authorization: `Bearer ${secretKey}`, ...(body && { 'content-type': 'application/json' }) },
			...(body && { body: JSON.stringify(body) }),
			redirect: 'error',
			signal: signal ? AbortSignal.any([timeoutSignal, signal]) : timeoutSignal,
		});
		const text = await response.text();
		if (response.status >= 500 || response.status === 429) throw new Error(`It answered ${response.status}`);
		return { status: response.status, answer: JSON.parse(text) as unknown };
	}

	/** Both calls may be repeated: the reference makes the second beginning of a payment a refusal. */
	async function call(path: string, body: object | null, signal: AbortSignal | undefined) {
		for (let attempt = 0; ; attempt += 1) {
			try {
				return await sendOnce(path, body, signal);
			} catch (error) {
				signal?.throwIfAborted();
				const pause = retryDelays[attempt];
				if (pause === undefined) throw new Unavailable('Paystack does not answer', { cause: error });
				await wait(pause, undefined, signal ? { signal } : {});
			}
		}
	}

	return {
		async initialize({ reference, amount, currency, email, returnTo }, signal) {
			const { status, answer } = await call(
				'/transaction/initialize',
				{ reference, amount, currency, email, callback_url: returnTo, metadata: { cancel_action: returnTo } },
				signal,
			);
			const { success, data } = initializeResponse.safeParse(answer);
			if (status === 200 && success && data.data.reference === reference) return data.data.authorization_url;
			const sentence = errorResponse.safeParse(answer).data?.message ?? 'nothing that is understood';
			if (status === 400 && /duplicate/i.test(sentence)) throw new DuplicateReference(sentence);
			throw new Unavailable(`Paystack did not begin a payment: ${status} ${sentence}`);
		},
		async verify(reference, signal) {
			const { status, answer } = await call(`/transaction/verify/${encodeURIComponent(reference)}`, null, signal);
			const { success, data } = verifyResponse.safeParse(answer);
			if (status === 200 && success && data.data.reference === reference) return data.data;
			const sentence = errorResponse.safeParse(answer).data?.message ?? 'nothing that is understood';
			if (status === 404 || (status === 400 && /not found/i.test(sentence))) return null;
			throw new Unavailable(`Paystack did not tell of a payment: ${status} ${sentence}`);
		},
		isSignatureValid(bytes, signature) {
			if (typeof signature !== 'string' || !/^[\da-f]{128}$/i.test(signature)) return false;
			const expected = createHmac('sha512', secretKey).update(bytes).digest();
			return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
		},
	};
}
