import { createHash, randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { formatNaira } from '../../contract/money.ts';
import * as adminApiText from '../../contract/text/admin-api.ts';
import * as coursesApiText from '../../contract/text/courses-api.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/index.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import { DuplicateReference, type Payments, type Transaction } from '../platform/payments/index.ts';
import { Refusal } from '../platform/refusal.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { newsJob } from './job-definitions.ts';
import { next } from './lifecycle.ts';
import { formatMoney } from './present.ts';
import type { ChangeState } from './state.ts';
import * as store from './store.ts';
import type { EnrollmentRow, PaymentRow } from './tables.ts';

export type Paying = ReturnType<typeof createPaying>;

export interface PayingParts {
	db: Database;
	clock: Clock;
	jobs: Jobs;
	/** Null where nobody pays online. */
	payments: Payments | null;
	changeState: ChangeState;
	/** Where the browser comes back to from the payment of a request. */
	returnTo: (enrollmentId: number) => string;
	logger: Pick<FastifyBaseLogger, 'warn'>;
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** How long the page of a payment is given out again. */
const pageLife = day;
/** How long we ask for payments that we heard nothing of, how often, and how many at once. */
const unheard = { life: 3 * day, every: 10 * minute, most: 50 };
/** A payment of which the service says one of these can still be made on its page. */
const open = ['pending', 'abandoned', 'ongoing', 'processing', 'queued'];
const paidFor = 'charge.success';
const givenBack = 'refund.processed';

const short = z.string().max(100);
/** The part of the news that counts; the amount of a refund comes as a text. */
const newsData = z.looseObject({
	id: z.union([z.int(), short]).nullish().catch(null),
	reference: short.nullish().catch(null),
	transaction_reference: short.nullish().catch(null),
	refund_reference: short.nullish().catch(null),
	amount: z.coerce.number().int().min(0).nullish().catch(null),
});

export function createPaying({ db, clock, jobs, payments, changeState, returnTo, logger }: PayingParts) {
	const beginning = new Map<number, Promise<string>>();

	/** The payment whose page is to be shown: the one under way, or a new one, stored before the service hears of it. */
	function openPayment(id: number): Promise<{ row: EnrollmentRow; payment: PaymentRow }> {
		return db.transaction(async (tx) => {
			const row = await store.lockEnrollment(tx, id);
			if (row?.state !== 'awaiting_payment') {
				throw new Refusal('conflict', coursesApiText.nothingToPay);
			}
			const now = clock.now();
			const [newest] = await store.paymentsOf(tx, id);
			const usable =
				newest?.settled_at === null &&
				open.includes(newest.status) &&
				newest.asked_kobo === row.price_kobo &&
				newest.created_at > now - pageLife;
			if (newest && usable) return { row, payment: newest };
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

	async function begin(service: Payments, id: number): Promise<string> {
		for (let attempt = 0; attempt < 3; attempt += 1) {
			const { row, payment } = await openPayment(id);
			if (payment.authorization_url !== null) return payment.authorization_url;
			const { reference, asked_kobo: amount } = payment;
			try {
				const url = await service.begin({
					reference,
					amount,
					currency: 'NGN',
					email: row.email,
					returnTo: returnTo(id),
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
	async function lock(tx: Tx, reference: string): Promise<{ row: EnrollmentRow; payment: PaymentRow } | null> {
		const known = await store.findPayment(tx, reference);
		const row = known && (await store.lockEnrollment(tx, known.enrollment_id));
		// As it is once the request is ours.
		const payment = row && (await store.findPayment(tx, reference));
		return payment ? { row, payment } : null;
	}

	/** Writes down what the service says of a payment, and what follows from it: once. */
	async function settle(tx: Tx, reference: string, found: Transaction | null): Promise<void> {
		const locked = await lock(tx, reference);
		if (!locked) return;
		const { row, payment } = locked;
		const now = clock.now();
		if (!found) return store.updatePayment(tx, payment.id, { checked_at: now });
		const { status, amount, currency } = found;
		const settles = payment.settled_at === null && (status === 'success' || status === 'reversed');
		const enough = currency === 'NGN' && amount >= row.price_kobo;
		const counts = settles && status === 'success' && enough && next(row.state, 'pay') !== null;
		await store.updatePayment(tx, payment.id, {
			status,
			checked_at: now,
			...(settles && { paid_amount: amount, paid_currency: currency, settled_at: now, counted: counts ? 1 : 0 }),
		});
		if (status === 'reversed' && payment.counted === 1) await changeState(tx, row, 'refund', null);
		if (!settles || status !== 'success') return;
		const [paid, price] = [formatMoney(amount, currency), formatNaira(row.price_kobo)];
		if (!enough) return look(tx, row, adminApiText.paidTooLittle(paid, reference, price));
		if (!counts) return look(tx, row, adminApiText.paidWithoutNeed(paid, reference));
		await changeState(tx, row, 'pay', null);
		if (amount > row.price_kobo) await look(tx, row, adminApiText.paidTooMuch(paid, reference, price));
	}

	/** Asks an administrator to look at a request. */
	async function look(tx: Tx, row: EnrollmentRow, sentence: string): Promise<void> {
		await store.updateEnrollment(tx, row.id, { attention: sentence, updated_at: clock.now() });
	}

	async function ask(service: Payments, reference: string, signal?: AbortSignal): Promise<void> {
		const found = await service.verify(reference, signal);
		await db.transaction((tx) => settle(tx, reference, found));
	}

	/** A refund that the service has told of: all of it, or a part. */
	async function takeRefund(reference: string): Promise<void> {
		await db.transaction(async (tx) => {
			const locked = await lock(tx, reference);
			if (locked?.payment.counted !== 1 || !next(locked.row.state, 'refund')) return;
			const { row, payment } = locked;
			const paid = payment.paid_amount ?? payment.asked_kobo;
			const sum = await store.sumOfEvents(tx, givenBack, reference);
			if (sum >= paid) await changeState(tx, row, 'refund', null);
			else await look(tx, row, adminApiText.partlyRefunded(formatNaira(sum), formatNaira(paid), reference));
		});
	}

	/** For the person who waits; the operator finds the cause in the log. */
	function sayWhy(error: unknown): never {
		if (!(error instanceof Unavailable)) throw error;
		logger.warn({ err: error }, 'The payment service does not answer');
		throw new Refusal('unavailable', coursesApiText.paymentServiceDown, { retryAfter: 30 });
	}

	return {
		/** The address where a request is paid; the same again while that payment is under way. Throws `conflict` or `unavailable`. */
		async pay(id: number): Promise<string> {
			if (!payments) throw new Refusal('conflict', coursesApiText.notPayableOnline);
			let begun = beginning.get(id);
			if (!begun) {
				begun = begin(payments, id).finally(() => beginning.delete(id));
				beginning.set(id, begun);
			}
			return begun.catch(sayWhy);
		},

		/** Asks at once how a request's payments stand. Throws `unavailable`. */
		async check(id: number): Promise<void> {
			if (!payments) return;
			const asked = (await store.paymentsOf(db, id)).filter(
				(payment) => payment.settled_at === null && payment.authorization_url !== null,
			);
			for (const { reference } of asked.slice(0, 3)) await ask(payments, reference).catch(sayWhy);
		},

		/** Keeps news once. Nothing follows from it until the service itself, asked, says the same. Throws `forbidden`. */
		async receiveNews(bytes: Buffer | undefined, signature: unknown, news: { event: string; data: object }) {
			if (!payments || !bytes || !payments.isSigned(bytes, signature)) {
				throw new Refusal('forbidden', coursesApiText.newsNotSigned);
			}
			const data = newsData.parse(news.data);
			const name = data.id ?? data.refund_reference ?? createHash('sha256').update(bytes).digest('hex');
			await db.transaction(async (tx) => {
				const event = await store.insertEvent(tx, {
					event_key: `${news.event} ${name}`,
					event: news.event,
					reference: data.transaction_reference ?? data.reference ?? null,
					amount: data.amount ?? null,
					received_at: clock.now(),
				});
				const matters = news.event === paidFor || news.event === givenBack;
				if (event && matters) await jobs.add(tx, newsJob, { event_id: event.id });
			});
		},

		/** Acts on news that was kept; that of payments which are not ours is left alone. */
		async takeNews(eventId: number, signal: AbortSignal): Promise<void> {
			const event = await store.findEvent(db, eventId);
			if (!payments || !event?.reference || !(await store.findPayment(db, event.reference))) return;
			await ask(payments, event.reference, signal);
			if (event.event === givenBack) await takeRefund(event.reference);
		},

		async giveUpNews(tx: Tx, eventId: number): Promise<void> {
			const event = await store.findEvent(tx, eventId);
			const locked = event?.reference ? await lock(tx, event.reference) : null;
			if (!locked) return;
			const { row, payment } = locked;
			await look(tx, row, adminApiText.paymentUnconfirmed(payment.reference));
		},

		/** Asks for payments that nobody told us of: news may be lost, and learners may not come back. */
		async askForUnheard(signal: AbortSignal): Promise<void> {
			if (!payments) return;
			const now = clock.now();
			const references = await store.unheardPayments(db, {
				begunAfter: now - unheard.life,
				askedBefore: now - unheard.every,
				most: unheard.most,
			});
			for (const reference of references) {
				const failure = await ask(payments, reference, signal).then(
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
