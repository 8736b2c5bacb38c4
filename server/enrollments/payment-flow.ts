import { createHash, randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { formatNaira } from '../../contract/core/money.ts';
import * as adminApiText from '../../text/server/admin-api.ts';
import * as coursesApiText from '../../text/server/courses-api.ts';
import { DomainError } from '../core/domain-error.ts';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import type { Tx } from '../database/index.ts';
import type { Platform } from '../platform.ts';
import { DuplicateReferenceError, type PaymentProvider, type PaymentTransaction } from '../senders/payments/index.ts';
import type { ChangeEnrollmentState } from './change-state.ts';
import { paymentEventJob } from './job-definitions.ts';
import { getNextEnrollmentState } from './lifecycle.ts';
import { formatMoney } from './present.ts';
import * as store from './store.ts';
import type { EnrollmentRow, PaymentRow } from './tables.ts';

export type PaymentFlow = ReturnType<typeof createPaymentFlow>;

export interface PaymentFlowDeps extends Pick<Platform, 'db' | 'clock' | 'jobs'> {
	/** Payment service; null if online payment is not configured. */
	payments: PaymentProvider | null;
	changeState: ChangeEnrollmentState;
	/** Returns the URL to which the payment service redirects the browser after the payment. */
	getReturnUrl: (enrollmentId: number) => string;
	logger: Pick<FastifyBaseLogger, 'warn'>;
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** Milliseconds during which a learner gets the same payment page again. */
const paymentPageTtl = day;
/** Polling of unsettled payments: maximum age and interval in milliseconds, and maximum number of payments per run. */
const pollPolicy = { maxAge: 3 * day, interval: 10 * minute, limit: 50 };
/** Statuses at the payment service in which a payment page still accepts the payment. */
const openStatuses = ['pending', 'abandoned', 'ongoing', 'processing', 'queued'];
const chargeSucceeded = 'charge.success';
const refundProcessed = 'refund.processed';

const shortTextSchema = z.string().max(100);
/** Fields of a webhook event that are used. The payment service sends amounts of refunds as strings. */
const eventDataSchema = z.looseObject({
	id: z.union([z.int(), shortTextSchema]).nullish().catch(null),
	reference: shortTextSchema.nullish().catch(null),
	transaction_reference: shortTextSchema.nullish().catch(null),
	refund_reference: shortTextSchema.nullish().catch(null),
	amount: z.coerce.number().int().min(0).nullish().catch(null),
});

export function createPaymentFlow({ db, clock, jobs, payments, changeState, getReturnUrl, logger }: PaymentFlowDeps) {
	const inFlight = new Map<number, Promise<string>>();

	/** Returns the enrollment's open payment, or stores a new payment before the payment service learns of it. */
	function findOrCreatePayment(id: number): Promise<{ row: EnrollmentRow; payment: PaymentRow }> {
		return db.transaction(async (tx) => {
			const row = await store.lockEnrollmentRow(tx, id);
			if (row?.state !== 'awaiting_payment') {
				throw new DomainError('conflict', coursesApiText.nothingToPay);
			}
			const now = clock.now();
			const [newest] = await store.listEnrollmentPayments(tx, id);
			const isReusable =
				newest?.settled_at === null &&
				openStatuses.includes(newest.status) &&
				newest.asked_kobo === row.price_kobo &&
				newest.created_at > now - paymentPageTtl;
			if (newest && isReusable) return { row, payment: newest };
			const payment = await store.insertPayment(tx, {
				enrollment_id: id,
				reference: `${row.reference}-${randomBytes(5).toString('hex')}`,
				asked_kobo: row.price_kobo,
				status: 'pending',
				checked_at: now,
				created_at: now,
			});
			return { row, payment };
		});
	}

	async function startPayment(service: PaymentProvider, id: number): Promise<string> {
		for (let attempt = 0; attempt < 3; attempt += 1) {
			const { row, payment } = await findOrCreatePayment(id);
			if (payment.authorization_url !== null) return payment.authorization_url;
			const { reference, asked_kobo: amount } = payment;
			try {
				const url = await service.initialize({
					reference,
					amount,
					currency: 'NGN',
					email: row.email,
					returnTo: getReturnUrl(id),
				});
				await db.transaction((tx) => store.updatePayment(tx, payment.id, { authorization_url: url }));
				return url;
			} catch (error) {
				if (!(error instanceof DuplicateReferenceError)) throw error;
				// An earlier call, whose response was lost, or another process has already sent this payment reference.
				const existing = await store.findPayment(db, reference);
				if (existing?.authorization_url) return existing.authorization_url;
				await db.transaction((tx) => store.updatePayment(tx, payment.id, { status: 'lost' }));
			}
		}
		throw new ServiceUnavailableError('Could not start a payment');
	}

	/** Locks the enrollment of a payment. Returns null for an unknown reference. */
	async function lockPayment(tx: Tx, reference: string): Promise<{ row: EnrollmentRow; payment: PaymentRow } | null> {
		const existing = await store.findPayment(tx, reference);
		const row = existing && (await store.lockEnrollmentRow(tx, existing.enrollment_id));
		// The payment is read again, because it may have changed before the enrollment was locked.
		const payment = row && (await store.findPayment(tx, reference));
		return payment ? { row, payment } : null;
	}

	/** Stores the result of a verification and applies it at most once. A null result only records the time of the check. */
	async function settle(tx: Tx, reference: string, found: PaymentTransaction | null): Promise<void> {
		const locked = await lockPayment(tx, reference);
		if (!locked) return;
		const { row, payment } = locked;
		const now = clock.now();
		if (!found) return store.updatePayment(tx, payment.id, { checked_at: now });
		const { status, amount, currency } = found;
		const isSettled = payment.settled_at === null && (status === 'success' || status === 'reversed');
		const isEnough = currency === 'NGN' && amount >= row.price_kobo;
		const isCounted =
			isSettled && status === 'success' && isEnough && getNextEnrollmentState(row.state, 'pay') !== null;
		await store.updatePayment(tx, payment.id, {
			status,
			checked_at: now,
			...(isSettled && { paid_amount: amount, paid_currency: currency, settled_at: now, counted: isCounted ? 1 : 0 }),
		});
		if (status === 'reversed' && payment.counted === 1) await changeState(tx, row, 'refund', null);
		if (!isSettled || status !== 'success') return;
		const [paid, price] = [formatMoney(amount, currency), formatNaira(row.price_kobo)];
		if (!isEnough) return flagForAttention(tx, row, adminApiText.paidTooLittle(paid, reference, price));
		if (!isCounted) return flagForAttention(tx, row, adminApiText.paidWithoutNeed(paid, reference));
		await changeState(tx, row, 'pay', null);
		if (amount > row.price_kobo) await flagForAttention(tx, row, adminApiText.paidTooMuch(paid, reference, price));
	}

	async function flagForAttention(tx: Tx, row: EnrollmentRow, sentence: string): Promise<void> {
		await store.updateEnrollment(tx, row.id, { attention: sentence, updated_at: clock.now() });
	}

	async function verifyPayment(service: PaymentProvider, reference: string, signal?: AbortSignal): Promise<void> {
		const found = await service.verify(reference, signal);
		await db.transaction((tx) => settle(tx, reference, found));
	}

	/** Applies a refund. A full refund changes the enrollment's state; after a partial refund, an administrator has to check. */
	async function applyRefund(reference: string): Promise<void> {
		await db.transaction(async (tx) => {
			const locked = await lockPayment(tx, reference);
			if (locked?.payment.counted !== 1 || !getNextEnrollmentState(locked.row.state, 'refund')) return;
			const { row, payment } = locked;
			const paid = payment.paid_amount ?? payment.asked_kobo;
			const sum = await store.sumPaymentEventAmounts(tx, refundProcessed, reference);
			if (sum >= paid) await changeState(tx, row, 'refund', null);
			else await flagForAttention(tx, row, adminApiText.partlyRefunded(formatNaira(sum), formatNaira(paid), reference));
		});
	}

	/** Logs why the payment service is unavailable, and throws an error with a message for the user. */
	function rethrowForUser(error: unknown): never {
		if (!(error instanceof ServiceUnavailableError)) throw error;
		logger.warn({ err: error }, 'Payment service unavailable');
		throw new DomainError('unavailable', coursesApiText.paymentServiceDown, { retryAfter: 30 });
	}

	return {
		/** Returns the URL of a payment page. An open payment keeps its URL. Throws `conflict` or `unavailable`. */
		async pay(id: number): Promise<string> {
			if (!payments) throw new DomainError('conflict', coursesApiText.notPayableOnline);
			let payment = inFlight.get(id);
			if (!payment) {
				payment = startPayment(payments, id).finally(() => inFlight.delete(id));
				inFlight.set(id, payment);
			}
			return payment.catch(rethrowForUser);
		},

		/** Verifies the enrollment's three latest unsettled payments. Throws `unavailable`. */
		async checkPayments(id: number): Promise<void> {
			if (!payments) return;
			const pending = (await store.listEnrollmentPayments(db, id)).filter(
				(payment) => payment.settled_at === null && payment.authorization_url !== null,
			);
			for (const { reference } of pending.slice(0, 3)) await verifyPayment(payments, reference).catch(rethrowForUser);
		},

		/** Stores a webhook event once and queues its verification with the payment service. Throws `forbidden`. */
		async receiveEvent(bytes: Buffer | undefined, signature: unknown, body: { event: string; data: object }) {
			if (!payments || !bytes || !payments.isSignatureValid(bytes, signature)) {
				throw new DomainError('forbidden', coursesApiText.signatureInvalid);
			}
			const data = eventDataSchema.parse(body.data);
			const name = data.id ?? data.refund_reference ?? createHash('sha256').update(bytes).digest('hex');
			await db.transaction(async (tx) => {
				const event = await store.insertPaymentEvent(tx, {
					event_key: `${body.event} ${name}`,
					event: body.event,
					reference: data.transaction_reference ?? data.reference ?? null,
					amount: data.amount ?? null,
					received_at: clock.now(),
				});
				const isRelevant = body.event === chargeSucceeded || body.event === refundProcessed;
				if (event && isRelevant) await jobs.add(tx, paymentEventJob, { event_id: event.id });
			});
		},

		/** Verifies the payment of a webhook event and applies a refund. Ignores events of unknown payments. */
		async processEvent(eventId: number, signal: AbortSignal): Promise<void> {
			const event = await store.findPaymentEvent(db, eventId);
			if (!payments || !event?.reference || !(await store.findPayment(db, event.reference))) return;
			await verifyPayment(payments, event.reference, signal);
			if (event.event === refundProcessed) await applyRefund(event.reference);
		},

		async handleFailedEvent(tx: Tx, eventId: number): Promise<void> {
			const event = await store.findPaymentEvent(tx, eventId);
			const locked = event?.reference ? await lockPayment(tx, event.reference) : null;
			if (!locked) return;
			const { row, payment } = locked;
			await flagForAttention(tx, row, adminApiText.paymentUnconfirmed(payment.reference));
		},

		/** Verifies unsettled payments in a scheduled job, because webhook events may be lost and learners may not return to the site. */
		async verifyPendingPayments(signal: AbortSignal): Promise<void> {
			if (!payments) return;
			const now = clock.now();
			const references = await store.listUnsettledPaymentReferences(db, {
				createdAfter: now - pollPolicy.maxAge,
				checkedBefore: now - pollPolicy.interval,
				limit: pollPolicy.limit,
			});
			for (const reference of references) {
				const failure = await verifyPayment(payments, reference, signal).then(
					() => null,
					(error: unknown) => error,
				);
				if (signal.aborted) return;
				if (failure === null) continue;
				logger.warn({ err: failure, reference }, 'Payment verification failed');
				// The time of the failed check is stored, so that the next run begins with other payments.
				await db.transaction((tx) => settle(tx, reference, null));
				if (failure instanceof ServiceUnavailableError) return;
			}
		},
	};
}
