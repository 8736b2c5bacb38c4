import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EnrollmentState, enrollmentStates } from '../../contract/enrollments/enrollments.ts';
import * as adminApiText from '../../text/server/admin-api.ts';
import * as coursesApiText from '../../text/server/courses-api.ts';
import { createEventBus } from '../core/events.ts';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import type { CourseService } from '../courses/index.ts';
import type { Database } from '../database/index.ts';
import type { JobQueue } from '../jobs/index.ts';
import { DuplicateReferenceError, type PaymentProvider, type PaymentTransaction } from '../senders/payments/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../testing/database.ts';
import { seedAccount } from '../testing/seed-account.ts';
import { type ChangeEnrollmentState, createEnrollmentStateChanger } from './change-state.ts';
import { enrollmentChanged } from './events.ts';
import { activateEnrollmentsJob, enrollmentMailJob, paymentEventJob } from './job-definitions.ts';
import { createPaymentFlow, type PaymentFlow } from './payment-flow.ts';
import * as store from './store.ts';
import type { EnrollmentRow, EnrollmentTables, PaymentRow } from './tables.ts';

// Tests enrollments and payments with a real database and a mocked payment service.

const price = 7_000_000;
const minute = 60_000;
const day = 24 * 60 * minute;

let db: Database;
let clock: FakeClock;
/** Names and payloads of queued jobs. */
let queued: [name: string, payload: unknown][];
let changeState: ChangeEnrollmentState;
let addLearner: ReturnType<typeof vi.fn<CourseService['addLearner']>>;
let removeLearner: ReturnType<typeof vi.fn<CourseService['removeLearner']>>;
let emitted: unknown[];

const jobs = {
	add: async (_tx: unknown, { name }: { name: string }, payload: unknown) => void queued.push([name, payload]),
} as unknown as JobQueue;

beforeEach(async () => {
	db = await openTestDatabase(defaultEngine);
	clock = createFakeClock();
	[queued, emitted] = [[], []];
	addLearner = vi.fn<CourseService['addLearner']>(async () => {});
	removeLearner = vi.fn<CourseService['removeLearner']>(async () => {});
	const events = createEventBus();
	events.on(enrollmentChanged, async (_, data) => void emitted.push(data));
	const courses = { addLearner, removeLearner } as unknown as CourseService;
	changeState = createEnrollmentStateChanger({ clock, jobs, courses, events });
});
afterEach(() => db.close());

const tables = () => db.tables<EnrollmentTables>();

function seedEnrollment(change: Partial<EnrollmentRow> = {}): Promise<EnrollmentRow> {
	return tables()
		.insertInto('enrollments')
		.values({
			course_id: 'video',
			coursetype: 'Video',
			name: 'Ada Obi',
			email: 'ada@example.com',
			email_key: 'ada@example.com',
			phone: '08031234567',
			state: 'awaiting_payment',
			price_kobo: price,
			reference: 'KSW-ABCDE',
			words: '',
			created_at: 0,
			updated_at: 0,
			...change,
		})
		.returningAll()
		.executeTakeFirstOrThrow();
}

const findEnrollment = (id: number) => store.findEnrollment(db, id);

async function listSteps(id: number) {
	return (await store.listStateChanges(db, [id])).map(({ state, by, at }) => ({ state, by, at }));
}

