import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { runStep } from '../../core/operation.ts';
import { ServiceUnavailableError } from '../../core/service-unavailable-error.ts';

/** State of a payment as Paystack reports it. */
export interface PaymentTransaction {
	reference: string;
	/** Paystack's status of the payment: `success`, `failed`, `abandoned`, `pending`, `ongoing`, `processing`, `queued` or `reversed`. */
	status: string;
	/** Paid amount in the currency's smallest unit (kobo). */
	amount: number;
	/** ISO 4217 code of the currency. */
	currency: string;
}

export interface NewPayment {
	/** Unique reference that this server chooses: letters, digits, `-`, `.` and `=`. */
	reference: string;
	/** Amount in the smallest unit of the currency (kobo). */
	amount: number;
	currency: string;
	email: string;
	/** URL to which the customer returns after payment or cancellation. */
	returnTo: string;
}

/** Payments through Paystack. Every call throws `ServiceUnavailableError` if there is no valid response. */
export interface PaymentProvider {
	/** Starts a payment. Returns the URL of the payment page. Throws `DuplicateReferenceError`. */
	initialize(payment: NewPayment, signal?: AbortSignal): Promise<string>;
	/** Returns the current state of a payment; null if Paystack does not know the payment. */
	verify(reference: string, signal?: AbortSignal): Promise<PaymentTransaction | null>;
	/** Returns whether Paystack signed these bytes. `signature` is the header `x-paystack-signature`. */
	isSignatureValid(bytes: Uint8Array, signature: unknown): boolean;
}

/** Error when a payment with this reference already exists, perhaps from a call whose response was lost. */
export class DuplicateReferenceError extends Error {
	override readonly name = 'DuplicateReferenceError';
}

export interface PaystackOptions {
	secretKey: string;
	/** Base URL of Paystack's API, without a trailing slash. */
	url: string;
	/** Timeout per attempt, in milliseconds. */
	timeout?: number;
	/** Milliseconds before each retry of a call that got no response. */
	retryDelays?: readonly number[];
}

const initializeResponseSchema = z.object({
	data: z.object({ authorization_url: z.url({ protocol: /^https?$/ }), reference: z.string() }),
});
const verifyResponseSchema = z.object({
	data: z.object({ reference: z.string(), status: z.string(), amount: z.int().min(0), currency: z.string() }),
});
const errorResponseSchema = z.object({ message: z.string() });

/** Creates a client of Paystack's API, https://paystack.com/docs/api/transaction/. */
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

	/** Calls Paystack and retries. A retry is safe, because Paystack rejects a second payment with the same reference. */
	async function call(path: string, body: object | null, signal: AbortSignal | undefined) {
		for (let attempt = 0; ; attempt += 1) {
			try {
				return await runStep(
					() => ({ name: 'payment service', kind: 'client' }),
					() => sendOnce(path, body, signal),
				);
			} catch (error) {
				signal?.throwIfAborted();
				const pause = retryDelays[attempt];
				// A call that timed out is not retried, because the caller waits about 10 seconds at most.
				const isTimeout = (error as Error).name === 'TimeoutError';
				if (pause === undefined || isTimeout) {
					const message = `${new URL(url).host} does not respond: ${(error as Error).message}`;
					throw new ServiceUnavailableError(message, { cause: error });
				}
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
