import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type EnrollmentState, enrollmentStates } from '../../contract/enrollments.ts';
import * as adminApiText from '../../contract/text/admin-api.ts';
import * as coursesApiText from '../../contract/text/courses-api.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Courses } from '../courses/index.ts';
import type { Database } from '../platform/database/index.ts';
import { createEvents } from '../platform/events.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import { DuplicateReference, type Payments, type Transaction } from '../platform/payments/index.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../platform/testing/database.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { seedAccount } from '../testing/seed-account.ts';
import { type ChangeState, createChangeState } from './change-state.ts';
import { enrollmentChanged } from './events.ts';
import { activateJob, mailJob, paymentEventJob } from './job-definitions.ts';
import { createPaymentFlow, type PaymentFlow } from './payment-flow.ts';
import * as store from './store.ts';
import type { EnrollmentRow, EnrollmentTables, PaymentRow } from './tables.ts';

// The rules on a database of their own, with a payment service in memory that says whatever a test wants.

const price = 7_000_000;
const minute = 60_000;
const day = 24 * 60 * minute;

let db: Database;
let clock: FakeClock;
/** Names and payloads of the jobs that were added. */
let queued: [name: string, payload: unknown][];
let changeState: ChangeState;
let findVerifiedByEmail: ReturnType<typeof vi.fn<Accounts['findVerifiedByEmail']>>;
let addLearner: ReturnType<typeof vi.fn<Courses['addLearner']>>;
let removeLearner: ReturnType<typeof vi.fn<Courses['removeLearner']>>;
let told: unknown[];

const jobs = {
	add: async (_tx: unknown, { name }: { name: string }, payload: unknown) => void queued.push([name, payload]),
} as unknown as Jobs;

beforeEach(async () => {
	db = await openTestDatabase(defaultEngine);
	clock = fakeClock();
	[queued, told] = [[], []];
	findVerifiedByEmail = vi.fn<Accounts['findVerifiedByEmail']>(async () => null);
	addLearner = vi.fn<Courses['addLearner']>(async () => {});
	removeLearner = vi.fn<Courses['removeLearner']>(async () => {});
	const events = createEvents();
	events.on(enrollmentChanged, async (_, data) => void told.push(data));
	const [accounts, courses] = [
		{ findVerifiedByEmail } as unknown as Accounts,
		{ addLearner, removeLearner } as unknown as Courses,
	];
	changeState = createChangeState({ clock, jobs, accounts, courses, events });
});
afterEach(() => db.close());

const tables = () => db.tables<EnrollmentTables>();

