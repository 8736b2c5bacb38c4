import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Course, courses } from '../../contract/courses/course-catalogue.ts';
import type { EnrollmentAction, EnrollmentDetail } from '../../contract/enrollments/enrollments.ts';
import * as adminApiText from '../../text/server/admin-api.ts';
import * as coursesApiText from '../../text/server/courses-api.ts';
import type { Engine } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { type PaystackServer, type PaystackWebhook, startPaystackServer } from '../testing/paystack-server.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import {
	makeTestEnvironment,
	startTestServer,
	type TestEnvironment,
	type TestServer,
} from '../testing/start-server.ts';
import { createEnrollmentIdSigner } from './public-ids.ts';
import type { EnrollmentTables } from './tables.ts';

let paystack: PaystackServer;
let testEnvironment: TestEnvironment;
let server: TestServer;
let clock: FakeClock;
let admin: TestPerson;
let learner: TestPerson;
/** How many payment references, verifications and webhook events existed when the current test started. */
let referencesBefore: number;
let verificationsBefore: number;
let eventsBefore: number;

const [course] = courses as readonly [Course, ...Course[]];
const minute = 60_000;
const webhook = () => `${server.address}/api/payments/paystack/webhook`;

const getEnv = () => ({
	PAYSTACK_SECRET_KEY: paystack.secretKey,
	PAYSTACK_URL: paystack.url,
	BANK_DETAILS: 'Nobody needs it',
	PUBLIC_URL: 'https://market.example',
});

const start = () => startTestServer({ environment: testEnvironment, env: getEnv(), clock });

/** Starts a server process that handles requests and runs no jobs. */
async function startIdleProcess(): Promise<{ address: string; kill(): Promise<void> }> {
	const server = new URL('../', import.meta.url);
	const script = `
		import { readConfig } from '${new URL('core/config.ts', server)}';
		import { createServer } from '${new URL('server.ts', server)}';
		const server = await createServer(readConfig(process.env), { runJobs: false });
		await server.listen();
		console.log(server.app.server.address().port);
	`;
	const child = spawn(
		process.execPath,
		['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', script],
		{
			stdio: ['ignore', 'pipe', 'inherit'],
			env: { ...process.env, ...testEnvironment.env, ...getEnv(), PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
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

/** Creates an enrollment. Returns its public id. */
async function createRequest(): Promise<string> {
	const { display_name: name, email } = learner.session;
	const body = { name, email, phone: '08031234567', coursetype: course.title, courseTitle: course.title };
	await learner.client.enroll({ body });
	const [mine] = (await learner.client.listMyEnrollments()).items;
	return mine?.id ?? '';
}

const get = (id: string) => createApiClient(server).getEnrollment({ params: { id } });
const check = (id: string) => createApiClient(server).checkPayment({ params: { id } });

/** Starts an online payment. Returns the payment's reference. */
async function startPayment(id: string): Promise<string> {
	await createApiClient(server).payEnrollment({ params: { id } });
	return listReferences().at(-1) ?? '';
}

function deliver({ body, signature }: PaystackWebhook): Promise<Response> {
	const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature };
	return fetch(webhook(), { method: 'POST', headers, body });
}

async function decodeId(id: string): Promise<string> {
	return String(Number.parseInt(id.split('.')[0] ?? '', 36));
}

async function detail(id: string): Promise<EnrollmentDetail> {
	return createApiClient(server, admin.token).getEnrollmentDetail({ params: { id: await decodeId(id) } });
}

async function act(id: string, action: EnrollmentAction): Promise<EnrollmentDetail> {
	return admin.client.updateEnrollment({ params: { id: await decodeId(id) }, body: { action } });
}

const listStates = async (id: string) => (await get(id)).steps.map(({ state }) => state);

/** Lists the payment references that the fake Paystack server has received in the current test. */
const listReferences = () => paystack.listReferences().slice(referencesBefore);
const countVerifications = () => paystack.countVerifications() - verificationsBefore;
const listEvents = async () => (await listAllEvents()).slice(eventsBefore);

const listAllEvents = () =>
	server.db.tables<EnrollmentTables>().selectFrom('payment_events').selectAll().orderBy('id').execute();

/** Advances the clock. On PostgreSQL, also moves waiting jobs forward, because their start times use the database's clock. */
async function advanceTime(ms: number): Promise<void> {
	clock.advance(ms);
	if (server.db.engine === 'sqlite') return;
	await sql`update jobs set run_at = run_at - ${ms} where running = 0`.execute(server.db.kysely);
}

const allStates = ['requested', 'awaiting_payment', 'paid', 'active'];

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		paystack = await startPaystackServer();
		testEnvironment = await makeTestEnvironment({ engine });
		clock = createFakeClock();
		server = await start();
	});
	beforeEach(async () => {
		paystack.setWebhookUrl(null);
		admin = await signUp(server);
		await setAccount(admin, { role: 'admin' });
		learner = await signUp(server);
		await setAccount(learner, { email_verified_at: 1 });
		referencesBefore = paystack.listReferences().length;
		verificationsBefore = paystack.countVerifications();
		eventsBefore = (await listAllEvents()).length;
	});
	afterAll(async () => {
		await server.close();
		await testEnvironment.remove();
		await paystack.close();
	});
}

