import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Course, courses } from '../../contract/course-catalogue.ts';
import type { EnrollmentAction, EnrollmentDetail } from '../../contract/enrollments.ts';
import * as adminApiText from '../../contract/text/admin-api.ts';
import * as coursesApiText from '../../contract/text/courses-api.ts';
import type { Engine } from '../platform/database/index.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { defaultEngine, onBothEngines } from '../platform/testing/database.ts';
import { type PaystackServer, type PaystackWebhook, startPaystackServer } from '../platform/testing/paystack-server.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import {
	makeTestEnvironment,
	startTestServer,
	type TestEnvironment,
	type TestServer,
} from '../testing/start-server.ts';
import { createPublicIds } from './public-ids.ts';
import type { EnrollmentTables } from './tables.ts';

let paystack: PaystackServer;
let home: TestEnvironment;
let server: TestServer;
let clock: FakeClock;
let admin: TestPerson;
let learner: TestPerson;
/** What other tests have left. */
let begunBefore: number;
let askedBefore: number;
let newsBefore: number;

const [course] = courses as readonly [Course, ...Course[]];
const minute = 60_000;
const webhook = () => `${server.address}/api/payments/paystack/webhook`;

const environment = () => ({
	PAYSTACK_SECRET_KEY: paystack.secretKey,
	PAYSTACK_URL: paystack.url,
	BANK_DETAILS: 'Nobody needs it',
	PUBLIC_URL: 'https://market.example',
});

const start = () => startTestServer({ environment: home, env: environment(), clock });

/** A process of its own that answers requests and leaves work undone. Answers its address, and how to kill it. */
async function startIdleProcess(): Promise<{ address: string; kill(): Promise<void> }> {
	const server = new URL('../', import.meta.url);
	const script = `
		import { readConfig } from '${new URL('platform/config.ts', server)}';
		import { createServer } from '${new URL('server.ts', server)}';
		const server = await createServer(readConfig(process.env), { work: false });
		await server.listen();
		console.log(server.app.server.address().port);
	`;
	const child = spawn(
		process.execPath,
		['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', script],
		{
			stdio: ['ignore', 'pipe', 'inherit'],
			env: { ...process.env, ...home.env, ...environment(), PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
		},
	);
	onTestFinished(() => void child.kill('SIGKILL'));
	const { value: port } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
	return {
		address: `http://127.0.0.1:${port}`,
		async kill() {
			child.kill('SIGKILL');
			await once(child, 'exit');
		},
	};
}

async function setAccount(person: TestPerson, change: { role?: string; email_verified_at?: number }): Promise<void> {
	await server.db
		.tables<{ accounts: { id: number; role: string; email_verified_at: number } }>()
		.updateTable('accounts')
		.set(change)
		.where('id', '=', person.session.id)
		.execute();
}

/** The learner asks for the course; answers the unguessable id. */
async function request(): Promise<string> {
	const { display_name: name, email } = learner.session;
	const body = { name, email, phone: '08031234567', coursetype: course.title, courseTitle: course.title };
	await createApiClient(server).enroll({ body });
	const [mine] = (await learner.client.listMyEnrollments()).items;
	return mine?.id ?? '';
}

const get = (id: string) => createApiClient(server).getEnrollment({ params: { id } });
const check = (id: string) => createApiClient(server).checkPayment({ params: { id } });

/** Begins to pay; answers the reference that Paystack has. */
async function begin(id: string): Promise<string> {
	await createApiClient(server).payEnrollment({ params: { id } });
	return begun().at(-1) ?? '';
}

function deliver({ body, signature }: PaystackWebhook): Promise<Response> {
	const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature };
	return fetch(webhook(), { method: 'POST', headers, body });
}

async function numberOf(id: string): Promise<string> {
	return String(Number.parseInt(id.split('.')[0] ?? '', 36));
}

async function detail(id: string): Promise<EnrollmentDetail> {
	return createApiClient(server, admin.token).getEnrollmentDetail({ params: { id: await numberOf(id) } });
}

async function act(id: string, action: EnrollmentAction): Promise<EnrollmentDetail> {
	return admin.client.updateEnrollment({ params: { id: await numberOf(id) }, body: { action } });
}

const statesOf = async (id: string) => (await get(id)).steps.map(({ state }) => state);

/** References that Paystack has heard of in this test. */
const begun = () => paystack.listReferences().slice(begunBefore);
const asked = () => paystack.countVerifications() - askedBefore;
const news = async () => (await allNews()).slice(newsBefore);

const allNews = () =>
	server.db.tables<EnrollmentTables>().selectFrom('payment_events').selectAll().orderBy('id').execute();

