import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import * as messages from '../../contract/core/messages.ts';
import { type Course, coursePriceKobo, courses } from '../../contract/courses/course-catalogue.ts';
import type { Enrollment, EnrollmentDetail, EnrollmentListItem } from '../../contract/enrollments/enrollments.ts';
import * as enrollmentLimits from '../../contract/enrollments/limits.ts';
import * as adminApiText from '../../text/server/admin-api.ts';
import * as mailsEnrollmentsText from '../../text/server/mails-enrollments.ts';
import type { CourseTables } from '../courses/tables.ts';
import type { Engine } from '../database/index.ts';
import type { MediaService } from '../media/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { makeJpeg } from '../testing/media-files.ts';
import { createApiClient, goodPassword, signUp, type TestPerson, toFormData } from '../testing/people.ts';
import { parseMessage } from '../testing/smtp-server.ts';
import { noRateLimits, startTestServer, type TestServer } from '../testing/start-server.ts';
import { createEnrollmentPersonalData } from './personal-data.ts';
import type { EnrollmentTables } from './tables.ts';

let server: TestServer;
let clock: FakeClock;
let admin: TestPerson;
let formCount = 0;

const [course, otherCourse, , lastCourse] = courses as readonly [Course, Course, Course, Course];
const bank = 'First Bank\n0123456789\nKasuwa Limited';

/** Creates an enrollment form with a new email address. */
function form(change: Record<string, unknown> = {}) {
	formCount += 1;
	return {
		name: 'Ada Obi',
		email: `ada_${formCount}@example.com`,
		phone: '0803 123 4567',
		coursetype: course.title,
		courseTitle: course.title,
		...change,
	};
}

const tables = () => server.db.tables<EnrollmentTables>();
const enroll = (body = form()) => createApiClient(server).enroll({ body });

/** Lists the mails to an address, oldest first. */
async function listMails(address: string): Promise<{ subject: string; text: string }[]> {
	await server.jobs.whenIdle();
	const folder = join(server.config.dataDir, 'outbox');
	const mails = [];
	for (const name of (await readdir(folder).catch(() => [])).sort()) {
		const message = parseMessage(await readFile(join(folder, name), 'utf8'));
		if (message.headers.get('to')?.toLowerCase().includes(address.toLowerCase())) mails.push(message);
	}
	return mails;
}

const parsePublicId = (text = '') => /\/enrollment\/([\w.-]+)/.exec(text)?.[1] ?? '';

/** Returns the enrollment's public id from the first mail to the address. */
async function getPublicId(address: string): Promise<string> {
	const [mail] = await listMails(address);
	return parsePublicId(mail?.text);
}

/** Creates an enrollment. Returns its public id and its row in the administrator's list. */
async function createRequest(
	change: Record<string, unknown> = {},
): Promise<{ id: string; row: EnrollmentListItem; email: string }> {
	const body = form(change);
	await enroll(body);
	const { items } = await admin.client.listEnrollments({ query: { q: body.email } });
	return { id: await getPublicId(body.email), row: items[0] as EnrollmentListItem, email: body.email };
}

const act = (
	row: { id: number },
	action: 'confirm_payment' | 'cancel' | 'refund' | 'reopen' | 'activate' | 'ask_payment',
) => admin.client.updateEnrollment({ params: { id: String(row.id) }, body: { action } });

const detail = (row: { id: number }): Promise<EnrollmentDetail> =>
	admin.client.getEnrollmentDetail({ params: { id: String(row.id) } });

const get = (id: string) => createApiClient(server).getEnrollment({ params: { id } });

async function makeAdmin(): Promise<TestPerson> {
	const person = await signUp(server);
	await server.db
		.tables<{ accounts: { id: number; role: string } }>()
		.updateTable('accounts')
		.set({ role: 'admin' })
		.where('id', '=', person.session.id)
		.execute();
	return person;
}

