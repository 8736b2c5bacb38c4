import { createHash, randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { formatNaira } from '../../contract/money.ts';
import * as adminApiText from '../../contract/text/admin-api.ts';
import * as coursesApiText from '../../contract/text/courses-api.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/index.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import { DuplicateReference, type Payments, type Transaction } from '../platform/payments/index.ts';
import { Unavailable } from '../platform/unavailable.ts';
import type { ChangeState } from './change-state.ts';
import { paymentEventJob } from './job-definitions.ts';
import { nextState } from './lifecycle.ts';
import { formatMoney } from './present.ts';
import * as store from './store.ts';
import type { EnrollmentRow, PaymentRow } from './tables.ts';

export type PaymentFlow = ReturnType<typeof createPaymentFlow>;

export interface PaymentFlowDeps {
	db: Database;
	clock: Clock;
	jobs: Jobs;
	/** Null where nobody pays online. */
	payments: Payments | null;
	changeState: ChangeState;
	/** Where the browser comes back to from the payment of a request. */
	getReturnUrl: (enrollmentId: number) => string;
	logger: Pick<FastifyBaseLogger, 'warn'>;
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** How long the page of a payment is given out again. */
const paymentPageTtl = day;
/** How long we ask for payments that we heard nothing of, how often, and how many at once. */
const pollPolicy = { maxAge: 3 * day, interval: 10 * minute, limit: 50 };
/** A payment of which the service says one of these can still be made on its page. */
const openStatuses = ['pending', 'abandoned', 'ongoing', 'processing', 'queued'];
const chargeSucceeded = 'charge.success';
const refundProcessed = 'refund.processed';

const shortText = z.string().max(100);
/** The part of the news that counts; the amount of a refund comes as a text. */
const eventData = z.looseObject({
	id: z.union([z.int(), shortText]).nullish().catch(null),
	reference: shortText.nullish().catch(null),
	transaction_reference: shortText.nullish().catch(null),
	refund_reference: shortText.nullish().catch(null),
	amount: z.coerce.number().int().min(0).nullish().catch(null),
});

export function createPaymentFlow({ db, clock, jobs, payments, changeState, getReturnUrl, logger }: PaymentFlowDeps) {
	const inFlight = new Map<number, Promise<string>>();

	/** The payment whose page is to be shown: the one under way, or a new one, stored before the service hears of it. */
	function findOrCreatePayment(id: number): Promise<{ row: EnrollmentRow; payment: PaymentRow }> {
		return db.transaction(async (tx) => {
			const row = await store.lockEnrollment(tx, id);
			if (row?.state !== 'awaiting_payment') {
				throw new DomainError('conflict', coursesApiText.nothingToPay);
			}
			const now = clock.now();
			const [newest] = await store.listPayments(tx, id);
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

	async function startPayment(service: Payments, id: number): Promise<string> {
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
				if (!(error instanceof DuplicateReference)) throw error;
				// Begun by a call whose answer was lost, or by another process at this moment.
				const known = await store.findPayment(db, reference);
				if (known?.authorization_url) return known.authorization_url;
				await db.transaction((tx) => store.updatePayment(tx, payment.id, { status: 'lost' }));
			}
		}
		throw new Unavailable('No payment could be begun');
	}

	/** A payment and its request, which whoever else changes either of them waits for; null where it is not ours. */
	async function lockPayment(tx: Tx, reference: string): Promise<{ row: EnrollmentRow; payment: PaymentRow } | null> {
		const known = await store.findPayment(tx, reference);
		const row = known && (await store.lockEnrollment(tx, known.enrollment_id));
		// As it is once the request is ours.
		const payment = row && (await store.findPayment(tx, reference));
		return payment ? { row, payment } : null;
	}

	/** Writes down what the service says of a payment, and what follows from it: once. */
	async function settle(tx: Tx, reference: string, found: Transaction | null): Promise<void> {
		const locked = await lockPayment(tx, reference);
		if (!locked) return;
		const { row, payment } = locked;
		const now = clock.now();
		if (!found) return store.updatePayment(tx, payment.id, { checked_at: now });
		const { status, amount, currency } = found;
		const isSettled = payment.settled_at === null && (status === 'success' || status === 'reversed');
		const isEnough = currency === 'NGN' && amount >= row.price_kobo;
		const isCounted = isSettled && status === 'success' && isEnough && nextState(row.state, 'pay') !== null;
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

	/** Asks an administrator to look at a request. */
	async function flagForAttention(tx: Tx, row: EnrollmentRow, sentence: string): Promise<void> {
		await store.updateEnrollment(tx, row.id, { attention: sentence, updated_at: clock.now() });
	}

	async function verifyPayment(service: Payments, reference: string, signal?: AbortSignal): Promise<void> {
		const found = await service.verify(reference, signal);
		await db.transaction((tx) => settle(tx, reference, found));
	}

	/** A refund that the service has told of: all of it, or a part. */
	async function applyRefund(reference: string): Promise<void> {
		await db.transaction(async (tx) => {
			const locked = await lockPayment(tx, reference);
			if (locked?.payment.counted !== 1 || !nextState(locked.row.state, 'refund')) return;
			const { row, payment } = locked;
			const paid = payment.paid_amount ?? payment.asked_kobo;
			const sum = await store.sumPaymentEvents(tx, refundProcessed, reference);
			if (sum >= paid) await changeState(tx, row, 'refund', null);
			else await flagForAttention(tx, row, adminApiText.partlyRefunded(formatNaira(sum), formatNaira(paid), reference));
		});
	}

	/** For the person who waits; the operator finds the cause in the log. */
	function rethrowForUser(error: unknown): never {
		if (!(error instanceof Unavailable)) throw error;
		logger.warn({ err: error }, 'The payment service does not answer');
		throw new DomainError('unavailable', coursesApiText.paymentServiceDown, { retryAfter: 30 });
	}

	return {
		/** The address where a request is paid; the same again while that payment is under way. Throws `conflict` or `unavailable`. */
		async pay(id: number): Promise<string> {
			if (!payments) throw new DomainError('conflict', coursesApiText.notPayableOnline);
			let payment = inFlight.get(id);
			if (!payment) {
				payment = startPayment(payments, id).finally(() => inFlight.delete(id));
				inFlight.set(id, payment);
			}
			return payment.catch(rethrowForUser);
		},

		/** Asks at once how a request's payments stand. Throws `unavailable`. */
		async checkPayments(id: number): Promise<void> {
			if (!payments) return;
			const pending = (await store.listPayments(db, id)).filter(
				(payment) => payment.settled_at === null && payment.authorization_url !== null,
			);
			for (const { reference } of pending.slice(0, 3)) await verifyPayment(payments, reference).catch(rethrowForUser);
		},

		/** Keeps news once. Nothing follows from it until the service itself, asked, says the same. Throws `forbidden`. */
		async receiveEvent(bytes: Buffer | undefined, signature: unknown, body: { event: string; data: object }) {
			if (!payments || !bytes || !payments.isSignatureValid(bytes, signature)) {
				throw new DomainError('forbidden', coursesApiText.newsNotSigned);
			}
			const data = eventData.parse(body.data);
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

		/** Acts on news that was kept; that of payments which are not ours is left alone. */
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

		/** Asks for payments that nobody told us of: news may be lost, and learners may not come back. */
		async verifyPendingPayments(signal: AbortSignal): Promise<void> {
			if (!payments) return;
			const now = clock.now();
			const references = await store.listUnverifiedPayments(db, {
				begunAfter: now - pollPolicy.maxAge,
				askedBefore: now - pollPolicy.interval,
				most: pollPolicy.limit,
			});
			for (const reference of references) {
				const failure = await verifyPayment(payments, reference, signal).then(
					() => null,
					(error: unknown) => error,
				);
				if (signal.aborted) return;
				if (failure === null) continue;
				logger.warn({ err: failure, reference }, 'A payment could not be asked about');
				// One that nobody can tell of is not to stand in the way of the others.
				await db.transaction((tx) => settle(tx, reference, null));
				if (failure instanceof Unavailable) return;
			}
		},
	};
}