describe('changing the state of an enrollment', () => {
	const change = (row: EnrollmentRow, ...[event, by]: [Parameters<ChangeEnrollmentState>[2], string | null]) =>
		db.transaction((tx) => changeState(tx, row, event, by));

	test('records who made the change and when', async () => {
		const row = await seedEnrollment({ state: 'requested' });
		const changed = { ...row, state: 'awaiting_payment', updated_at: clock.now() };
		expect(await change(row, 'ask', 'boss')).toEqual(changed);
		expect(await findEnrollment(row.id)).toEqual(changed);
		expect(await listSteps(row.id)).toEqual([{ state: 'awaiting_payment', by: 'boss', at: clock.now() }]);
		expect(queued).toEqual([]);
		const event = { enrollmentId: row.id, accountId: null, courseId: 'video', state: 'awaiting_payment' };
		expect(emitted).toEqual([event]);
	});

	test('returns null and changes nothing if the state does not allow the event', async () => {
		const row = await seedEnrollment({ state: 'cancelled' });
		expect(await change(row, 'pay', null)).toBeNull();
		expect(await findEnrollment(row.id)).toEqual(row);
		expect(await listSteps(row.id)).toEqual([]);
		expect([queued, emitted]).toEqual([[], []]);
	});

	test('to paid queues the activation and a mail', async () => {
		const row = await seedEnrollment();
		await change(row, 'pay', null);
		expect(queued).toEqual([
			[activateEnrollmentsJob.name, { enrollment_id: row.id }],
			[enrollmentMailJob.name, { enrollment_id: row.id, kind: 'paid' }],
		]);
		expect(emitted).toMatchObject([{ accountId: null, state: 'paid' }]);
		expect([addLearner.mock.calls, removeLearner.mock.calls]).toEqual([[], []]);
	});

	test('to active adds the learner of a request that belongs to an account', async () => {
		const { id: accountId } = await seedAccount(db);
		const row = await seedEnrollment({ state: 'paid', account_id: accountId });
		expect(await change(row, 'activate', null)).toMatchObject({ state: 'active', account_id: accountId });
		const learner = { accountId, courseId: 'video' };
		expect(addLearner.mock.calls.map(([, admitted]) => admitted)).toEqual([{ ...learner, name: 'Ada Obi' }]);
		expect(emitted).toEqual([{ enrollmentId: row.id, ...learner, state: 'active' }]);
		expect(queued).toEqual([[enrollmentMailJob.name, { enrollment_id: row.id, kind: 'active' }]]);
		expect(removeLearner).not.toHaveBeenCalled();
	});

	test('keeps the account of a request', async () => {
		const { id: accountId } = await seedAccount(db);
		const row = await seedEnrollment({ account_id: accountId });
		expect(await change(row, 'pay', null)).toMatchObject({ account_id: accountId });
		expect(emitted).toMatchObject([{ accountId, state: 'paid' }]);
		expect([addLearner.mock.calls, removeLearner.mock.calls]).toEqual([[], []]);
	});

	test.each([
		['refund', 'active', 'refunded', true],
		['cancel', 'active', 'cancelled', true],
		['cancel', 'paid', 'cancelled', false],
		['refund', 'paid', 'refunded', false],
	] as const)(
		'by %s from %s queues a mail, and removes the learner only if the course was active',
		async (event, from, to, wasActive) => {
			const { id: accountId } = await seedAccount(db);
			const row = await seedEnrollment({ state: from, account_id: accountId });
			await change(row, event, 'boss');
			expect(queued).toEqual([[enrollmentMailJob.name, { enrollment_id: row.id, kind: to }]]);
			expect(removeLearner.mock.calls.map(([, learner]) => learner)).toEqual(
				wasActive ? [{ accountId, courseId: 'video' }] : [],
			);
			expect(addLearner).not.toHaveBeenCalled();
		},
	);
});