/** Opens the link in the mail that verifies a new account's email address. */
async function verify(address: string): Promise<void> {
	const mails = await listMails(address);
	const token = mails.map(({ text }) => /verify-email\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? '';
	await createApiClient(server).verifyEmail({ body: { token } });
}

async function createAccount(userName: string, address: string): Promise<TestPerson> {
	const session = await createApiClient(server).signUp({
		body: { user_name: userName, email: address, password: goodPassword },
	});
	return { session, token: session.token, client: createApiClient(server, session.token), password: goodPassword };
}

async function sendProof(id: string, file: Uint8Array<ArrayBuffer>): Promise<Response> {
	const body = toFormData([['file', { file, name: 'receipt.jpg' }]]);
	return fetch(`${server.address}/api/enrollments/${id}/proof`, { method: 'POST', body });
}

async function start(engine: Engine, env: Record<string, string> = {}): Promise<void> {
	clock = createFakeClock();
	server = await startTestServer({ engine, clock, env });
	admin = await makeAdmin();
}

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(() => start(engine, { BANK_DETAILS: bank }));
	afterAll(() => server.close());
}

describe('enrollment requests', () => {
	useServer();

	describe('creation', () => {
		test('accepts the content type of the specification from anyone', async () => {
			const body = form({ email: 'Ada.Obi@Example.com' });
			const response = await fetch(`${server.address}/api/learning`, {
				method: 'POST',
				headers: { 'content-type': 'application/vnd.api+json' },
				body: JSON.stringify(body),
			});
			expect(response.status).toBe(200);
			expect(await response.json()).toEqual({ message: messages.enrollmentSucceeded });
			const [mail, ...more] = await listMails('Ada.Obi@Example.com');
			expect(more).toEqual([]);
			expect(mail?.subject).toBe(mailsEnrollmentsText.receivedSubject(course.title));
			expect(mail?.text).toContain('NGN 70,000');
			expect(mail?.text).toContain('0123456789');
			const enrollment = await get(parsePublicId(mail?.text));
			expect(enrollment).toEqual({
				id: parsePublicId(mail?.text),
				course_id: course.id,
				course_title: course.title,
				name: 'Ada Obi',
				state: 'awaiting_payment',
				price_kobo: 7_000_000,
				price: 'NGN 70,000',
				created_at: new Date(clock.now()).toISOString(),
				steps: ['requested', 'awaiting_payment'].map((state) => ({ state, at: new Date(clock.now()).toISOString() })),
				payment: {
					online: false,
					bank: { details: bank, reference: expect.stringMatching(/^KSW-[2-9A-Z]{5}$/) },
					proofs: [],
				},
				joined: false,
			});
			expect(mail?.text).toContain(enrollment.payment?.bank?.reference);
		});

		test('creates one request per address and course, and reveals a repetition only by mail', async () => {
			const body = form();
			const first = await enroll(body);
			const again = await enroll({ ...body, email: body.email.toUpperCase(), name: 'Somebody Else' });
			expect(again).toEqual(first);
			const mails = await listMails(body.email);
			expect(mails).toHaveLength(2);
			expect(mails.map(({ text }) => parsePublicId(text))).toEqual([
				parsePublicId(mails[0]?.text),
				parsePublicId(mails[0]?.text),
			]);
			expect(mails.map(({ subject }) => subject)).toContain(mailsEnrollmentsText.repeatedSubject(course.title));
			expect((await get(parsePublicId(mails[0]?.text))).name).toBe('Ada Obi');
			await enroll({ ...body, courseTitle: otherCourse.title });
			const { items } = await admin.client.listEnrollments({ query: { q: body.email } });
			expect(items.map((item) => item.course_id)).toEqual([otherCourse.id, course.id]);
		});

		test('creates one request and one mail per Idempotency-Key', async () => {
			const body = form();
			for (let time = 0; time < 3; time += 1)
				await createApiClient(server).enroll({ body }, { idempotencyKey: `key-${body.email}` });
			expect(await listMails(body.email)).toHaveLength(1);
		});

		test('limits repeated mails to an address', async () => {
			const body = form();
			for (let time = 0; time < 12; time += 1) await enroll(body);
			expect(await listMails(body.email)).toHaveLength(1 + 5);
			await enroll({ ...body, courseTitle: otherCourse.title });
			expect(await listMails(body.email)).toHaveLength(1 + 5 + 1);
		});

		test('limits new requests per client, without counting rejected or repeated ones', async () => {
			const rateLimitConfig = { ...noRateLimits, enrollment: { most: 3, window: 60_000 } };
			const limitedServer = await startTestServer({ clock, rateLimitConfig });
			try {
				const send = async (body: object, headers: Record<string, string> = {}) => {
					const { status } = await fetch(`${limitedServer.address}/api/learning`, {
						method: 'POST',
						headers: { 'content-type': 'application/json', ...headers },
						body: JSON.stringify(body),
					});
					return status;
				};
				const invalid = [form({ name: '' }), form({ email: 'nonsense' }), form({ courseTitle: 'No course' })];
				for (const body of [...invalid, ...invalid]) expect(await send(body)).toBe(422);
				const [once, key] = [form(), { 'idempotency-key': 'once' }];
				for (let time = 0; time < 3; time += 1) expect(await send(once, key)).toBe(200);
				for (const status of [200, 200, 429, 429]) expect(await send(form())).toBe(status);
				expect(await send(form(), { 'idempotency-key': 'late' })).toBe(429);
				clock.advance(60_000);
				expect(await send(form())).toBe(200);
			} finally {
				await limitedServer.close();
			}
		});

		test('omits names with links from the greeting', async () => {
			const names = {
				'Ada\n\nObi': 'Hello Ada Obi,',
				'You won! evil.example': 'Hello,',
				'See //evil': 'Hello,',
				'Dr. Obi': 'Hello Dr. Obi,',
			};
			for (const [name, greeting] of Object.entries(names)) {
				const body = form({ name });
				await enroll(body);
				expect((await listMails(body.email))[0]?.text.split(/\r?\n/)[0]).toBe(greeting);
			}
		});

		test('returns an error for every invalid field', async () => {
			const invalid = enroll(form({ name: ' ', email: '', phone: '', courseTitle: course.title }));
			await expect(invalid).rejects.toMatchObject({
				status: 422,
				problem: {
					fields: {
						name: messages.enrollmentNameMissing,
						email: messages.enrollmentEmailMissing,
						phone: messages.enrollmentPhoneMissing,
					},
				},
			});
			for (const change of [
				{ courseTitle: 'Cooking' },
				{ email: 'ada' },
				{ email: ['a@example.com'] },
				{ price: 1 },
				{ phone: '1\0' },
			]) {
				const field = Object.keys(change)[0] as string;
				await expect(enroll(form(change))).rejects.toMatchObject({
					status: 422,
					problem: { fields: { [field]: expect.any(String) } },
				});
			}
		});
	});

	test('are found only by their public id', async () => {
		const { id, row } = await createRequest();
		const [number, seal = ''] = id.split('.');
		const other = (await createRequest()).id;
		const guesses = [
			String(row.id),
			`${number}.`,
			`${number}.${'A'.repeat(seal.length)}`,
			`${number}.${other.split('.')[1]}`,
			`${other.split('.')[0]}.${seal}`,
			`${number}.${seal}A`,
			`${number}.${seal.slice(0, -1)}`,
			'x',
		];
		for (const guess of guesses) {
			await expect(get(guess)).rejects.toMatchObject({ status: 404 });
			await expect(createApiClient(server).payEnrollment({ params: { id: guess } })).rejects.toMatchObject({
				status: 404,
			});
			await expect(createApiClient(server).checkPayment({ params: { id: guess } })).rejects.toMatchObject({
				status: 404,
			});
			expect((await sendProof(guess, new Uint8Array(await makeJpeg()))).status).toBe(404);
		}
		const response = await fetch(`${server.address}/api/enrollments/${id}`);
		expect(response.headers.get('cache-control')).toBe('no-store');
		const body = await response.text();
		for (const secret of [row.email, row.phone, row.whatsapp]) expect(body).not.toContain(secret);
		const stored = JSON.stringify(
			await server.db.tables<{ enrollments: object }>().selectFrom('enrollments').selectAll().execute(),
		);
		expect(stored).not.toContain(seal);
	});

	test('become active when an administrator confirms the transfer, and inactive after a refund', async () => {
		const { id, row, email } = await createRequest();
		const learner = await createAccount(`learner_${row.id}`, email);
		await verify(email);
		await learner.client.claimEnrollment({ params: { id }, body: { name: 'Ada Obi' } });
		const confirmed = await act(row, 'confirm_payment');
		expect(confirmed).toMatchObject({ state: 'paid', actions: ['activate', 'cancel', 'refund'] });
		await server.jobs.whenIdle();
		expect(await get(id)).toMatchObject({ state: 'active', joined: true, payment: null });
		expect((await detail(row)).steps.map(({ state, by }) => [state, by])).toEqual([
			['requested', null],
			['awaiting_payment', null],
			['paid', admin.session.user_name],
			['active', null],
		]);
		const [mine] = (await learner.client.listMyEnrollments()).items;
		expect(mine).toMatchObject({ id, course_id: course.id, state: 'active', progress: 0 });
		await learner.client.setProgress({ params: { id: course.id }, body: { module: 1, done: true } });
		expect((await learner.client.listMyEnrollments()).items[0]?.progress).toBeGreaterThan(0);
		expect((await listMails(email)).map(({ subject }) => subject)).toEqual(
			expect.arrayContaining([
				mailsEnrollmentsText.paidSubject(course.title),
				mailsEnrollmentsText.activeSubject(course.title),
			]),
		);

		expect(await act(row, 'refund')).toMatchObject({ state: 'refunded', actions: ['reopen'] });
		expect((await learner.client.listMyEnrollments()).items[0]).toMatchObject({ state: 'refunded', progress: null });
		await expect(learner.client.getProgress({ params: { id: course.id } })).rejects.toMatchObject({ status: 403 });
		expect((await listMails(email)).map(({ subject }) => subject)).toContain(
			mailsEnrollmentsText.refundedSubject(course.title),
		);
	});

	test('of an account that has not confirmed the address are exported and erased with it, unless they are paid', async () => {
		const learner = await signUp(server);
		const { email } = learner.session;
		await learner.client.enroll({ body: form({ email }) });
		const findRequest = () =>
			tables().selectFrom('enrollments').selectAll().where('email_key', '=', email).executeTakeFirst();
		const handler = createEnrollmentPersonalData({
			accounts: server.accounts,
			media: { remove: async () => {} } as unknown as MediaService,
		});
		const exportNames = async () =>
			((await handler.export(server.db, learner.session.id)) as { name: string }[]).map(({ name }) => name);
		expect(await exportNames()).toEqual(['Ada Obi']);
		// Somebody who typed the address of another person is shown nothing of that person's payment, and cannot erase it.
		const erase = () => server.db.transaction(async (tx) => handler.erase?.(tx, learner.session.id));
		await tables().updateTable('enrollments').set({ state: 'paid' }).where('email_key', '=', email).execute();
		expect(await exportNames()).toEqual([]);
		await erase();
		expect(await findRequest()).toMatchObject({ name: 'Ada Obi', email });
		await tables().updateTable('enrollments').set({ state: 'requested' }).where('email_key', '=', email).execute();
		await erase();
		expect(await findRequest()).toBeUndefined();
	});

	test('join an account that has verified the address only once its owner says so', async () => {
		const { id, row, email } = await createRequest();
		await act(row, 'confirm_payment');
		const mail = (await listMails(email)).find(
			({ subject }) => subject === mailsEnrollmentsText.activeSubject(course.title),
		);
		expect(mail?.text).toContain('/signup');
		const learner = await createAccount(`late_${row.id}`, email.toUpperCase());
		const claim = (name: string | null, { client } = learner) =>
			client.claimEnrollment({ params: { id }, body: { name } });
		expect((await learner.client.listUnclaimedEnrollments()).items).toEqual([]);
		await expect(claim('Ada N. Obi')).rejects.toMatchObject({ status: 404 });
		await verify(email.toUpperCase());
		expect((await learner.client.listMyEnrollments()).items).toEqual([]);
		expect(await get(id)).toMatchObject({ state: 'active', joined: false });
		const { items } = await learner.client.listUnclaimedEnrollments();
		expect(items).toMatchObject([
			{ id, course_title: course.title, name: 'Ada Obi', state: 'active', declined: false },
		]);
		await expect(claim(' ')).rejects.toMatchObject({ status: 422 });
		const stranger = await signUp(server);
		await expect(claim('Eve', stranger)).rejects.toMatchObject({ status: 404 });
		await claim('Ada N. Obi');
		expect((await learner.client.listMyEnrollments()).items).toMatchObject([
			{ id, state: 'active', progress: 0, name: 'Ada N. Obi' },
		]);
		expect((await learner.client.listUnclaimedEnrollments()).items).toEqual([]);
		expect(await get(id)).toMatchObject({ joined: true });
		expect((await detail(row)).user_name).toBe(learner.session.user_name);
		await expect(claim('Somebody Else')).rejects.toMatchObject({ status: 404 });
		expect((await stranger.client.listMyEnrollments()).items).toEqual([]);
		await expect(createApiClient(server).listMyEnrollments()).rejects.toMatchObject({ status: 401 });
		const [learning] = await server.db
			.tables<CourseTables>()
			.selectFrom('learners')
			.selectAll()
			.where('account_id', '=', learner.session.id)
			.execute();
		expect(learning?.name).toBe('Ada N. Obi');
	});

	test('that the owner of the address declines are marked, until they send the form themselves', async () => {
		const { id, row, email } = await createRequest();
		const owner = await createAccount(`owner_${row.id}`, email);
		await verify(email);
		await owner.client.claimEnrollment({ params: { id }, body: { name: null } });
		expect((await owner.client.listUnclaimedEnrollments()).items).toMatchObject([{ id, declined: true }]);
		await owner.client.enroll({ body: form({ email, name: 'The Owner' }) });
		expect((await owner.client.listMyEnrollments()).items).toMatchObject([{ id, name: 'The Owner' }]);
	});

	test('that the owner of the address declined can still be added', async () => {
		const { id, row, email } = await createRequest();
		const owner = await createAccount(`sorry_${row.id}`, email);
		await verify(email);
		for (const name of [null, 'The Owner']) await owner.client.claimEnrollment({ params: { id }, body: { name } });
		expect((await owner.client.listMyEnrollments()).items).toMatchObject([{ id, name: 'The Owner' }]);
	});

	test('that the owner of the address declined are erased with the account, but not exported', async () => {
		const { id, row, email } = await createRequest();
		const owner = await createAccount(`leaver_${row.id}`, email);
		await verify(email);
		await owner.client.claimEnrollment({ params: { id }, body: { name: null } });
		const handler = createEnrollmentPersonalData({ accounts: server.accounts, media: server.media });
		expect(await handler.export?.(server.db, owner.session.id)).toEqual([]);
		await server.db.transaction(async (tx) => handler.erase?.(tx, owner.session.id));
		await expect(get(id)).rejects.toMatchObject({ status: 404 });
	});

	test('have the name in the form of the signed-in owner until they are paid, whatever strangers send', async () => {
		const { id, row, email } = await createRequest({ name: 'A Stranger', phone: '0700 000 0000' });
		const owner = await createAccount(`named_${row.id}`, email);
		const stranger = await signUp(server);
		await owner.client.enroll({ body: form({ email, name: 'Too Early' }) });
		expect(await get(id)).toMatchObject({ name: 'A Stranger' });
		await verify(email);
		await owner.client.enroll({ body: form({ email, name: 'The Owner' }) });
		expect((await owner.client.listMyEnrollments()).items).toMatchObject([
			{ id, name: 'The Owner', phone: '0803 123 4567' },
		]);
		await stranger.client.enroll({ body: form({ email, name: 'Another Stranger' }) });
		await enroll(form({ email, name: 'A Visitor' }));
		expect(await get(id)).toMatchObject({ name: 'The Owner' });
		expect((await admin.client.listEnrollments({ query: { q: 'the owner' } })).items[0]).toMatchObject({ id: row.id });
		await act(row, 'confirm_payment');
		await server.jobs.whenIdle();
		await owner.client.enroll({ body: form({ email, name: 'A Later Name' }) });
		expect(await get(id)).toMatchObject({ name: 'The Owner', joined: true });
	});

	test('can be cancelled and reopened', async () => {
		const { id, row, email } = await createRequest();
		expect(await act(row, 'cancel')).toMatchObject({ state: 'cancelled', actions: ['reopen'] });
		expect((await listMails(email)).map(({ subject }) => subject)).toContain(
			mailsEnrollmentsText.cancelledSubject(course.title),
		);
		await expect(act(row, 'confirm_payment')).rejects.toMatchObject({ status: 409 });
		await enroll(form({ email }));
		expect(await get(id)).toMatchObject({ state: 'awaiting_payment' });
		await act(row, 'cancel');
		expect(await act(row, 'reopen')).toMatchObject({ state: 'awaiting_payment' });
	});

	test('cannot be paid online if online payment is not configured', async () => {
		const { id } = await createRequest();
		await expect(createApiClient(server).payEnrollment({ params: { id } })).rejects.toMatchObject({ status: 409 });
		expect(await createApiClient(server).checkPayment({ params: { id } })).toMatchObject({ state: 'awaiting_payment' });
		const forged = await fetch(`${server.address}/api/payments/paystack/webhook`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-paystack-signature': 'a'.repeat(128) },
			body: JSON.stringify({ event: 'charge.success', data: {} }),
		});
		expect(forged.status).toBe(403);
	});
});

