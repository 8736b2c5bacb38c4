import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountTables } from '../../server/accounts/tables.ts';
import { createFakeClock, type FakeClock } from '../../server/testing/clock.ts';
import { describeOnBothEngines } from '../../server/testing/database.ts';
import { openMailbox } from '../../server/testing/mailbox.ts';
import {
	createApiClient,
	goodPassword,
	postPictureAd,
	signUp,
	signUpAdministrator,
	type TestPerson,
} from '../../server/testing/people.ts';
import { type LoopbackPushService, startPushService } from '../../server/testing/push-service.ts';
import { seedFailedJob } from '../../server/testing/seed-failed-job.ts';
import { type LoopbackSmtpServer, startSmtpServer } from '../../server/testing/smtp-server.ts';
import { startTestServer, type TestServer } from '../../server/testing/start-server.ts';
import * as moderationApiText from '../../text/server/moderation-api.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { runCommand } from './run-command.ts';

let server: TestServer;
let clock: FakeClock;
let smtp: LoopbackSmtpServer;
let push: LoopbackPushService;
let mailbox: ReturnType<typeof openMailbox>;
let admin: TestPerson;

const run = (command: string, input: Record<string, unknown> = {}) =>
	runCommand(server, { command, input }, new AbortController().signal);
const execute = (statement: ReturnType<typeof sql>) => statement.execute(server.db.kysely);
const loggedOut = { status: 401 };
const listAudit = async (action: string) => (await admin.client.listAudit({ query: { action } })).items;

const findPeople = async (q: string) =>
	(await createApiClient(server).search({ query: { q, kind: 'people' } })).people.items;

async function verifyEmail({ session }: TestPerson): Promise<void> {
	const accounts = server.db.tables<AccountTables>().updateTable('accounts');
	await accounts.set({ email_verified_at: clock.now() }).where('id', '=', session.id).execute();
}