describe('online payment', () => {
	useServer();

	describe('confirmation', () => {
		test('activates the enrollment by webhook before the learner returns', async () => {
			const id = await createRequest();
			const reference = await startPayment(id);
			paystack.setWebhookUrl(webhook());
			await paystack.pay(reference);
			await server.jobs.whenIdle();
			expect(await get(id)).toMatchObject({ state: 'active', joined: true, payment: null });
			expect(await check(id)).toMatchObject({ state: 'active' });
			expect(await listStates(id)).toEqual(allStates);
			expect((await learner.client.getProgress({ params: { id: course.id } })).percent).toBe(0);
			await expect(startPayment(id)).rejects.toMatchObject({ status: 409 });
		});

		test('activates the enrollment when the learner returns before the webhook', async () => {
			const id = await createRequest();
			const event = await paystack.pay(await startPayment(id));
			expect(await check(id)).toMatchObject({ state: expect.stringMatching(/^(paid|active)$/) });
			expect((await deliver(event)).status).toBe(200);
			await server.jobs.whenIdle();
			expect(await listStates(id)).toEqual(allStates);
			expect((await detail(id)).attention).toBeNull();
		});

		test('retries while Paystack is unavailable', async () => {
			const id = await createRequest();
			const event = await paystack.pay(await startPayment(id));
			paystack.failNext(3);
			expect((await deliver(event)).status).toBe(200);
			await server.jobs.whenIdle();
			expect(await get(id)).toMatchObject({ state: 'awaiting_payment' });
			await advanceTime(30_000);
			await server.jobs.whenIdle();
			expect(await get(id)).toMatchObject({ state: 'active' });
		});

		test('polls Paystack if no webhook arrives', async () => {
			const id = await createRequest();
			await paystack.pay(await startPayment(id));
			const poll = () => server.enrollments.paymentFlow.verifyPendingPayments(new AbortController().signal);
			await poll();
			expect(await get(id)).toMatchObject({ state: 'awaiting_payment' });
			clock.advance(11 * minute);
			paystack.failNext(3);
			await poll();
			clock.advance(11 * minute);
			await poll();
			await server.jobs.whenIdle();
			expect(await get(id)).toMatchObject({ state: 'active' });
		});
	});

	describe('webhook', () => {
		test('rejects forged events', async () => {
			const id = await createRequest();
			const { body, signature } = await paystack.pay(await startPayment(id));
			const forged = [
				{ body, signature: '' },
				{ body, signature: signature.replace(/^./, (sign) => (sign === '0' ? '1' : '0')) },
				{ body: body.replace('charge', 'charge '), signature },
				{ body: ` ${body}`, signature },
			];
			for (const payload of forged) expect((await deliver(payload)).status).toBe(403);
			const headers = { 'content-type': 'application/json' };
			expect((await fetch(webhook(), { method: 'POST', headers, body })).status).toBe(403);
			await server.jobs.whenIdle();
			expect(await listEvents()).toEqual([]);
			expect(countVerifications()).toBe(0);
			expect(await get(id)).toMatchObject({ state: 'awaiting_payment' });
		});

		test('ignores a signed event that Paystack does not confirm', async () => {
			const id = await createRequest();
			const reference = await startPayment(id);
			const data = { id: 1, reference, status: 'success', amount: 7_000_000, currency: 'NGN' };
			const body = JSON.stringify({ event: 'charge.success', data });
			expect((await deliver({ body, signature: paystack.sign(body) })).status).toBe(200);
			await server.jobs.whenIdle();
			expect(countVerifications()).toBe(1);
			expect(await get(id)).toMatchObject({ state: 'awaiting_payment' });
		});

		test('stores events of unknown payments and of other kinds once, and ignores them', async () => {
			for (const payload of [
				{ event: 'charge.success', data: { id: 7, reference: 'another-shop', amount: 1 } },
				{ event: 'transfer.success', data: { id: 7, reference: 'x'.repeat(500), amount: { a: 1 } } },
				{ event: 'invoice.create', data: {} },
			]) {
				const body = JSON.stringify(payload);
				for (let time = 0; time < 2; time += 1) {
					expect((await deliver({ body, signature: paystack.sign(body) })).status).toBe(200);
				}
			}
			await server.jobs.whenIdle();
			expect((await listEvents()).map(({ event, reference }) => [event, reference])).toEqual([
				['charge.success', 'another-shop'],
				['transfer.success', null],
				['invoice.create', null],
			]);
			expect(countVerifications()).toBe(0);
		});
	});

	test.each([
		['too small an amount', { amount: 50_000 }, 'NGN 500'],
		['an amount one kobo short', { amount: 6_999_999 }, 'NGN 69,999.99'],
		['another currency', { currency: 'GHS' }, 'GHS 70,000'],
	])('with %s does not activate the enrollment and asks the administrator to check', async (_, paid, amount) => {
		const id = await createRequest();
		paystack.setWebhookUrl(webhook());
		await paystack.pay(await startPayment(id), paid);
		await server.jobs.whenIdle();
		await check(id);
		expect(await get(id)).toMatchObject({ state: 'awaiting_payment' });
		const { items } = await admin.client.listEnrollments({ query: { attention: 'true', q: learner.session.email } });
		const [reference = ''] = listReferences();
		expect(items).toMatchObject([{ attention: adminApiText.paidTooLittle(amount, reference, 'NGN 70,000') }]);
		// A payment after the insufficient one gets a new reference.
		await startPayment(id);
		expect(listReferences()).toHaveLength(2);
		expect(await act(id, 'confirm_payment')).toMatchObject({ attention: null });
	});

	test('of one kobo more than the price activates the enrollment and asks the administrator to check', async () => {
		const id = await createRequest();
		paystack.setWebhookUrl(webhook());
		await paystack.pay(await startPayment(id), { amount: 7_000_001 });
		await server.jobs.whenIdle();
		expect(await get(id)).toMatchObject({ state: 'active', joined: true });
		const [reference = ''] = listReferences();
		expect((await detail(id)).attention).toBe(adminApiText.paidTooMuch('NGN 70,000.01', reference, 'NGN 70,000'));
	});

	test('asks the administrator to check a second payment and a payment after cancellation', async () => {
		const id = await createRequest();
		const first = await startPayment(id);
		clock.advance(25 * 60 * minute);
		const second = await startPayment(id);
		paystack.setWebhookUrl(webhook());
		await paystack.pay(second);
		await server.jobs.whenIdle();
		await paystack.pay(first);
		await server.jobs.whenIdle();
		expect(await listStates(id)).toEqual(allStates);
		expect((await detail(id)).attention).toBe(adminApiText.paidWithoutNeed('NGN 70,000', first));

		await act(id, 'cancel');
		await act(id, 'reopen');
		const third = await startPayment(id);
		await act(id, 'cancel');
		await paystack.pay(third);
		await server.jobs.whenIdle();
		expect(await detail(id)).toMatchObject({ state: 'cancelled', attention: expect.stringContaining(third) });
	});

	test('survives a crash between payment and activation', async () => {
		const id = await createRequest();
		await server.close();
		const child = await startIdleProcess();
		const visitor = createApiClient(child);
		await visitor.payEnrollment({ params: { id } });
		await paystack.pay(listReferences()[0] ?? '');
		expect(await visitor.checkPayment({ params: { id } })).toMatchObject({ state: 'paid', joined: false });
		await child.kill();
		// The child process used the real time, so the fake clock moves to the real time.
		clock.advance(Date.now() - clock.now());
		server = await start();
		await server.jobs.whenIdle();
		expect(await get(id)).toMatchObject({ state: 'active', joined: true });
		expect(await listStates(id)).toEqual(allStates);
	});

	test('recovers after Paystack was unavailable', async () => {
		const id = await createRequest();
		const down = { status: 503, problem: { message: coursesApiText.paymentServiceDown } };
		paystack.failNext(3);
		await expect(startPayment(id)).rejects.toMatchObject(down);
		await startPayment(id);
		expect(await detail(id)).toMatchObject({ payments: [{ reference: listReferences()[0] }] });
		paystack.failNext(3);
		await expect(check(id)).rejects.toMatchObject(down);
		await paystack.pay(listReferences()[0] ?? '');
		expect(await check(id)).toMatchObject({ state: expect.stringMatching(/paid|active/) });
	});

	test('starts again if the response to the initialization is lost', async () => {
		const id = await createRequest();
		paystack.loseResponses(1);
		const { authorization_url } = await createApiClient(server).payEnrollment({ params: { id } });
		expect(listReferences()).toHaveLength(2);
		await fetch(`${authorization_url}/pay`, { method: 'POST', redirect: 'manual' });
		await check(id);
		await server.jobs.whenIdle();
		expect(await get(id)).toMatchObject({ state: 'active' });
	});

	test('applies partial and full refunds', async () => {
		const id = await createRequest();
		paystack.setWebhookUrl(webhook());
		const reference = await startPayment(id);
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
		// After the enrollment is reopened, the refunded payment does not count again.
		await act(id, 'reopen');
		expect(await check(id)).toMatchObject({ state: 'awaiting_payment' });
	});

	test('stays active if a payment that did not count is refunded', async () => {
		const id = await createRequest();
		paystack.setWebhookUrl(webhook());
		const reference = await startPayment(id);
		await paystack.pay(reference, { amount: 6_999_999 });
		await server.jobs.whenIdle();
		await act(id, 'confirm_payment');
		await server.jobs.whenIdle();
		await paystack.refund(reference);
		await server.jobs.whenIdle();
		expect(await detail(id)).toMatchObject({ state: 'active', payments: [{ status: 'reversed' }] });
	});

	test('does not count a payment that is refunded before its confirmation', async () => {
		const id = await createRequest();
		const reference = await startPayment(id);
		const [paid, refunded] = [await paystack.pay(reference), await paystack.refund(reference)];
		await deliver(refunded);
		await deliver(paid);
		await server.jobs.whenIdle();
		expect(await detail(id)).toMatchObject({ state: 'awaiting_payment', payments: [{ status: 'reversed' }] });
	});
});

