import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { ServiceUnavailableError } from '../service-unavailable-error.ts';

/** Payment as Paystack reports it. */
export interface PaymentTransaction {
	reference: string;
	/** Paystack's status: `success`, `failed`, `abandoned`, `pending`, `ongoing`, `processing`, `queued` or `reversed`. */
	status: string;
	/** Amount paid, in the currency's smallest unit (kobo). */
	amount: number;
	/** ISO 4217. */
	currency: string;
}

export interface NewPayment {
	/** Our unique reference: letters, digits, `-`, `.` and `=`. */
	reference: string;
	/** Smallest unit of the currency (kobo). */
	amount: number;
	currency: string;
	email: string;
	/** URL to return to after payment or cancellation. */
	returnTo: string;
}

/** Payments through Paystack. Every call throws `ServiceUnavailableError` without a valid response. */
export interface PaymentProvider {
	/** Starts a payment and returns the URL of its payment page. Throws `DuplicateReferenceError`. */
	initialize(payment: NewPayment, signal?: AbortSignal): Promise<string>;
	/** Current state of a payment; null if Paystack does not know it. */
	verify(reference: string, signal?: AbortSignal): Promise<PaymentTransaction | null>;
	/** Whether Paystack signed these bytes; `signature` is the header `x-paystack-signature`. */
	isSignatureValid(bytes: Uint8Array, signature: unknown): boolean;
}

/** The reference exists, perhaps from a call whose response was lost. */
export class DuplicateReferenceError extends Error {
	override readonly name = 'DuplicateReferenceError';
}

export interface PaystackOptions {
	secretKey: string;
	/** Without a trailing slash. */
	url: string;
	/** Timeout per attempt, milliseconds. */
	timeout?: number;
	/** Milliseconds before each retry of a call without a response. */
	retryDelays?: readonly number[];
}

const initializeResponseSchema = z.object({
	data: z.object({ authorization_url: z.url({ protocol: /^https?$/ }), reference: z.string() }),
});
const verifyResponseSchema = z.object({
	data: z.object({ reference: z.string(), status: z.string(), amount: z.int().min(0), currency: z.string() }),
});
const errorResponseSchema = z.object({ message: z.string() });

/** Client of Paystack's API, https://paystack.com/docs/api/transaction/. */
export function createPaystack(options: PaystackOptions): PaymentProvider {
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
		if (response.status >= 500 || response.status === 429) throw new Error(`Response status ${response.status}`);
		return { status: response.status, body: JSON.parse(text) as unknown };
	}

	/** Retries are safe for both calls: Paystack rejects a second payment with the same reference. */
	async function call(path: string, body: object | null, signal: AbortSignal | undefined) {
		for (let attempt = 0; ; attempt += 1) {
			try {
				return await sendOnce(path, body, signal);
			} catch (error) {
				signal?.throwIfAborted();
				const pause = retryDelays[attempt];
				if (pause === undefined) throw new ServiceUnavailableError('Paystack does not respond', { cause: error });
				await wait(pause, undefined, signal ? { signal } : {});
			}
		}
	}

	return {
		async initialize({ reference, amount, currency, email, returnTo }, signal) {
			const { status, body } = await call(
				'/transaction/initialize',
				{ reference, amount, currency, email, callback_url: returnTo, metadata: { cancel_action: returnTo } },
				signal,
			);
			const { success, data } = initializeResponseSchema.safeParse(body);
			if (status === 200 && success && data.data.reference === reference) return data.data.authorization_url;
			const message = errorResponseSchema.safeParse(body).data?.message ?? 'an invalid response';
			if (status === 400 && /duplicate/i.test(message)) throw new DuplicateReferenceError(message);
			throw new ServiceUnavailableError(`Paystack did not initialize the payment: ${status} ${message}`);
		},
		async verify(reference, signal) {
			const { status, body } = await call(`/transaction/verify/${encodeURIComponent(reference)}`, null, signal);
			const { success, data } = verifyResponseSchema.safeParse(body);
			if (status === 200 && success && data.data.reference === reference) return data.data;
			const message = errorResponseSchema.safeParse(body).data?.message ?? 'an invalid response';
			if (status === 404 || (status === 400 && /not found/i.test(message))) return null;
			throw new ServiceUnavailableError(`Paystack did not verify the payment: ${status} ${message}`);
		},
		isSignatureValid(bytes, signature) {
			if (typeof signature !== 'string' || !/^[\da-f]{128}$/i.test(signature)) return false;
			const expected = createHmac('sha512', secretKey).update(bytes).digest();
			return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
		},
	};
}