describeOnBothEngines('commands', (engine) => {
	beforeAll(async () => {
		clock = createFakeClock(Date.now());
		smtp = await startSmtpServer();
		push = await startPushService();
		mailbox = openMailbox(smtp);
		server = await startTestServer({ engine, clock, pushServices: push.services, env: { SMTP_URL: smtp.url } });
		admin = await signUpAdministrator(server);
	});
	afterAll(async () => {
		await server.close();
		await smtp.close();
		await push.close();
	});

	test('rejects an unknown command, an unknown input and a missing input', async () => {
		expect(await run('market sell')).toMatchObject({ error: { code: 'invalid' } });
		expect(await run('constructor')).toMatchObject({ error: { code: 'invalid' } });
		expect(await run('jobs list', { __proto__: null, constructor: '1' })).toMatchObject({ error: { code: 'invalid' } });
		expect(await run('second-factor reset')).toEqual({
			error: { code: 'invalid', message: 'account: Missing', fields: { account: 'Missing' } },
		});
		expect(await run('account suspend', { account: 'a', reason: 'b', days: '366' })).toMatchObject({
			error: { code: 'invalid', fields: { days: expect.any(String) } },
		});
	});

	test('creates an administrator, who must change the password', async () => {
		const input = { email: 'Ngozi@market.example', user_name: 'ngozi' };
		const { result } = (await run('admin create', input)) as { result: { id: number; password: string } };
		expect(result).toMatchObject({ email: input.email, user_name: 'ngozi' });
		const session = await createApiClient(server).adminLogIn({
			body: { email: input.email, password: result.password },
		});
		expect(session).toMatchObject({ id: result.id, role: 'admin', must_change_password: true, email_verified: false });
		expect((await mailbox.next(input.email, 'Confirm')).text).toContain('/verify-email');
		expect(await run('admin create', input)).toMatchObject({
			error: { code: 'invalid', fields: { user_name: accountsApiText.userNameTaken } },
		});
		expect(await run('admin create', { ...input, user_name: 'ngozi_2' })).toMatchObject({
			error: { code: 'invalid', fields: { email: accountsApiText.emailTaken } },
		});
		expect(await listAudit('account.create')).toMatchObject([
			{ user_name: null, action: 'account.create_admin', target: { kind: 'account', id: result.id } },
		]);
	});

	test('promotes an account with a confirmed email, and ends its sessions', async () => {
		const person = await signUp(server, 'promoted_one');
		const promote = () => run('admin promote', { account: 'Promoted_One@example.com' });
		expect(await promote()).toMatchObject({ error: { message: accountsApiText.promotedEmailUnverified } });
		await verifyEmail(person);
		const { id } = person.session;
		expect(await promote()).toEqual({ result: { id, user_name: 'promoted_one', second_factor: false } });
		await expect(person.client.getMe()).rejects.toMatchObject(loggedOut);
		const { email } = person.session;
		const session = await createApiClient(server).adminLogIn({ body: { email, password: goodPassword } });
		expect(Date.parse(session.expires_at) - clock.now()).toBeLessThanOrEqual(12 * 3_600_000);
		await mailbox.next(email, 'manage');
		expect(await findPeople('promoted_one')).toEqual([]);
		expect(await promote()).toMatchObject({
			error: { code: 'conflict', message: accountsApiText.alreadyAdministrator },
		});
		expect(await listAudit('account.promote')).toMatchObject([{ user_name: null, target: { id } }]);
	});

	test('does not promote a suspended account or one that does not exist', async () => {
		const person = await signUp(server);
		const { user_name: account } = person.session;
		await verifyEmail(person);
		await run('account suspend', { account, reason: 'Scam' });
		expect(await run('admin promote', { account })).toMatchObject({
			error: { message: accountsApiText.notPromotable },
		});
		expect(await run('admin promote', { account: 'nobody_here' })).toMatchObject({ error: { code: 'not_found' } });
	});

	test('resets a second factor, and ends the sessions of its account', async () => {
		const boss = await signUpAdministrator(server);
		const { email, user_name: account } = boss.session;
		expect(await run('second-factor reset', { account })).toMatchObject({ error: { code: 'not_found' } });
		const { secret } = await boss.client.beginSecondFactor({ body: { password: goodPassword } });
		const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
		await boss.client.confirmSecondFactor({ body: { code } });
		const logIn = () => createApiClient(server).adminLogIn({ body: { email, password: goodPassword } });
		await expect(logIn()).rejects.toMatchObject({ problem: { fields: { code: accountsApiText.codeMissing } } });

		expect(await run('second-factor reset', { account: email })).toMatchObject({ result: { user_name: account } });
		await expect(boss.client.getMe()).rejects.toMatchObject(loggedOut);
		expect((await logIn()).role).toBe('admin');
		await mailbox.next(email, 'second factor');
		expect(await listAudit('second_factor.reset')).toMatchObject([
			{ user_name: null, target: { id: boss.session.id } },
		]);
	});

	test('suspends an account with a mail, and restores it whatever suspended it', async () => {
		const seller = await signUp(server);
		const { email, user_name: account } = seller.session;
		const suspend = (days?: string) =>
			run('account suspend', { account, reason: 'The phones never arrived.', ...(days && { days }) });
		expect(await run('account restore', { account, reason: 'Fine' })).toMatchObject({
			error: { code: 'conflict', message: moderationApiText.notSuspended },
		});
		expect(await suspend()).toMatchObject({ result: { user_name: account, until: null } });
		expect(await suspend('3')).toMatchObject({
			result: { until: new Date(clock.now() + 3 * 86_400_000).toISOString() },
		});
		await expect(seller.client.getMe()).rejects.toMatchObject(loggedOut);
		const mails = await mailbox.all(server);
		expect(mails.filter(({ text }) => text.includes('The phones never arrived.'))).toHaveLength(2);

		expect(await run('account restore', { account, reason: 'The buyer has them.' })).toMatchObject({
			result: { user_name: account },
		});
		expect((await createApiClient(server).logIn({ body: { email, password: goodPassword } })).user_name).toBe(account);
		expect(await run('account suspend', { account: admin.session.user_name, reason: 'No' })).toMatchObject({
			error: { code: 'forbidden' },
		});
	});

	test('removes an ad with a mail to its seller, and decides its reports', async () => {
		const seller = await signUp(server);
		const [ad, reporter] = [await postPictureAd(seller), await signUp(server)];
		await reporter.client.report({ body: { target: { kind: 'ad', id: ad.id }, reason: 'prohibited' } });
		const remove = () => run('ad remove', { id: String(ad.id), reason: 'This may not be sold.' });
		expect(await remove()).toMatchObject({ result: { id: ad.id, title: ad.title } });
		await expect(createApiClient(server).getAd({ params: { id: String(ad.id) } })).rejects.toMatchObject({
			status: 404,
		});
		const mails = await mailbox.all(server);
		for (const { email } of [seller.session, reporter.session])
			expect(
				mails.filter(({ envelope, text }) => envelope.to.includes(email) && text.includes('may not be sold')),
			).toHaveLength(1);
		expect((await admin.client.listReports({ query: { kind: 'ad' } })).items).toEqual([]);
		expect(await listAudit('moderation.delete')).toMatchObject([{ user_name: null, reason: 'This may not be sold.' }]);
		expect(await remove()).toMatchObject({ error: { code: 'not_found' } });
	});

	test('lists failed jobs, and runs one or all again', async () => {
		const seed = () => seedFailedJob(server, { name: 'accounts.erase-due', data: {}, error: 'The disk is full' });
		const ids = [await seed(), await seed(), await seed()];
		const { result } = (await run('jobs list')) as {
			result: { failed: number; jobs: { id: string; error: string }[] };
		};
		expect(result).toMatchObject({ failed: 3 });
		expect(result.jobs).toHaveLength(3);
		expect(result.jobs[0]).toMatchObject({ name: 'accounts.erase-due', tries: 10, error: 'The disk is full' });

		expect(await run('jobs requeue')).toMatchObject({ error: { message: 'ids: Name the jobs, or all with --all' } });
		expect(await run('jobs requeue', { ids, all: true })).toMatchObject({ error: { code: 'invalid' } });
		expect(await run('jobs requeue', { ids: ['nothing'] })).toMatchObject({ error: { code: 'not_found' } });
		expect(await run('jobs requeue', { ids: ids.slice(0, 1) })).toEqual({ result: { requeued: 1 } });
		expect(await run('jobs requeue', { all: true })).toEqual({ result: { requeued: 2 } });
		expect((await listAudit('job.retry'))[0]).toMatchObject({ user_name: null, reason: '2 jobs' });
		await server.jobs.whenIdle();
		expect(await run('jobs list')).toMatchObject({ result: { failed: 0, jobs: [] } });
	});

	test('fills an emptied search again, without what is hidden', async () => {
		const seller = await signUp(server, 'rebuilt_seller');
		const [ad, sold] = [
			await postPictureAd(seller, { title: 'Zebra print chair' }),
			await postPictureAd(seller, { title: 'Zebra print table' }),
		];
		await seller.client.markAdSold({ params: { id: String(sold.id) }, body: { sold: true } });
		await seller.client.createPost({ body: { kind: 'tweet', text: 'Zebra prints are back.' } });
		for (const index of ['ads', 'posts', 'people']) {
			const table = sql.table(`search_${index}`);
			await execute(engine === 'sqlite' ? sql`delete from ${table} where rowid > 0` : sql`delete from ${table}`);
		}
		await execute(sql`delete from search_words`);
		await execute(sql`insert into search_words (word) values ('zebrx')`);
		expect(await run('search rebuild')).toMatchObject({ result: { ads: expect.any(Number) } });
		const found = await createApiClient(server).search({ query: { q: 'zebra' } });
		expect(found.ads.items.map(({ id }) => id)).toEqual([ad.id]);
		expect(found.posts.items).toHaveLength(1);
		expect((await findPeople('rebuilt_seller')).map(({ id }) => id)).toEqual([seller.session.id]);
		const { rows } = await sql<{ word: string }>`select word from search_words where word like 'zebr%'`.execute(
			server.db.kysely,
		);
		expect(rows).toEqual([{ word: 'zebra' }]);
	});

	test('corrects wrong counts, and only those', async () => {
		const [seller, buyer] = [await signUp(server), await signUp(server)];
		const ad = await postPictureAd(seller);
		const on = { target: 'ads', id: String(ad.id) } as const;
		await buyer.client.like({ params: on });
		await buyer.client.follow({ params: { user_name: seller.session.user_name } });
		const question = await buyer.client.createComment({ params: on, body: { text: 'Is it new?' } });
		await seller.client.createComment({ params: on, body: { text: 'Yes.', parent_id: question.id } });
		await run('counts recount');
		expect(await run('counts recount')).toEqual({ result: { likes: 0, comments: 0, followers: 0, ratings: 0 } });

		const readRows = async () => {
			const { rows: ads } = await execute(sql`select likes, comments, score from ads where id = ${ad.id}`);
			const { rows: comments } = await execute(sql`select replies from comments where id = ${question.id}`);
			const { id } = seller.session;
			const { rows: accounts } = await execute(
				sql`select followers, review_count, review_stars from accounts where id = ${id}`,
			);
			return { ads, comments, accounts };
		};
		const before = await readRows();
		expect(before).toMatchObject({
			ads: [{ likes: 1, comments: 2 }],
			comments: [{ replies: 1 }],
			accounts: [{ followers: 1 }],
		});
		// Wrong counts without the score that belongs to them, as after a lost update of the counts alone.
		await execute(sql`update ads set likes = 9, comments = 0 where id = ${ad.id}`);
		await execute(sql`update comments set replies = 7 where id = ${question.id}`);
		await execute(
			sql`update accounts set followers = 4, review_count = 2, review_stars = 10 where id = ${seller.session.id}`,
		);
		expect(await run('counts recount')).toEqual({ result: { likes: 1, comments: 2, followers: 1, ratings: 1 } });
		const after = await readRows();
		expect(after).toMatchObject({
			ads: [{ likes: 1, comments: 2 }],
			comments: before.comments,
			accounts: before.accounts,
		});
		expect((await createApiClient(server).getAd({ params: { id: String(ad.id) } })).likes).toBe(1);
	});

	test('finds missing files and files without a row, and deletes nothing', async () => {
		const seller = await signUp(server);
		await postPictureAd(seller);
		const clean = (await run('files check')) as { result: { referenced: number } };
		expect(clean).toMatchObject({ result: { missing: { count: 0 }, unreferenced: { count: 0 } } });
		expect(clean.result.referenced).toBeGreaterThan(0);

		await server.files.write('media/nobody/480.webp', { bytes: Buffer.from('x') }, 'image/webp');
		await server.files.write('share/ads/1/a.jpg', { bytes: Buffer.from('x') }, 'image/jpeg');
		expect(await run('files check')).toMatchObject({ result: { unreferenced: { count: 0 } } });
		clock.advance(2 * 3_600_000);
		const { rows } = await sql<{ public_id: string }>`select public_id from media order by id desc limit 1`.execute(
			server.db.kysely,
		);
		const folder = `media/${rows[0]?.public_id}/`;
		const keys = [];
		for await (const { key } of server.files.list(folder)) keys.push(key);
		await server.files.remove(folder);
		expect(await run('files check')).toMatchObject({
			result: {
				missing: { count: keys.length, keys: expect.arrayContaining(keys) },
				unreferenced: { count: 1, keys: ['media/nobody/480.webp'] },
			},
		});
		expect(await server.files.size('media/nobody/480.webp')).toBe(1);
	});

	test('sends a test mail at once, and names what the mail server refuses', async () => {
		expect(await run('mail test', { email: 'boss@market.example' })).toEqual({ result: { delivered: 'smtp' } });
		await mailbox.next('boss@market.example', 'Test mail');
		expect(await run('mail test', { email: 'refused@market.example' })).toMatchObject({
			error: { code: 'internal', message: expect.stringContaining('No such mailbox') },
		});
		expect(await run('mail test', { email: 'nobody' })).toMatchObject({ error: { code: 'invalid' } });
	});

	test('sends a test notification to all devices of an account', async () => {
		const person = await signUp(server);
		const { id, user_name } = person.session;
		expect(await run('push test', { account: user_name })).toEqual({ result: { id, user_name, devices: 0, sent: 0 } });
		const device = push.subscribe((await person.client.getPushKey()).public_key);
		await person.client.storeToken({ body: { user_id: id, fcm_token: { ...device } } });
		expect(await run('push test', { account: user_name })).toMatchObject({ result: { devices: 1, sent: 1 } });
	});
});