describeOnBothEngines('concurrent payments', (engine) => {
	useServer(engine);

	test('reuse the open payment, at the price of the course', async () => {
		const id = await createRequest();
		expect(await get(id)).toMatchObject({ payment: { online: true, bank: null, proofs: [] } });
		const responses = await Promise.all(
			Array.from({ length: 5 }, () => createApiClient(server).payEnrollment({ params: { id } })),
		);
		const [{ authorization_url } = { authorization_url: '' }] = responses;
		expect(new Set(responses.map((response) => response.authorization_url)).size).toBe(1);
		expect(await (await fetch(authorization_url)).text()).toContain('NGN 70000.00');
		const cancelled = await fetch(`${authorization_url}/cancel`, { method: 'POST', redirect: 'manual' });
		expect(cancelled.headers.get('location')).toBe(`https://market.example/enrollment/${id}`);
		await check(id);
		await startPayment(id);
		expect(listReferences()).toHaveLength(1);
		expect(await detail(id)).toMatchObject({
			state: 'awaiting_payment',
			payments: [{ status: 'abandoned', amount: 'NGN 70,000' }],
		});

		paystack.fail(listReferences()[0] ?? '');
		await check(id);
		await startPayment(id);
		clock.advance(24 * 60 * minute);
		await startPayment(id);
		expect(new Set(listReferences()).size).toBe(3);
	});

	test('activate once for repeated webhooks and checks', async () => {
		const id = await createRequest();
		const event = await paystack.pay(await startPayment(id));
		const responses = await Promise.all([...Array.from({ length: 5 }, () => deliver(event)), check(id), check(id)]);
		for (const response of responses) if (response instanceof Response) expect(response.status).toBe(200);
		await server.jobs.whenIdle();
		expect((await deliver(event)).status).toBe(200);
		await server.jobs.whenIdle();
		expect(await listStates(id)).toEqual(allStates);
		expect(await detail(id)).toMatchObject({ attention: null, payments: [{ status: 'success' }] });
		expect(await listEvents()).toHaveLength(1);
	});
});

test('public ids are signed with the secret', () => {
	const links = createEnrollmentIdSigner('a'.repeat(64));
	expect(links.decode(links.encode(123_456))).toBe(123_456);
	expect(createEnrollmentIdSigner('b'.repeat(64)).decode(links.encode(123_456))).toBeNull();
	expect(links.encode(1).split('.')[1]).toHaveLength(24);
});