describeOnBothEngines('concurrent enrollment requests', (engine) => {
	useServer(engine);

	test('create one request per address and course', async () => {
		const body = form();
		await Promise.all(Array.from({ length: 8 }, () => enroll(body)));
		const { items } = await admin.client.listEnrollments({ query: { q: body.email } });
		expect(items).toHaveLength(1);
		expect((await detail(items[0] as EnrollmentListItem)).steps).toHaveLength(2);
	});

	test('accept re-encoded proofs up to the limit, visible only to administrators and the learner', async () => {
		const { id, row } = await createRequest();
		const picture = new Uint8Array(await makeJpeg());
		const first = await sendProof(id, picture);
		expect(first.status).toBe(200);
		const enrollment = (await first.json()) as Enrollment;
		expect(enrollment.payment?.proofs).toMatchObject([{ at: new Date(clock.now()).toISOString() }]);
		expect((await fetch(new URL(enrollment.payment?.proofs[0]?.url ?? '', server.address))).status).toBe(200);
		const { proofs, has_proof } = await detail(row);
		expect(has_proof).toBe(true);
		const address = new URL(proofs[0]?.url ?? '', server.address);
		const pictureResponse = await fetch(address);
		expect(pictureResponse.headers.get('content-type')).toBe('image/webp');
		expect(pictureResponse.headers.get('cache-control')).toContain('no-store');
		expect((await fetch(address.origin + address.pathname)).status).toBe(404);
		expect((await fetch(address.origin + address.pathname.replace('/private-media/', '/media/'))).status).toBe(404);
		clock.advance(limits.signedUrlTtl);
		expect((await fetch(address)).status).toBe(404);

		expect((await sendProof(id, new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(
			415,
		);
		const more = await Promise.all(Array.from({ length: 6 }, () => sendProof(id, picture)));
		expect(more.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409]);
		expect((await detail(row)).proofs).toHaveLength(enrollmentLimits.enrollmentProofs);
		await act(row, 'confirm_payment');
		expect((await sendProof(id, picture)).status).toBe(409);

		// A reopened enrollment starts without proofs of payment.
		await act(row, 'cancel');
		clock.advance(1);
		await act(row, 'reopen');
		expect(await get(id)).toMatchObject({ payment: { proofs: [] } });
		expect((await sendProof(id, picture)).status).toBe(200);
		expect((await get(id)).payment?.proofs).toHaveLength(1);
		expect((await detail(row)).proofs).toHaveLength(enrollmentLimits.enrollmentProofs + 1);
	});
});

describeOnBothEngines('unconfirmed requests', (engine) => {
	useServer(engine);

	test('are deleted after 180 days without a change, unless somebody paid or an account has them', async () => {
		const requests = await Promise.all([1, 2, 3].map(() => createRequest()));
		const [old, paid, linked] = requests.map(({ row }) => row.id) as [number, number, number];
		const { session } = await signUp(server);
		const enrollments = () => tables().updateTable('enrollments');
		await enrollments().set({ state: 'paid' }).where('id', '=', paid).execute();
		await enrollments().set({ account_id: session.id }).where('id', '=', linked).execute();
		const listIds = async () =>
			(
				await tables()
					.selectFrom('enrollments')
					.select('id')
					.where('id', 'in', [old, paid, linked])
					.orderBy('id')
					.execute()
			).map(({ id }) => id);
		clock.advance(enrollmentLimits.unconfirmedRequestRetention);
		await server.enrollments.sweep();
		expect(await listIds()).toEqual([old, paid, linked].sort((a, b) => a - b));
		clock.advance(1);
		await server.enrollments.sweep();
		expect(await listIds()).toEqual([paid, linked].sort((a, b) => a - b));
	});
});

describeOnBothEngines('waiting proofs', (engine) => {
	useServer(engine);

	test('count each enrollment once, since its first proof, until an administrator acts or adds a note', async () => {
		const [first, second] = [await createRequest(), await createRequest()];
		const picture = new Uint8Array(await makeJpeg());
		const getWaiting = async () => (await admin.client.getWaiting()).proofs;
		const listNames = async (proof: 'true' | 'false') =>
			(await admin.client.listEnrollments({ query: { proof } })).items.map(({ id }) => id);
		expect(await getWaiting()).toEqual({ count: 0, since: null });
		const since = new Date(clock.now()).toISOString();
		await sendProof(first.id, picture);
		clock.advance(60_000);
		await sendProof(first.id, picture);
		const later = new Date(clock.now()).toISOString();
		await sendProof(second.id, picture);
		expect(await getWaiting()).toEqual({ count: 2, since });
		expect(await listNames('true')).toEqual([second.row.id, first.row.id]);
		expect(await listNames('false')).toEqual([]);
		await act(first.row, 'confirm_payment');
		expect(await getWaiting()).toEqual({ count: 1, since: later });
		await admin.client.updateEnrollment({ params: { id: String(second.row.id) }, body: { note: 'Not our account.' } });
		expect(await getWaiting()).toEqual({ count: 0, since: null });

		// A new proof waits again.
		clock.advance(60_000);
		await sendProof(second.id, picture);
		expect(await getWaiting()).toEqual({ count: 1, since: new Date(clock.now()).toISOString() });
		await act(second.row, 'cancel');
		expect(await getWaiting()).toEqual({ count: 0, since: null });
	});
});

describe('enrollment administration', () => {
	beforeAll(() => start(defaultEngine));
	afterAll(() => server.close());

	test('asks for the payment if no payment option is configured', async () => {
		const { id, row, email } = await createRequest();
		expect(await get(id)).toMatchObject({ state: 'requested', payment: null });
		expect((await listMails(email))[0]?.text).toContain(mailsEnrollmentsText.payLater(course.title));
		expect((await detail(row)).actions).toEqual(['ask_payment', 'confirm_payment', 'cancel']);
		expect(await act(row, 'ask_payment')).toMatchObject({ state: 'awaiting_payment' });
		expect(await get(id)).toMatchObject({ payment: { online: false, bank: null } });
		expect(await listMails(email)).toHaveLength(2);
	});

	test('rejects callers who are not administrators', async () => {
		const { row } = await createRequest();
		const otherPerson = await signUp(server);
		const params = { id: String(row.id) };
		for (const [client, status] of [
			[createApiClient(server), 401],
			[otherPerson.client, 403],
		] as const) {
			await expect(client.listEnrollments({ query: {} })).rejects.toMatchObject({ status });
			await expect(client.getEnrollmentDetail({ params })).rejects.toMatchObject({ status });
			await expect(client.updateEnrollment({ params, body: { note: 'x' } })).rejects.toMatchObject({ status });
			await expect(client.exportEnrollments({ query: {} })).rejects.toMatchObject({ status });
		}
	});

	test('paginates and filters by state and course, with counts', async () => {
		const { row } = await createRequest({ courseTitle: lastCourse.title });
		await act(row, 'cancel');
		for (let time = 0; time < 3; time += 1) await createRequest({ courseTitle: lastCourse.title });
		const query = { course: lastCourse.id, limit: 3 };
		const first = await admin.client.listEnrollments({ query });
		expect(first.items).toHaveLength(3);
		expect(first.counts).toEqual({ requested: 3, awaiting_payment: 0, paid: 0, active: 0, cancelled: 1, refunded: 0 });
		const second = await admin.client.listEnrollments({ query: { ...query, cursor: first.next_cursor ?? '' } });
		expect(second).toMatchObject({
			items: [{ id: row.id, state: 'cancelled', price_kobo: coursePriceKobo(lastCourse) }],
			next_cursor: null,
		});
		const cancelled = await admin.client.listEnrollments({ query: { course: lastCourse.id, state: 'cancelled' } });
		expect(cancelled.items.map(({ id }) => id)).toEqual([row.id]);
		expect(cancelled.counts).toEqual(first.counts);
		const { csv } = await admin.client.exportEnrollments({ query: { course: lastCourse.id, state: 'cancelled' } });
		expect(csv.trim().split('\r\n').slice(1)).toEqual([expect.stringContaining(row.email)]);
		await expect(admin.client.listEnrollments({ query: { cursor: 'x' } })).rejects.toMatchObject({ status: 422 });
	});

	test('searches by name, email, phone number and reference', async () => {
		const { row } = await createRequest({ name: 'Ọlá 100% Ṣadé', phone: '+234 (0) 805-987 6543' });
		expect(row).toMatchObject({ phone: '+234 (0) 805-987 6543', whatsapp: '2348059876543' });
		for (const q of [
			'ọlá',
			'100%',
			row.email.toUpperCase(),
			'0805 987',
			'2348059876543',
			row.reference.toLowerCase(),
		]) {
			const { items } = await admin.client.listEnrollments({ query: { q } });
			expect(
				items.map(({ id }) => id),
				q,
			).toEqual([row.id]);
		}
		for (const q of ['1_0%', '%ṣadé', '0805 999', 'nobody at all']) {
			expect((await admin.client.listEnrollments({ query: { q } })).items, q).toEqual([]);
		}
	});

	test('stores notes, and writes an audit entry for each action', async () => {
		const { row } = await createRequest();
		const params = { id: String(row.id) };
		const options = { idempotencyKey: `note-${row.id}` };
		const body = { action: 'cancel' as const, note: 'Called, no answer' };
		const first = await admin.client.updateEnrollment({ params, body }, options);
		expect(await admin.client.updateEnrollment({ params, body }, options)).toEqual(first);
		expect(first.notes).toMatchObject([{ text: 'Called, no answer', by: admin.session.user_name }]);
		await admin.client.updateEnrollment({ params, body: { note: 'She called back' } });
		expect((await detail(row)).notes.map(({ text }) => text)).toEqual(['She called back', 'Called, no answer']);
		const entries = await server.db
			.tables<{ audit_log: { action: string; target_kind: string; target_id: number; reason: string } }>()
			.selectFrom('audit_log')
			.select(['action', 'reason'])
			.where('target_kind', '=', 'enrollment')
			.where('target_id', '=', row.id)
			.execute();
		expect(entries).toEqual([{ action: 'enrollment.cancel', reason: '' }]);
		await expect(admin.client.updateEnrollment({ params, body: {} })).rejects.toMatchObject({ status: 422 });
		await expect(act({ id: 999_999 }, 'cancel')).rejects.toMatchObject({ status: 404 });
	});

	test('exports a CSV file without formulas', async () => {
		const { row } = await createRequest({
			name: '=HYPERLINK("http://x","y")',
			phone: '+2348031234567',
			coursetype: 'a, "b"',
		});
		const { csv, file_name } = await admin.client.exportEnrollments({ query: { q: row.email } });
		expect(file_name).toMatch(/^enrollments-\d{4}-\d\d-\d\d\.csv$/);
		expect(csv.startsWith(`\uFEFF${adminApiText.enrollmentsCsvHeadings.join(',')}\r\n`)).toBe(true);
		const [, line = '', end] = csv.split('\r\n');
		expect(line).toContain(`"'=HYPERLINK(""http://x"",""y"")"`);
		expect(line).toContain(`,'+2348031234567,2348031234567,70000,`);
		expect(line).toContain('"a, ""b"""');
		expect(end).toBe('');
		const { row: wide } = await createRequest({ name: '＝1+1' });
		expect((await admin.client.exportEnrollments({ query: { q: wide.email } })).csv).toContain(`,'＝1+1,`);
	});
});