function plantRequest(change: Partial<EnrollmentRow> = {}): Promise<EnrollmentRow> {
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

const requestNow = (id: number) => store.findEnrollment(db, id);

async function stepsOf(id: number) {
	return (await store.listSteps(db, [id])).map(({ state, by, at }) => ({ state, by, at }));
}

describe('a change of state', () => {
	const change = (row: EnrollmentRow, ...[event, by]: [Parameters<ChangeState>[2], string | null]) =>
		db.transaction((tx) => changeState(tx, row, event, by));

	test('is written down with who made it and when', async () => {
		const row = await plantRequest({ state: 'requested' });
		const changed = { ...row, state: 'awaiting_payment', updated_at: clock.now() };
		expect(await change(row, 'ask', 'boss')).toEqual(changed);
		expect(await requestNow(row.id)).toEqual(changed);
		expect(await stepsOf(row.id)).toEqual([{ state: 'awaiting_payment', by: 'boss', at: clock.now() }]);
		expect([queued, told]).toEqual([[], []]);
	});

	test('that means nothing in the state it is in changes nothing', async () => {
		const row = await plantRequest({ state: 'cancelled' });
		expect(await change(row, 'pay', null)).toBeNull();
		expect(await requestNow(row.id)).toEqual(row);
		expect(await stepsOf(row.id)).toEqual([]);
		expect([queued, told]).toEqual([[], []]);
	});

	test('to paid has the course opened, and mails the learner', async () => {
		const row = await plantRequest();
		await change(row, 'pay', null);
		expect(queued).toEqual([
			[activateJob.name, { enrollment_id: row.id }],
			[mailJob.name, { enrollment_id: row.id, kind: 'paid' }],
		]);
		expect(findVerifiedByEmail.mock.calls.map(([, email]) => email)).toEqual(['ada@example.com']);
		expect([told, addLearner.mock.calls, removeLearner.mock.calls]).toEqual([[], [], []]);
	});

	test('to active admits the learner, whose address is an account’s by now', async () => {
		const { id: accountId } = await seedAccount(db);
		findVerifiedByEmail.mockResolvedValue(accountId);
		const row = await plantRequest({ state: 'paid' });
		expect(await change(row, 'activate', null)).toMatchObject({ state: 'active', account_id: accountId });
		const learner = { accountId, courseId: 'video' };
		expect(addLearner.mock.calls.map(([, admitted]) => admitted)).toEqual([{ ...learner, name: 'Ada Obi' }]);
		expect(told).toEqual([{ enrollmentId: row.id, ...learner, state: 'active' }]);
		expect(queued).toEqual([[mailJob.name, { enrollment_id: row.id, kind: 'active' }]]);
		expect(removeLearner).not.toHaveBeenCalled();
	});

	test('leaves a request with the account that it has', async () => {
		const { id: accountId } = await seedAccount(db);
		findVerifiedByEmail.mockResolvedValue(accountId + 1);
		const row = await plantRequest({ account_id: accountId });
		expect(await change(row, 'pay', null)).toMatchObject({ account_id: accountId });
		expect(told).toMatchObject([{ accountId, state: 'paid' }]);
		expect([addLearner.mock.calls, removeLearner.mock.calls]).toEqual([[], []]);
	});

	test.each([
		['refund', 'active', 'refunded', true],
		['cancel', 'active', 'cancelled', true],
		['cancel', 'paid', 'cancelled', false],
		['refund', 'paid', 'refunded', false],
	] as const)(
		'by %s from %s mails the learner, and takes the course away where it was open',
		async (event, from, to, wasOpen) => {
			const { id: accountId } = await seedAccount(db);
			const row = await plantRequest({ state: from, account_id: accountId });
			await change(row, event, 'boss');
			expect(queued).toEqual([[mailJob.name, { enrollment_id: row.id, kind: to }]]);
			expect(removeLearner.mock.calls.map(([, learner]) => learner)).toEqual(
				wasOpen ? [{ accountId, courseId: 'video' }] : [],
			);
			expect(addLearner).not.toHaveBeenCalled();
		},
	);
});

describe('paying', () => {
	let service: { [Call in keyof Payments]: ReturnType<typeof vi.fn<Payments[Call]>> };
	let warn: ReturnType<typeof vi.fn<FastifyBaseLogger['warn']>>;
	let paying: PaymentFlow;
	let row: EnrollmentRow;

	const create = (payments: Payments | null) =>
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
			initialize: vi.fn<Payments['initialize']>(async () => {
				begun += 1;
				return `https://pay.example/${begun}`;
			}),
			verify: vi.fn<Payments['verify']>(async () => null),
			isSignatureValid: vi.fn<Payments['isSignatureValid']>(() => true),
		};
		warn = vi.fn<FastifyBaseLogger['warn']>();
		paying = create(service);
		row = await plantRequest();
	});

	const paymentsNow = () => store.listPayments(db, row.id);
	const unavailable = { code: 'unavailable', message: coursesApiText.paymentServiceDown, retryAfter: 30 };

	function plantPayment(reference: string, change: Partial<PaymentRow> = {}): Promise<PaymentRow> {
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

	/** What the service says of every payment from now on. */
	function says(said: Partial<Transaction>): void {
		service.verify.mockImplementation(async (reference) => ({
			reference,
			status: 'success',
			amount: price,
			currency: 'NGN',
			...said,
		}));
	}

	const setState = (state: EnrollmentState) =>
		db.transaction((tx) => store.updateEnrollment(tx, row.id, { state, attention: null }));

	describe('is begun', () => {
		test('at the price of the request, stored before the service hears of it', async () => {
			let atBeginning: PaymentRow[] = [];
			service.initialize.mockImplementation(async () => {
				atBeginning = await paymentsNow();
				return 'https://pay.example/';
			});
			expect(await paying.pay(row.id)).toBe('https://pay.example/');
			const [{ reference = '' } = {}] = atBeginning;
			expect(reference).toMatch(/^KSW-ABCDE-[\da-f]{10}$/);
			const stored = { reference, asked_kobo: price, status: 'pending', checked_at: clock.now(), settled_at: null };
			expect(atBeginning).toMatchObject([{ ...stored, authorization_url: null, created_at: clock.now() }]);
			expect(await paymentsNow()).toMatchObject([{ ...stored, authorization_url: 'https://pay.example/' }]);
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

		test('only where something is to be paid', async () => {
			const refused = { code: 'conflict', message: coursesApiText.nothingToPay };
			for (const state of enrollmentStates.filter((state) => state !== 'awaiting_payment')) {
				await setState(state);
				await expect(paying.pay(row.id)).rejects.toMatchObject(refused);
			}
			await expect(paying.pay(row.id + 1)).rejects.toMatchObject(refused);
			expect(service.initialize).not.toHaveBeenCalled();
		});

		test('only where people pay online', async () => {
			const refused = { code: 'conflict', message: coursesApiText.notPayableOnline };
			await expect(create(null).pay(row.id)).rejects.toMatchObject(refused);
		});

		test('once while it is under way, and anew after a day', async () => {
			const [first, second] = await Promise.all([paying.pay(row.id), paying.pay(row.id)]);
			expect(second).toBe(first);
			clock.advance(day - 1);
			expect(await paying.pay(row.id)).toBe(first);
			expect(service.initialize).toHaveBeenCalledTimes(1);
			clock.advance(1);
			expect(await paying.pay(row.id)).not.toBe(first);
			expect(service.initialize).toHaveBeenCalledTimes(2);
		});

		test.each(['pending', 'abandoned', 'ongoing', 'processing', 'queued'])(
			'once while the service says %s',
			async (status) => {
				await plantPayment('p1', { status });
				expect(await paying.pay(row.id)).toBe('https://pay.example/p1');
				expect(service.initialize).not.toHaveBeenCalled();
			},
		);

		test.each<[string, Partial<PaymentRow>]>([
			['was settled', { settled_at: 0 }],
			['failed', { status: 'failed' }],
			['asked another price', { asked_kobo: price - 1 }],
		])('anew where the one before %s', async (_, payment) => {
			await plantPayment('p1', payment);
			expect(await paying.pay(row.id)).toBe('https://pay.example/1');
			expect(await paymentsNow()).toHaveLength(2);
		});

		test('again with the same reference where the service did not answer', async () => {
			const failure = new Unavailable('down');
			service.initialize.mockRejectedValueOnce(failure);
			await expect(paying.pay(row.id)).rejects.toMatchObject(unavailable);
			expect(warn.mock.calls).toEqual([[{ err: failure }, expect.stringMatching(/./)]]);
			await paying.pay(row.id);
			expect(new Set(service.initialize.mock.calls.map(([{ reference }]) => reference)).size).toBe(1);
			expect(await paymentsNow()).toHaveLength(1);
		});

		test('with another reference where the answer was lost, at most three times', async () => {
			service.initialize.mockRejectedValueOnce(new DuplicateReference('Duplicate'));
			service.initialize.mockRejectedValueOnce(new DuplicateReference('Duplicate'));
			expect(await paying.pay(row.id)).toBe('https://pay.example/1');
			expect((await paymentsNow()).map(({ status }) => status)).toEqual(['pending', 'lost', 'lost']);

			clock.advance(day);
			service.initialize.mockClear();
			service.initialize.mockRejectedValue(new DuplicateReference('Duplicate'));
			await expect(paying.pay(row.id)).rejects.toMatchObject(unavailable);
			expect(service.initialize).toHaveBeenCalledTimes(3);
			expect(warn.mock.calls).toMatchObject([[{ err: { message: expect.stringMatching(/./) } }, expect.anything()]]);
		});

		test('where another process has begun it, with its page', async () => {
			service.initialize.mockImplementation(async () => {
				const [payment] = await paymentsNow();
				const begun = { authorization_url: 'https://pay.example/elsewhere' };
				await db.transaction((tx) => store.updatePayment(tx, payment?.id ?? 0, begun));
				throw new DuplicateReference('Duplicate');
			});
			expect(await paying.pay(row.id)).toBe('https://pay.example/elsewhere');
			expect(await paymentsNow()).toMatchObject([{ status: 'pending' }]);
		});

		test('by nobody whose request is deleted meanwhile', async () => {
			service.initialize.mockImplementation(async () => {
				await db.transaction((tx) => store.deleteEnrollment(tx, row.id));
				throw new DuplicateReference('Duplicate');
			});
			await expect(paying.pay(row.id)).rejects.toMatchObject({ code: 'conflict' });
		});

		test('never by swallowing a fault of our own', async () => {
			const fault = new TypeError('ours');
			service.initialize.mockRejectedValue(fault);
			await expect(paying.pay(row.id)).rejects.toBe(fault);
			expect(warn).not.toHaveBeenCalled();
		});
	});

	describe('is asked about', () => {
		test('where it was begun and is not settled, the latest three', async () => {
			for (const reference of ['p1', 'p2', 'p3', 'p4']) await plantPayment(reference);
			await plantPayment('settled', { settled_at: 0 });
			await plantPayment('unbegun', { authorization_url: null });
			await paying.checkPayments(row.id);
			expect(service.verify.mock.calls.map(([reference]) => reference)).toEqual(['p4', 'p3', 'p2']);
		});

		test('by nobody where people do not pay online', async () => {
			await plantPayment('p1');
			await create(null).checkPayments(row.id);
			expect(service.verify).not.toHaveBeenCalled();
		});

		test('in vain while the service does not answer', async () => {
			await plantPayment('p1');
			service.verify.mockRejectedValue(new Unavailable('down'));
			await expect(paying.checkPayments(row.id)).rejects.toMatchObject(unavailable);
			expect(await paymentsNow()).toMatchObject([{ status: 'pending', settled_at: null }]);
		});

		test('by nobody the service knows: only the time of the question is noted', async () => {
			const payment = await plantPayment('p1');
			clock.advance(minute);
			await paying.checkPayments(row.id);
			expect(await paymentsNow()).toEqual([{ ...payment, checked_at: clock.now() }]);
			expect(await requestNow(row.id)).toEqual(row);
		});
	});

	describe('is settled', () => {
		const settled = (amount: number, currency: string, counted: number) => ({
			paid_amount: amount,
			paid_currency: currency,
			settled_at: clock.now(),
			checked_at: clock.now(),
			counted,
		});

		test('by the price to the kobo', async () => {
			await plantPayment('p1');
			clock.advance(minute);
			says({});
			await paying.checkPayments(row.id);
			expect(await requestNow(row.id)).toMatchObject({ state: 'paid', attention: null, updated_at: clock.now() });
			expect(await stepsOf(row.id)).toEqual([{ state: 'paid', by: null, at: clock.now() }]);
			expect(await paymentsNow()).toMatchObject([{ status: 'success', ...settled(price, 'NGN', 1) }]);
			expect(queued.map(([name]) => name)).toContain(activateJob.name);
		});

		test.each([
			['one kobo short', { amount: price - 1 }, 'NGN 69,999.99'],
			['of another currency', { currency: 'GHS' }, 'GHS 70,000'],
			['of more, but another currency', { amount: price * 2, currency: 'USD' }, 'USD 140,000'],
		])('by an amount %s without being paid, and an administrator looks', async (_, paid, sentence) => {
			await plantPayment('p1');
			clock.advance(minute);
			says(paid);
			await paying.checkPayments(row.id);
			expect(await requestNow(row.id)).toMatchObject({
				state: 'awaiting_payment',
				attention: adminApiText.paidTooLittle(sentence, 'p1', 'NGN 70,000'),
				updated_at: clock.now(),
			});
			const [amount, currency] = ['amount' in paid ? paid.amount : price, 'currency' in paid ? paid.currency : 'NGN'];
			expect(await paymentsNow()).toMatchObject([{ status: 'success', ...settled(amount, currency, 0) }]);
			expect(queued).toEqual([]);
		});

		test('by one kobo more: it is paid, and an administrator looks', async () => {
			await plantPayment('p1');
			says({ amount: price + 1 });
			await paying.checkPayments(row.id);
			const attention = adminApiText.paidTooMuch('NGN 70,000.01', 'p1', 'NGN 70,000');
			expect(await requestNow(row.id)).toMatchObject({ state: 'paid', attention });
		});

		test('without need where it is paid already, and an administrator looks', async () => {
			await setState('active');
			await plantPayment('p1');
			says({});
			await paying.checkPayments(row.id);
			const attention = adminApiText.paidWithoutNeed('NGN 70,000', 'p1');
			expect(await requestNow(row.id)).toMatchObject({ state: 'active', attention });
			expect(await paymentsNow()).toMatchObject([settled(price, 'NGN', 0)]);
		});

		test('never by a payment that failed', async () => {
			await plantPayment('p1');
			says({ status: 'failed' });
			await paying.checkPayments(row.id);
			expect(await requestNow(row.id)).toEqual(row);
			expect(await paymentsNow()).toMatchObject([
				{ status: 'failed', settled_at: null, paid_amount: null, paid_currency: null, counted: 0 },
			]);
		});

		test('as given back where it was before we heard of it', async () => {
			await plantPayment('p1');
			says({ status: 'reversed' });
			await paying.checkPayments(row.id);
			expect(await requestNow(row.id)).toEqual(row);
			expect(await paymentsNow()).toMatchObject([{ status: 'reversed', ...settled(price, 'NGN', 0) }]);
		});
	});

	describe('news', () => {
		const signal = new AbortController().signal;
		const bytes = Buffer.from('bytes');
		const receive = (event: string, data: object) => paying.receiveEvent(bytes, 'signature', { event, data });
		const newsNow = () => tables().selectFrom('payment_events').selectAll().orderBy('id').execute();

		/** Receives news and acts on it. */
		async function hear(event: string, data: object): Promise<void> {
			await receive(event, data);
			await paying.processEvent((await newsNow()).at(-1)?.id ?? 0, signal);
		}

		test('is taken only with the signature of these bytes', async () => {
			const forbidden = { code: 'forbidden', message: coursesApiText.newsNotSigned };
			const news = { event: 'charge.success', data: { id: 1, reference: 'p1' } };
			await expect(create(null).receiveEvent(bytes, 'signature', news)).rejects.toMatchObject(forbidden);
			await expect(paying.receiveEvent(undefined, 'signature', news)).rejects.toMatchObject(forbidden);
			service.isSignatureValid.mockReturnValue(false);
			await expect(paying.receiveEvent(bytes, 'signature', news)).rejects.toMatchObject(forbidden);
			expect(service.isSignatureValid.mock.calls).toEqual([[bytes, 'signature']]);
			expect(await newsNow()).toEqual([]);
			expect(queued).toEqual([]);
		});

		test('is kept once, and acted on later where money moved', async () => {
			const data = { id: 7, reference: 'p1', amount: price };
			for (const event of ['charge.success', 'refund.processed', 'charge.success', 'transfer.success']) {
				await receive(event, data);
			}
			await receive('charge.success', { ...data, id: 8 });
			const kept = { reference: 'p1', amount: price, received_at: clock.now() };
			const news = await newsNow();
			expect(news).toMatchObject([
				{ ...kept, event: 'charge.success', event_key: 'charge.success 7' },
				{ ...kept, event: 'refund.processed', event_key: 'refund.processed 7' },
				{ ...kept, event: 'transfer.success', event_key: 'transfer.success 7' },
				{ ...kept, event: 'charge.success', event_key: 'charge.success 8' },
			]);
			expect(queued).toEqual([0, 1, 3].map((index) => [paymentEventJob.name, { event_id: news[index]?.id }]));
		});

		test('without an id is told apart by the id of its refund, or its bytes', async () => {
			await receive('refund.processed', { refund_reference: 'r1' });
			await receive('refund.processed', { id: 'x'.repeat(101) });
			const hash = createHash('sha256').update(bytes).digest('hex');
			const keys = (await newsNow()).map((news) => news.event_key);
			expect(keys).toEqual(['refund.processed r1', `refund.processed ${hash}`]);
		});

		test('is about the transaction that it names', async () => {
			const reference = 'x'.repeat(100);
			await receive('refund.processed', { id: 1, reference: 'r1', transaction_reference: reference });
			await receive('refund.processed', { id: 2, reference: 'x'.repeat(101) });
			await receive('refund.processed', { id: 3, reference: 'p1', transaction_reference: 'x'.repeat(101) });
			expect((await newsNow()).map((news) => news.reference)).toEqual([reference, null, 'p1']);
		});

		test.each([
			['5000', 5000],
			[0, 0],
			[-1, null],
			[1.5, null],
			[{ naira: 1 }, null],
			[null, null],
			[undefined, null],
		])('of an amount %j is kept as %j', async (amount, kept) => {
			await receive('refund.processed', { id: 1, amount });
			expect(await newsNow()).toMatchObject([{ amount: kept }]);
		});

		test('counts only where the service itself says the same', async () => {
			await plantPayment('p1');
			await hear('charge.success', { id: 1, reference: 'p1', amount: price });
			expect(await requestNow(row.id)).toEqual(row);
			says({});
			await hear('charge.success', { id: 2, reference: 'p1', amount: price });
			expect(service.verify.mock.calls).toEqual([
				['p1', signal],
				['p1', signal],
			]);
			expect(await requestNow(row.id)).toMatchObject({ state: 'paid' });
		});

		test('is left alone where it is not of ours', async () => {
			await plantPayment('p1');
			await hear('charge.success', { id: 1, reference: 'another-shop' });
			await hear('charge.success', { id: 2 });
			await paying.processEvent(999, signal);
			await receive('charge.success', { id: 3, reference: 'p1' });
			await create(null).processEvent((await newsNow()).at(-1)?.id ?? 0, signal);
			expect(service.verify).not.toHaveBeenCalled();
		});

		test('of a request that is deleted meanwhile changes nothing', async () => {
			await plantPayment('p1');
			service.verify.mockImplementation(async (reference) => {
				await db.transaction((tx) => store.deleteEnrollment(tx, row.id));
				return { reference, status: 'reversed', amount: price, currency: 'NGN' };
			});
			await hear('refund.processed', { id: 1, reference: 'p1', amount: price });
			expect(await paymentsNow()).toEqual([]);
		});

		test('of a payment that counted settles nothing a second time', async () => {
			await plantPayment('p1');
			says({});
			await hear('charge.success', { id: 1, reference: 'p1' });
			clock.advance(minute);
			says({ amount: 1 });
			await hear('charge.success', { id: 2, reference: 'p1' });
			expect(await requestNow(row.id)).toMatchObject({ state: 'paid', attention: null });
			expect(await paymentsNow()).toMatchObject([
				{ paid_amount: price, settled_at: clock.now() - minute, checked_at: clock.now(), counted: 1 },
			]);
		});

		test('of a refund of part of it asks an administrator, of all of it takes the course back', async () => {
			await plantPayment('p1');
			await plantPayment('p2');
			says({ amount: price + 1 });
			await hear('charge.success', { id: 1, reference: 'p1', amount: price + 1 });
			await setState('active');
			// What did not count takes nothing back.
			await hear('refund.processed', { id: 2, reference: 'p2', amount: price + 1 });
			expect(await requestNow(row.id)).toMatchObject({ state: 'active' });
			await hear('refund.processed', { id: 3, reference: 'p1', amount: price });
			const attention = adminApiText.partlyRefunded('NGN 70,000', 'NGN 70,000.01', 'p1');
			expect(await requestNow(row.id)).toMatchObject({ state: 'active', attention });
			await hear('refund.processed', { id: 4, reference: 'p1', amount: 1 });
			expect(await requestNow(row.id)).toMatchObject({ state: 'refunded', attention });
			expect((await stepsOf(row.id)).at(-1)).toEqual({ state: 'refunded', by: null, at: clock.now() });
		});

		test('of a refund changes nothing where it did not count, or the request has ended', async () => {
			await plantPayment('p1');
			await hear('refund.processed', { id: 1, reference: 'p1', amount: 1 });
			expect(await requestNow(row.id)).toEqual(row);
			says({});
			await hear('charge.success', { id: 2, reference: 'p1' });
			await setState('cancelled');
			await hear('refund.processed', { id: 3, reference: 'p1', amount: 1 });
			expect(await requestNow(row.id)).toMatchObject({ state: 'cancelled', attention: null });
		});

		test('of a payment that the service calls reversed takes the course back, where it counted', async () => {
			await plantPayment('p1');
			await plantPayment('p2');
			says({});
			await hear('charge.success', { id: 1, reference: 'p1' });
			await hear('charge.success', { id: 2, reference: 'p2' });
			await setState('active');
			says({ status: 'reversed' });
			await hear('charge.success', { id: 3, reference: 'p2' });
			expect(await requestNow(row.id)).toMatchObject({ state: 'active' });
			await hear('charge.success', { id: 4, reference: 'p1' });
			expect(await requestNow(row.id)).toMatchObject({ state: 'refunded' });
			expect(await paymentsNow()).toMatchObject([{ status: 'reversed' }, { status: 'reversed', counted: 1 }]);
		});

		test('that could not be confirmed is shown to an administrator', async () => {
			await plantPayment('p1');
			for (const data of [{ id: 1, reference: 'p1' }, { id: 2, reference: 'another-shop' }, { id: 3 }]) {
				await receive('charge.success', data);
			}
			clock.advance(minute);
			const [ours, ...others] = await newsNow();
			for (const id of [...others.map((news) => news.id), 999]) {
				await db.transaction((tx) => paying.handleFailedEvent(tx, id));
			}
			expect(await requestNow(row.id)).toEqual(row);
			await db.transaction((tx) => paying.handleFailedEvent(tx, ours?.id ?? 0));
			const attention = adminApiText.paymentUnconfirmed('p1');
			expect(await requestNow(row.id)).toMatchObject({ state: 'awaiting_payment', attention, updated_at: clock.now() });
		});
	});

	describe('that nobody told us of', () => {
		const controller = () => new AbortController();
		const asked = () => service.verify.mock.calls.map(([reference]) => reference);

		test('is asked about every ten minutes for three days, the longest unasked first', async () => {
			const now = clock.now();
			const old = { created_at: now - 3 * day + 1 };
			await plantPayment('third', { ...old, checked_at: now - 10 * minute - 1 });
			await plantPayment('first', { ...old, checked_at: now - 10 * minute - 3 });
			await plantPayment('second', { ...old, checked_at: now - 10 * minute - 2 });
			await plantPayment('asked just now', { ...old, checked_at: now - 10 * minute });
			await plantPayment('too old', { created_at: now - 3 * day, checked_at: 0 });
			await plantPayment('settled', { ...old, checked_at: 0, settled_at: 0 });
			await plantPayment('unbegun', { ...old, checked_at: 0, authorization_url: null });
			const { signal } = controller();
			await paying.verifyPendingPayments(signal);
			expect(asked()).toEqual(['first', 'second', 'third']);
			expect(service.verify.mock.calls[0]?.[1]).toBe(signal);
			await paying.verifyPendingPayments(signal);
			expect(asked()).toHaveLength(3);
			expect(warn).not.toHaveBeenCalled();
		});

		test('is asked about with at most fifty at once', async () => {
			for (let index = 0; index < 51; index += 1) await plantPayment(`p${index}`, { checked_at: 0 });
			await paying.verifyPendingPayments(controller().signal);
			expect(asked()).toHaveLength(50);
		});

		test('is asked about by nobody where people do not pay online', async () => {
			await plantPayment('p1', { checked_at: 0 });
			await create(null).verifyPendingPayments(controller().signal);
			expect(asked()).toEqual([]);
			expect(warn).not.toHaveBeenCalled();
		});

		test('does not stand in the way of the others where it cannot be told', async () => {
			await plantPayment('p1', { checked_at: 0 });
			await plantPayment('p2', { checked_at: 1 });
			const failure = new Error('nonsense');
			service.verify.mockRejectedValueOnce(failure);
			await paying.verifyPendingPayments(controller().signal);
			expect(asked()).toEqual(['p1', 'p2']);
			expect(warn.mock.calls).toEqual([[{ err: failure, reference: 'p1' }, expect.stringMatching(/./)]]);
			expect((await paymentsNow()).map((payment) => payment.checked_at)).toEqual([clock.now(), clock.now()]);
		});

		test('waits for the next time with the others while the service does not answer', async () => {
			await plantPayment('p1', { checked_at: 0 });
			await plantPayment('p2', { checked_at: 1 });
			service.verify.mockRejectedValue(new Unavailable('down'));
			await paying.verifyPendingPayments(controller().signal);
			expect(asked()).toEqual(['p1']);
			expect(warn).toHaveBeenCalledTimes(1);
			expect((await paymentsNow()).map((payment) => payment.checked_at)).toEqual([1, clock.now()]);
		});

		test('stays as it is where the program stops meanwhile', async () => {
			await plantPayment('p1', { checked_at: 0 });
			await plantPayment('p2', { checked_at: 1 });
			const stopping = controller();
			service.verify.mockImplementation(async () => {
				stopping.abort();
				throw new Error('aborted');
			});
			await paying.verifyPendingPayments(stopping.signal);
			expect(asked()).toEqual(['p1']);
			expect(warn).not.toHaveBeenCalled();
			expect((await paymentsNow()).map((payment) => payment.checked_at)).toEqual([1, 0]);
		});
	});
});