describe('payment flow', () => {
	let service: { [Call in keyof PaymentProvider]: ReturnType<typeof vi.fn<PaymentProvider[Call]>> };
	let warn: ReturnType<typeof vi.fn<FastifyBaseLogger['warn']>>;
	let paymentFlow: PaymentFlow;
	let row: EnrollmentRow;

	const create = (payments: PaymentProvider | null) =>
		createPaymentFlow({
			db,
			clock,
			jobs,
			payments,
			changeState,
			getReturnUrl: (id) => `https://market.example/enrollment/${id}`,
			logger: { warn },
		});

	beforeEach(async () => {
		let begun = 0;
		service = {
			initialize: vi.fn<PaymentProvider['initialize']>(async () => {
				begun += 1;
				return `https://pay.example/${begun}`;
			}),
			verify: vi.fn<PaymentProvider['verify']>(async () => null),
			isSignatureValid: vi.fn<PaymentProvider['isSignatureValid']>(() => true),
		};
		warn = vi.fn<FastifyBaseLogger['warn']>();
		paymentFlow = create(service);
		row = await seedEnrollment();
	});

	const listPayments = () => store.listEnrollmentPayments(db, row.id);
	const unavailable = { code: 'unavailable', message: coursesApiText.paymentServiceDown, retryAfter: 30 };

	function seedPayment(reference: string, change: Partial<PaymentRow> = {}): Promise<PaymentRow> {
		const now = clock.now();
		return db.transaction((tx) =>
			store.insertPayment(tx, {
				enrollment_id: row.id,
				reference,
				asked_kobo: price,
				authorization_url: `https://pay.example/${reference}`,
				status: 'pending',
				checked_at: now,
				created_at: now,
				...change,
			}),
		);
	}

	/** Makes the mocked payment service return this transaction for every payment. */
	function mockVerification(transaction: Partial<PaymentTransaction>): void {
		service.verify.mockImplementation(async (reference) => ({
			reference,
			status: 'success',
			amount: price,
			currency: 'NGN',
			...transaction,
		}));
	}

	const setState = (state: EnrollmentState) =>
		db.transaction((tx) => store.updateEnrollment(tx, row.id, { state, attention: null }));

	describe('pay', () => {
		test('stores the payment, at the price of the request, before the service receives it', async () => {
			let atInitialization: PaymentRow[] = [];
			service.initialize.mockImplementation(async () => {
				atInitialization = await listPayments();
				return 'https://pay.example/';
			});
			expect(await paymentFlow.pay(row.id)).toBe('https://pay.example/');
			const [{ reference = '' } = {}] = atInitialization;
			expect(reference).toMatch(/^KSW-ABCDE-[\da-f]{10}$/);
			const stored = { reference, asked_kobo: price, status: 'pending', checked_at: clock.now(), settled_at: null };
			expect(atInitialization).toMatchObject([{ ...stored, authorization_url: null, created_at: clock.now() }]);
			expect(await listPayments()).toMatchObject([{ ...stored, authorization_url: 'https://pay.example/' }]);
			expect(service.initialize.mock.calls).toEqual([
				[
					{
						reference,
						amount: price,
						currency: 'NGN',
						email: 'ada@example.com',
						returnTo: `https://market.example/enrollment/${row.id}`,
					},
				],
			]);
		});

		test('rejects requests that do not await a payment', async () => {
			const conflict = { code: 'conflict', message: coursesApiText.nothingToPay };
			for (const state of enrollmentStates.filter((state) => state !== 'awaiting_payment')) {
				await setState(state);
				await expect(paymentFlow.pay(row.id)).rejects.toMatchObject(conflict);
			}
			await expect(paymentFlow.pay(row.id + 1)).rejects.toMatchObject(conflict);
			expect(service.initialize).not.toHaveBeenCalled();
		});

		test('rejects if online payment is not configured', async () => {
			const conflict = { code: 'conflict', message: coursesApiText.notPayableOnline };
			await expect(create(null).pay(row.id)).rejects.toMatchObject(conflict);
		});

		test('reuses the open payment for one day', async () => {
			const [first, second] = await Promise.all([paymentFlow.pay(row.id), paymentFlow.pay(row.id)]);
			expect(second).toBe(first);
			clock.advance(day - 1);
			expect(await paymentFlow.pay(row.id)).toBe(first);
			expect(service.initialize).toHaveBeenCalledTimes(1);
			clock.advance(1);
			expect(await paymentFlow.pay(row.id)).not.toBe(first);
			expect(service.initialize).toHaveBeenCalledTimes(2);
		});

		test.each(['pending', 'abandoned', 'ongoing', 'processing', 'queued'])(
			'reuses a payment with status %s',
			async (status) => {
				await seedPayment('p1', { status });
				expect(await paymentFlow.pay(row.id)).toBe('https://pay.example/p1');
				expect(service.initialize).not.toHaveBeenCalled();
			},
		);

		test.each<[string, Partial<PaymentRow>]>([
			['was settled', { settled_at: 0 }],
			['failed', { status: 'failed' }],
			['has another price', { asked_kobo: price - 1 }],
		])('starts a new payment if the previous one %s', async (_, payment) => {
			await seedPayment('p1', payment);
			expect(await paymentFlow.pay(row.id)).toBe('https://pay.example/1');
			expect(await listPayments()).toHaveLength(2);
		});

		test('reuses the reference after the service was unavailable', async () => {
			const failure = new ServiceUnavailableError('down');
			service.initialize.mockRejectedValueOnce(failure);
			await expect(paymentFlow.pay(row.id)).rejects.toMatchObject(unavailable);
			expect(warn.mock.calls).toEqual([[{ err: failure }, expect.stringMatching(/./)]]);
			await paymentFlow.pay(row.id);
			expect(new Set(service.initialize.mock.calls.map(([{ reference }]) => reference)).size).toBe(1);
			expect(await listPayments()).toHaveLength(1);
		});

		test('tries a new reference after a lost response, at most three times', async () => {
			service.initialize.mockRejectedValueOnce(new DuplicateReferenceError('Duplicate'));
			service.initialize.mockRejectedValueOnce(new DuplicateReferenceError('Duplicate'));
			expect(await paymentFlow.pay(row.id)).toBe('https://pay.example/1');
			expect((await listPayments()).map(({ status }) => status)).toEqual(['pending', 'lost', 'lost']);

			clock.advance(day);
			service.initialize.mockClear();
			service.initialize.mockRejectedValue(new DuplicateReferenceError('Duplicate'));
			await expect(paymentFlow.pay(row.id)).rejects.toMatchObject(unavailable);
			expect(service.initialize).toHaveBeenCalledTimes(3);
			expect(warn.mock.calls).toMatchObject([[{ err: { message: expect.stringMatching(/./) } }, expect.anything()]]);
		});

		test('returns the page that another process has initialized', async () => {
			service.initialize.mockImplementation(async () => {
				const [payment] = await listPayments();
				const begun = { authorization_url: 'https://pay.example/elsewhere' };
				await db.transaction((tx) => store.updatePayment(tx, payment?.id ?? 0, begun));
				throw new DuplicateReferenceError('Duplicate');
			});
			expect(await paymentFlow.pay(row.id)).toBe('https://pay.example/elsewhere');
			expect(await listPayments()).toMatchObject([{ status: 'pending' }]);
		});

		test('rejects a request that is deleted meanwhile', async () => {
			service.initialize.mockImplementation(async () => {
				await db.transaction((tx) => store.deleteEnrollment(tx, row.id));
				throw new DuplicateReferenceError('Duplicate');
			});
			await expect(paymentFlow.pay(row.id)).rejects.toMatchObject({ code: 'conflict' });
		});

		test('rethrows unexpected errors', async () => {
			const fault = new TypeError('ours');
			service.initialize.mockRejectedValue(fault);
			await expect(paymentFlow.pay(row.id)).rejects.toBe(fault);
			expect(warn).not.toHaveBeenCalled();
		});
	});

	describe('checkPayments', () => {
		test('verifies the latest three initialized and unsettled payments', async () => {
			for (const reference of ['p1', 'p2', 'p3', 'p4']) await seedPayment(reference);
			await seedPayment('settled', { settled_at: 0 });
			await seedPayment('uninitialized', { authorization_url: null });
			await paymentFlow.checkPayments(row.id);
			expect(service.verify.mock.calls.map(([reference]) => reference)).toEqual(['p4', 'p3', 'p2']);
		});

		test('does nothing if online payment is not configured', async () => {
			await seedPayment('p1');
			await create(null).checkPayments(row.id);
			expect(service.verify).not.toHaveBeenCalled();
		});

		test('throws and changes nothing while the service is unavailable', async () => {
			await seedPayment('p1');
			service.verify.mockRejectedValue(new ServiceUnavailableError('down'));
			await expect(paymentFlow.checkPayments(row.id)).rejects.toMatchObject(unavailable);
			expect(await listPayments()).toMatchObject([{ status: 'pending', settled_at: null }]);
		});

		test('records only the time of the check for a payment that the service does not know', async () => {
			const payment = await seedPayment('p1');
			clock.advance(minute);
			await paymentFlow.checkPayments(row.id);
			expect(await listPayments()).toEqual([{ ...payment, checked_at: clock.now() }]);
			expect(await findEnrollment(row.id)).toEqual(row);
		});
	});

	describe('settlement', () => {
		const settled = (amount: number, currency: string, counted: number) => ({
			paid_amount: amount,
			paid_currency: currency,
			settled_at: clock.now(),
			checked_at: clock.now(),
			counted,
		});

		test('marks the request as paid for the exact price', async () => {
			await seedPayment('p1');
			clock.advance(minute);
			mockVerification({});
			await paymentFlow.checkPayments(row.id);
			expect(await findEnrollment(row.id)).toMatchObject({ state: 'paid', attention: null, updated_at: clock.now() });
			expect(await listSteps(row.id)).toEqual([{ state: 'paid', by: null, at: clock.now() }]);
			expect(await listPayments()).toMatchObject([{ status: 'success', ...settled(price, 'NGN', 1) }]);
			expect(queued.map(([name]) => name)).toContain(activateEnrollmentsJob.name);
		});

		test.each([
			['one kobo short', { amount: price - 1 }, 'NGN 69,999.99'],
			['in another currency', { currency: 'GHS' }, 'GHS 70,000'],
			['that is higher, but in another currency', { amount: price * 2, currency: 'USD' }, 'USD 140,000'],
		])(
			'asks an administrator to check an amount %s, and does not mark the request as paid',
			async (_, paid, sentence) => {
				await seedPayment('p1');
				clock.advance(minute);
				mockVerification(paid);
				await paymentFlow.checkPayments(row.id);
				expect(await findEnrollment(row.id)).toMatchObject({
					state: 'awaiting_payment',
					attention: adminApiText.paidTooLittle(sentence, 'p1', 'NGN 70,000'),
					updated_at: clock.now(),
				});
				const [amount, currency] = ['amount' in paid ? paid.amount : price, 'currency' in paid ? paid.currency : 'NGN'];
				expect(await listPayments()).toMatchObject([{ status: 'success', ...settled(amount, currency, 0) }]);
				expect(queued).toEqual([]);
			},
		);

		test('marks the request as paid for one kobo more, and asks an administrator to check', async () => {
			await seedPayment('p1');
			mockVerification({ amount: price + 1 });
			await paymentFlow.checkPayments(row.id);
			const attention = adminApiText.paidTooMuch('NGN 70,000.01', 'p1', 'NGN 70,000');
			expect(await findEnrollment(row.id)).toMatchObject({ state: 'paid', attention });
		});

		test('asks an administrator to check a payment for a paid request', async () => {
			await setState('active');
			await seedPayment('p1');
			mockVerification({});
			await paymentFlow.checkPayments(row.id);
			const attention = adminApiText.paidWithoutNeed('NGN 70,000', 'p1');
			expect(await findEnrollment(row.id)).toMatchObject({ state: 'active', attention });
			expect(await listPayments()).toMatchObject([settled(price, 'NGN', 0)]);
		});

		test('ignores a failed payment', async () => {
			await seedPayment('p1');
			mockVerification({ status: 'failed' });
			await paymentFlow.checkPayments(row.id);
			expect(await findEnrollment(row.id)).toEqual(row);
			expect(await listPayments()).toMatchObject([
				{ status: 'failed', settled_at: null, paid_amount: null, paid_currency: null, counted: 0 },
			]);
		});

		test('does not count a payment that is reversed before its confirmation', async () => {
			await seedPayment('p1');
			mockVerification({ status: 'reversed' });
			await paymentFlow.checkPayments(row.id);
			expect(await findEnrollment(row.id)).toEqual(row);
			expect(await listPayments()).toMatchObject([{ status: 'reversed', ...settled(price, 'NGN', 0) }]);
		});
	});

	describe('webhook event', () => {
		const signal = new AbortController().signal;
		const bytes = Buffer.from('bytes');
		const receive = (event: string, data: object) => paymentFlow.receiveEvent(bytes, 'signature', { event, data });
		const listEvents = () => tables().selectFrom('payment_events').selectAll().orderBy('id').execute();

		/** Receives a webhook event and processes it. */
		async function receiveAndProcess(event: string, data: object): Promise<void> {
			await receive(event, data);
			await paymentFlow.processEvent((await listEvents()).at(-1)?.id ?? 0, signal);
		}

		test('is rejected without a valid signature of its bytes', async () => {
			const forbidden = { code: 'forbidden', message: coursesApiText.signatureInvalid };
			const event = { event: 'charge.success', data: { id: 1, reference: 'p1' } };
			await expect(create(null).receiveEvent(bytes, 'signature', event)).rejects.toMatchObject(forbidden);
			await expect(paymentFlow.receiveEvent(undefined, 'signature', event)).rejects.toMatchObject(forbidden);
			service.isSignatureValid.mockReturnValue(false);
			await expect(paymentFlow.receiveEvent(bytes, 'signature', event)).rejects.toMatchObject(forbidden);
			expect(service.isSignatureValid.mock.calls).toEqual([[bytes, 'signature']]);
			expect(await listEvents()).toEqual([]);
			expect(queued).toEqual([]);
		});

		test('is stored once, and queued only for charges and refunds', async () => {
			const data = { id: 7, reference: 'p1', amount: price };
			for (const event of ['charge.success', 'refund.processed', 'charge.success', 'transfer.success']) {
				await receive(event, data);
			}
			await receive('charge.success', { ...data, id: 8 });
			const expected = { reference: 'p1', amount: price, received_at: clock.now() };
			const events = await listEvents();
			expect(events).toMatchObject([
				{ ...expected, event: 'charge.success', event_key: 'charge.success 7' },
				{ ...expected, event: 'refund.processed', event_key: 'refund.processed 7' },
				{ ...expected, event: 'transfer.success', event_key: 'transfer.success 7' },
				{ ...expected, event: 'charge.success', event_key: 'charge.success 8' },
			]);
			expect(queued).toEqual([0, 1, 3].map((index) => [paymentEventJob.name, { event_id: events[index]?.id }]));
		});

		test('without an id is identified by its refund reference or a hash of its bytes', async () => {
			await receive('refund.processed', { refund_reference: 'r1' });
			await receive('refund.processed', { id: 'x'.repeat(101) });
			const hash = createHash('sha256').update(bytes).digest('hex');
			const keys = (await listEvents()).map((event) => event.event_key);
			expect(keys).toEqual(['refund.processed r1', `refund.processed ${hash}`]);
		});

		test('refers to the transaction that it names', async () => {
			const reference = 'x'.repeat(100);
			await receive('refund.processed', { id: 1, reference: 'r1', transaction_reference: reference });
			await receive('refund.processed', { id: 2, reference: 'x'.repeat(101) });
			await receive('refund.processed', { id: 3, reference: 'p1', transaction_reference: 'x'.repeat(101) });
			expect((await listEvents()).map((event) => event.reference)).toEqual([reference, null, 'p1']);
		});

		test.each([
			['5000', 5000],
			[0, 0],
			[-1, null],
			[1.5, null],
			[{ naira: 1 }, null],
			[null, null],
			[undefined, null],
		])('with amount %j is stored with %j', async (amount, expected) => {
			await receive('refund.processed', { id: 1, amount });
			expect(await listEvents()).toMatchObject([{ amount: expected }]);
		});

		test('counts only if the service confirms it', async () => {
			await seedPayment('p1');
			await receiveAndProcess('charge.success', { id: 1, reference: 'p1', amount: price });
			expect(await findEnrollment(row.id)).toEqual(row);
			mockVerification({});
			await receiveAndProcess('charge.success', { id: 2, reference: 'p1', amount: price });
			expect(service.verify.mock.calls).toEqual([
				['p1', signal],
				['p1', signal],
			]);
			expect(await findEnrollment(row.id)).toMatchObject({ state: 'paid' });
		});

		test('of an unknown payment is ignored', async () => {
			await seedPayment('p1');
			await receiveAndProcess('charge.success', { id: 1, reference: 'another-shop' });
			await receiveAndProcess('charge.success', { id: 2 });
			await paymentFlow.processEvent(999, signal);
			await receive('charge.success', { id: 3, reference: 'p1' });
			await create(null).processEvent((await listEvents()).at(-1)?.id ?? 0, signal);
			expect(service.verify).not.toHaveBeenCalled();
		});

		test('of a deleted request changes nothing', async () => {
			await seedPayment('p1');
			service.verify.mockImplementation(async (reference) => {
				await db.transaction((tx) => store.deleteEnrollment(tx, row.id));
				return { reference, status: 'reversed', amount: price, currency: 'NGN' };
			});
			await receiveAndProcess('refund.processed', { id: 1, reference: 'p1', amount: price });
			expect(await listPayments()).toEqual([]);
		});

		test('of a counted payment does not settle it again', async () => {
			await seedPayment('p1');
			mockVerification({});
			await receiveAndProcess('charge.success', { id: 1, reference: 'p1' });
			clock.advance(minute);
			mockVerification({ amount: 1 });
			await receiveAndProcess('charge.success', { id: 2, reference: 'p1' });
			expect(await findEnrollment(row.id)).toMatchObject({ state: 'paid', attention: null });
			expect(await listPayments()).toMatchObject([
				{ paid_amount: price, settled_at: clock.now() - minute, checked_at: clock.now(), counted: 1 },
			]);
		});

		test('asks an administrator to check a partial refund, and refunds the request after a full one', async () => {
			await seedPayment('p1');
			await seedPayment('p2');
			mockVerification({ amount: price + 1 });
			await receiveAndProcess('charge.success', { id: 1, reference: 'p1', amount: price + 1 });
			await setState('active');
			// A refund of a payment that did not pay for the enrollment has no effect.
			await receiveAndProcess('refund.processed', { id: 2, reference: 'p2', amount: price + 1 });
			expect(await findEnrollment(row.id)).toMatchObject({ state: 'active' });
			await receiveAndProcess('refund.processed', { id: 3, reference: 'p1', amount: price });
			const attention = adminApiText.partlyRefunded('NGN 70,000', 'NGN 70,000.01', 'p1');
			expect(await findEnrollment(row.id)).toMatchObject({ state: 'active', attention });
			await receiveAndProcess('refund.processed', { id: 4, reference: 'p1', amount: 1 });
			expect(await findEnrollment(row.id)).toMatchObject({ state: 'refunded', attention });
			expect((await listSteps(row.id)).at(-1)).toEqual({ state: 'refunded', by: null, at: clock.now() });
		});

		test('of a refund changes nothing if the payment did not count or the request has ended', async () => {
			await seedPayment('p1');
			await receiveAndProcess('refund.processed', { id: 1, reference: 'p1', amount: 1 });
			expect(await findEnrollment(row.id)).toEqual(row);
			mockVerification({});
			await receiveAndProcess('charge.success', { id: 2, reference: 'p1' });
			await setState('cancelled');
			await receiveAndProcess('refund.processed', { id: 3, reference: 'p1', amount: 1 });
			expect(await findEnrollment(row.id)).toMatchObject({ state: 'cancelled', attention: null });
		});

		test('of a reversed payment refunds the request if the payment counted', async () => {
			await seedPayment('p1');
			await seedPayment('p2');
			mockVerification({});
			await receiveAndProcess('charge.success', { id: 1, reference: 'p1' });
			await receiveAndProcess('charge.success', { id: 2, reference: 'p2' });
			await setState('active');
			mockVerification({ status: 'reversed' });
			await receiveAndProcess('charge.success', { id: 3, reference: 'p2' });
			expect(await findEnrollment(row.id)).toMatchObject({ state: 'active' });
			await receiveAndProcess('charge.success', { id: 4, reference: 'p1' });
			expect(await findEnrollment(row.id)).toMatchObject({ state: 'refunded' });
			expect(await listPayments()).toMatchObject([{ status: 'reversed' }, { status: 'reversed', counted: 1 }]);
		});

		test('that cannot be confirmed asks an administrator to check', async () => {
			await seedPayment('p1');
			for (const data of [{ id: 1, reference: 'p1' }, { id: 2, reference: 'another-shop' }, { id: 3 }]) {
				await receive('charge.success', data);
			}
			clock.advance(minute);
			const [ours, ...others] = await listEvents();
			for (const id of [...others.map((event) => event.id), 999]) {
				await db.transaction((tx) => paymentFlow.handleFailedEvent(tx, id));
			}
			expect(await findEnrollment(row.id)).toEqual(row);
			await db.transaction((tx) => paymentFlow.handleFailedEvent(tx, ours?.id ?? 0));
			const attention = adminApiText.paymentUnconfirmed('p1');
			expect(await findEnrollment(row.id)).toMatchObject({
				state: 'awaiting_payment',
				attention,
				updated_at: clock.now(),
			});
		});
	});

	describe('verifyPendingPayments', () => {
		const controller = () => new AbortController();
		const listVerified = () => service.verify.mock.calls.map(([reference]) => reference);

		test('polls every ten minutes for three days, least recently checked first', async () => {
			const now = clock.now();
			const old = { created_at: now - 3 * day + 1 };
			await seedPayment('third', { ...old, checked_at: now - 10 * minute - 1 });
			await seedPayment('first', { ...old, checked_at: now - 10 * minute - 3 });
			await seedPayment('second', { ...old, checked_at: now - 10 * minute - 2 });
			await seedPayment('checked just now', { ...old, checked_at: now - 10 * minute });
			await seedPayment('too old', { created_at: now - 3 * day, checked_at: 0 });
			await seedPayment('settled', { ...old, checked_at: 0, settled_at: 0 });
			await seedPayment('uninitialized', { ...old, checked_at: 0, authorization_url: null });
			const { signal } = controller();
			await paymentFlow.verifyPendingPayments(signal);
			expect(listVerified()).toEqual(['first', 'second', 'third']);
			expect(service.verify.mock.calls[0]?.[1]).toBe(signal);
			await paymentFlow.verifyPendingPayments(signal);
			expect(listVerified()).toHaveLength(3);
			expect(warn).not.toHaveBeenCalled();
		});

		test('polls at most fifty payments per run', async () => {
			for (let index = 0; index < 51; index += 1) await seedPayment(`p${index}`, { checked_at: 0 });
			await paymentFlow.verifyPendingPayments(controller().signal);
			expect(listVerified()).toHaveLength(50);
		});

		test('does nothing if online payment is not configured', async () => {
			await seedPayment('p1', { checked_at: 0 });
			await create(null).verifyPendingPayments(controller().signal);
			expect(listVerified()).toEqual([]);
			expect(warn).not.toHaveBeenCalled();
		});

		test('continues with the other payments after an unexpected error', async () => {
			await seedPayment('p1', { checked_at: 0 });
			await seedPayment('p2', { checked_at: 1 });
			const failure = new Error('nonsense');
			service.verify.mockRejectedValueOnce(failure);
			await paymentFlow.verifyPendingPayments(controller().signal);
			expect(listVerified()).toEqual(['p1', 'p2']);
			expect(warn.mock.calls).toEqual([[{ err: failure, reference: 'p1' }, expect.stringMatching(/./)]]);
			expect((await listPayments()).map((payment) => payment.checked_at)).toEqual([clock.now(), clock.now()]);
		});

		test('stops until the next run while the service is unavailable', async () => {
			await seedPayment('p1', { checked_at: 0 });
			await seedPayment('p2', { checked_at: 1 });
			service.verify.mockRejectedValue(new ServiceUnavailableError('down'));
			await paymentFlow.verifyPendingPayments(controller().signal);
			expect(listVerified()).toEqual(['p1']);
			expect(warn).toHaveBeenCalledTimes(1);
			expect((await listPayments()).map((payment) => payment.checked_at)).toEqual([1, clock.now()]);
		});

		test('changes nothing after an abort', async () => {
			await seedPayment('p1', { checked_at: 0 });
			await seedPayment('p2', { checked_at: 1 });
			const stopping = controller();
			service.verify.mockImplementation(async () => {
				stopping.abort();
				throw new Error('aborted');
			});
			await paymentFlow.verifyPendingPayments(stopping.signal);
			expect(listVerified()).toEqual(['p1']);
			expect(warn).not.toHaveBeenCalled();
			expect((await listPayments()).map((payment) => payment.checked_at)).toEqual([1, 0]);
		});
	});
});