/** Lets jobs that wait for a further try come due. */
async function passTime(ms: number): Promise<void> {
	clock.advance(ms);
	if (server.db.engine === 'sqlite') return;
	await sql`update pgboss.job set start_after = start_after - ${ms} * interval '1 ms' where state < 'active'`.execute(
		server.db.kysely,
	);
}

const toTheEnd = ['requested', 'awaiting_payment', 'paid', 'active'];

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		paystack = await startPaystackServer();
		home = await makeTestEnvironment({ engine });
		clock = fakeClock();
		server = await start();
	});
	beforeEach(async () => {
		paystack.setWebhookUrl(null);
		admin = await signUp(server);
		await setAccount(admin, { role: 'admin' });
		learner = await signUp(server);
		await setAccount(learner, { email_verified_at: 1 });
		begunBefore = paystack.listReferences().length;
		askedBefore = paystack.countVerifications();
		newsBefore = (await allNews()).length;
	});
	afterAll(async () => {
		await server.close();
		await home.remove();
		await paystack.close();
	});
}

describe('a payment online', () => {
	useServer();

	describe('is told of', () => {
		test('before the learner is back', async () => {
			const id = await request();
			const reference = await begin(id);
			paystack.setWebhookUrl(webhook());
			await paystack.pay(reference);
			await server.jobs.whenIdle();
			expect(await get(id)).toMatchObject({ state: 'active', joined: true, payment: null });
			expect(await check(id)).toMatchObject({ state: 'active' });
			expect(await statesOf(id)).toEqual(toTheEnd);
			expect((await learner.client.getProgress({ params: { id: course.id } })).percent).toBe(0);
			await expect(begin(id)).rejects.toMatchObject({ status: 409 });
		});

		test('after the learner is back', async () => {
			const id = await request();
			const told = await paystack.pay(await begin(id));
			expect(await check(id)).toMatchObject({ state: expect.stringMatching(/^(paid|active)$/) });
			expect((await deliver(told)).status).toBe(200);
			await server.jobs.whenIdle();
			expect(await statesOf(id)).toEqual(toTheEnd);
			expect((await detail(id)).attention).toBeNull();
		});

		test('while Paystack does not answer: it is asked again', async () => {
			const id = await request();
			const told = await paystack.pay(await begin(id));
			paystack.failNext(3);
			expect((await deliver(told)).status).toBe(200);
			await server.jobs.whenIdle();
			expect(await get(id)).toMatchObject({ state: 'awaiting_payment' });
			await passTime(30_000);
			await server.jobs.whenIdle();
			expect(await get(id)).toMatchObject({ state: 'active' });
		});

		test('by nobody: we ask', async () => {
			const id = await request();
			await paystack.pay(await begin(id));
			const ask = () => server.enrollments.paying.verifyPendingPayments(new AbortController().signal);
			await ask();
			expect(await get(id)).toMatchObject({ state: 'awaiting_payment' });
			clock.advance(11 * minute);
			paystack.failNext(3);
			await ask();
			clock.advance(11 * minute);
			await ask();
			await server.jobs.whenIdle();
			expect(await get(id)).toMatchObject({ state: 'active' });
		});
	});

	describe('changes nothing where news of it', () => {
		test('is forged', async () => {
			const id = await request();
			const { body, signature } = await paystack.pay(await begin(id));
			const forged = [
				{ body, signature: '' },
				{ body, signature: signature.replace(/^./, (sign) => (sign === '0' ? '1' : '0')) },
				{ body: body.replace('charge', 'charge '), signature },
				{ body: ` ${body}`, signature },
			];
			for (const one of forged) expect((await deliver(one)).status).toBe(403);
			const headers = { 'content-type': 'application/json' };
			expect((await fetch(webhook(), { method: 'POST', headers, body })).status).toBe(403);
			await server.jobs.whenIdle();
			expect(await news()).toEqual([]);
			expect(asked()).toBe(0);
			expect(await get(id)).toMatchObject({ state: 'awaiting_payment' });
		});

		test('is signed, but not true', async () => {
			const id = await request();
			const reference = await begin(id);
			const data = { id: 1, reference, status: 'success', amount: 7_000_000, currency: 'NGN' };
			const body = JSON.stringify({ event: 'charge.success', data });
			expect((await deliver({ body, signature: paystack.sign(body) })).status).toBe(200);
			await server.jobs.whenIdle();
			expect(asked()).toBe(1);
			expect(await get(id)).toMatchObject({ state: 'awaiting_payment' });
		});

		test('is about what is not ours, or about something else', async () => {
			for (const one of [
				{ event: 'charge.success', data: { id: 7, reference: 'another-shop', amount: 1 } },
				{ event: 'transfer.success', data: { id: 7, reference: 'x'.repeat(500), amount: { a: 1 } } },
				{ event: 'invoice.create', data: {} },
			]) {
				const body = JSON.stringify(one);
				for (let time = 0; time < 2; time += 1) {
					expect((await deliver({ body, signature: paystack.sign(body) })).status).toBe(200);
				}
			}
			await server.jobs.whenIdle();
			expect((await news()).map(({ event, reference }) => [event, reference])).toEqual([
				['charge.success', 'another-shop'],
				['transfer.success', null],
				['invoice.create', null],
			]);
			expect(asked()).toBe(0);
		});
	});

	test.each([
		['too small an amount', { amount: 50_000 }, 'NGN 500'],
		['an amount one kobo short', { amount: 6_999_999 }, 'NGN 69,999.99'],
		['another currency', { currency: 'GHS' }, 'GHS 70,000'],
	])('of %s activates nothing and is shown to the administrator', async (_, paid, amount) => {
		const id = await request();
		paystack.setWebhookUrl(webhook());
		await paystack.pay(await begin(id), paid);
		await server.jobs.whenIdle();
		await check(id);
		expect(await get(id)).toMatchObject({ state: 'awaiting_payment' });
		const { items } = await admin.client.listEnrollments({ query: { attention: 'true', q: learner.session.email } });
		const [reference = ''] = begun();
		expect(items).toMatchObject([{ attention: adminApiText.paidTooLittle(amount, reference, 'NGN 70,000') }]);
		// The next payment is a new one.
		await begin(id);
		expect(begun()).toHaveLength(2);
		expect(await act(id, 'confirm_payment')).toMatchObject({ attention: null });
	});

	test('of one kobo more than the price activates, and the administrator is asked to look', async () => {
		const id = await request();
		paystack.setWebhookUrl(webhook());
		await paystack.pay(await begin(id), { amount: 7_000_001 });
		await server.jobs.whenIdle();
		expect(await get(id)).toMatchObject({ state: 'active', joined: true });
		const [reference = ''] = begun();
		expect((await detail(id)).attention).toBe(adminApiText.paidTooMuch('NGN 70,000.01', reference, 'NGN 70,000'));
	});

	test('that comes after a cancellation, or a second time, is shown to the administrator', async () => {
		const id = await request();
		const first = await begin(id);
		clock.advance(25 * 60 * minute);
		const second = await begin(id);
		paystack.setWebhookUrl(webhook());
		await paystack.pay(second);
		await server.jobs.whenIdle();
		await paystack.pay(first);
		await server.jobs.whenIdle();
		expect(await statesOf(id)).toEqual(toTheEnd);
		expect((await detail(id)).attention).toBe(adminApiText.paidWithoutNeed('NGN 70,000', first));

		await act(id, 'cancel');
		await act(id, 'reopen');
		const third = await begin(id);
		await act(id, 'cancel');
		await paystack.pay(third);
		await server.jobs.whenIdle();
		expect(await detail(id)).toMatchObject({ state: 'cancelled', attention: expect.stringContaining(third) });
	});

	test('survives a crash between the payment and the activation', async () => {
		const id = await request();
		await server.close();
		const child = await startIdleProcess();
		const visitor = createApiClient(child);
		await visitor.payEnrollment({ params: { id } });
		await paystack.pay(begun()[0] ?? '');
		expect(await visitor.checkPayment({ params: { id } })).toMatchObject({ state: 'paid', joined: false });
		await child.kill();
		// That process had the time of the world.
		clock.advance(Date.now() - clock.now());
		server = await start();
		await server.jobs.whenIdle();
		expect(await get(id)).toMatchObject({ state: 'active', joined: true });
		expect(await statesOf(id)).toEqual(toTheEnd);
	});

	test('loses nothing while Paystack is down', async () => {
		const id = await request();
		const down = { status: 503, problem: { message: coursesApiText.paymentServiceDown } };
		paystack.failNext(3);
		await expect(begin(id)).rejects.toMatchObject(down);
		await begin(id);
		expect(await detail(id)).toMatchObject({ payments: [{ reference: begun()[0] }] });
		paystack.failNext(3);
		await expect(check(id)).rejects.toMatchObject(down);
		await paystack.pay(begun()[0] ?? '');
		expect(await check(id)).toMatchObject({ state: expect.stringMatching(/paid|active/) });
	});

	test('whose beginning got lost on the way is begun anew', async () => {
		const id = await request();
		paystack.loseResponses(1);
		const { authorization_url } = await createApiClient(server).payEnrollment({ params: { id } });
		expect(begun()).toHaveLength(2);
		await fetch(`${authorization_url}/pay`, { method: 'POST', redirect: 'manual' });
		await check(id);
		await server.jobs.whenIdle();
		expect(await get(id)).toMatchObject({ state: 'active' });
	});

	test('is given back', async () => {
		const id = await request();
		paystack.setWebhookUrl(webhook());
		const reference = await begin(id);
		await paystack.pay(reference);
		await server.jobs.whenIdle();
		await paystack.refund(reference, 1_000_000);
		await server.jobs.whenIdle();
		expect(await detail(id)).toMatchObject({
			state: 'active',
			attention: adminApiText.partlyRefunded('NGN 10,000', 'NGN 70,000', reference),
		});
		await paystack.refund(reference, 5_999_999);
		await server.jobs.whenIdle();
		expect(await detail(id)).toMatchObject({
			state: 'active',
			attention: adminApiText.partlyRefunded('NGN 69,999.99', 'NGN 70,000', reference),
		});
		await paystack.refund(reference, 1);
		await server.jobs.whenIdle();
		expect(await detail(id)).toMatchObject({ state: 'refunded' });
		await expect(learner.client.getProgress({ params: { id: course.id } })).rejects.toMatchObject({ status: 403 });
		// What was paid before does not pay again.
		await act(id, 'reopen');
		expect(await check(id)).toMatchObject({ state: 'awaiting_payment' });
	});

	test('that did not count is given back: what was paid otherwise stays', async () => {
		const id = await request();
		paystack.setWebhookUrl(webhook());
		const reference = await begin(id);
		await paystack.pay(reference, { amount: 6_999_999 });
		await server.jobs.whenIdle();
		await act(id, 'confirm_payment');
		await server.jobs.whenIdle();
		await paystack.refund(reference);
		await server.jobs.whenIdle();
		expect(await detail(id)).toMatchObject({ state: 'active', payments: [{ status: 'reversed' }] });
	});

	test('is given back before we heard of it', async () => {
		const id = await request();
		const reference = await begin(id);
		const [paid, refunded] = [await paystack.pay(reference), await paystack.refund(reference)];
		await deliver(refunded);
		await deliver(paid);
		await server.jobs.whenIdle();
		expect(await detail(id)).toMatchObject({ state: 'awaiting_payment', payments: [{ status: 'reversed' }] });
	});
});

onBothEngines('payments at the same moment', (engine) => {
	useServer(engine);

	test('is begun once while it is under way, at the price of the course', async () => {
		const id = await request();
		expect(await get(id)).toMatchObject({ payment: { online: true, bank: null, proofs: [] } });
		const answers = await Promise.all(
			Array.from({ length: 5 }, () => createApiClient(server).payEnrollment({ params: { id } })),
		);
		const [{ authorization_url } = { authorization_url: '' }] = answers;
		expect(new Set(answers.map((answer) => answer.authorization_url)).size).toBe(1);
		expect(await (await fetch(authorization_url)).text()).toContain('NGN 70000.00');
		const cancelled = await fetch(`${authorization_url}/cancel`, { method: 'POST', redirect: 'manual' });
		expect(cancelled.headers.get('location')).toBe(`https://market.example/enrollment/${id}`);
		await check(id);
		await begin(id);
		expect(begun()).toHaveLength(1);
		expect(await detail(id)).toMatchObject({
			state: 'awaiting_payment',
			payments: [{ status: 'abandoned', amount: 'NGN 70,000' }],
		});

		paystack.fail(begun()[0] ?? '');
		await check(id);
		await begin(id);
		clock.advance(24 * 60 * minute);
		await begin(id);
		expect(new Set(begun()).size).toBe(3);
	});

	test('five times at the same moment, and asked about too: one activation', async () => {
		const id = await request();
		const told = await paystack.pay(await begin(id));
		const answers = await Promise.all([...Array.from({ length: 5 }, () => deliver(told)), check(id), check(id)]);
		for (const answer of answers) if (answer instanceof Response) expect(answer.status).toBe(200);
		await server.jobs.whenIdle();
		expect((await deliver(told)).status).toBe(200);
		await server.jobs.whenIdle();
		expect(await statesOf(id)).toEqual(toTheEnd);
		expect(await detail(id)).toMatchObject({ attention: null, payments: [{ status: 'success' }] });
		expect(await news()).toHaveLength(1);
	});
});

test('ids are sealed with the secret', () => {
	const links = createPublicIds('a'.repeat(64));
	expect(links.decode(links.encode(123_456))).toBe(123_456);
	expect(createPublicIds('b'.repeat(64)).decode(links.encode(123_456))).toBeNull();
	expect(links.encode(1).split('.')[1]).toHaveLength(24);
});
