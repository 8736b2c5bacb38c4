import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReportTarget } from '../../contract/moderation/moderation.ts';
import * as mailsModerationText from '../../text/server/mails-moderation.ts';
import * as moderationApiText from '../../text/server/moderation-api.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import type { Engine } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { openMailbox } from '../testing/mailbox.ts';
import { createApiClient, signUp, signUpAdministrator, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { seedPost } from '../testing/seed-posts.ts';
import { type LoopbackSmtpServer, type ReceivedMessage, startSmtpServer } from '../testing/smtp-server.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { decisionPersonalData } from './personal-data.ts';

let server: TestServer;
let smtp: LoopbackSmtpServer;
let mailbox: ReturnType<typeof openMailbox>;
let clock: FakeClock;
let admin: TestPerson;
let second: TestPerson;
let seller: TestPerson;
let buyer: TestPerson;
let ad: number;

const publicUrl = 'https://market.example';
const day = 24 * 3_600_000;
const forbidden = { status: 403 };
const conflict = { status: 409 };

type Decide = Parameters<TestPerson['client']['decideReports']>[0]['body'];

const report = (reporter: TestPerson, kind: ReportTarget, id: number, note = '') =>
	reporter.client.report({ body: { target: { kind, id }, reason: 'scam', note } });
const cases = async (query: Parameters<TestPerson['client']['listReports']>[0]['query'] = {}) =>
	admin.client.listReports({ query: { limit: 50, ...query } });
const findCase = async (kind: ReportTarget, id: number) =>
	(await cases()).items.find(({ target }) => target.kind === kind && target.id === id);
const decide = (id: number, body: Decide, by = admin, idempotencyKey?: string) =>
	by.client.decideReports({ params: { id: String(id) }, body }, { ...(idempotencyKey && { idempotencyKey }) });
const logIn = ({ session, password }: TestPerson) =>
	createApiClient(server).logIn({ body: { email: session.email, password } });
const isAdVisible = (id: number) =>
	createApiClient(server)
		.getAd({ params: { id: String(id) } })
		.then(
			() => true,
			() => false,
		);

async function reportAndDecide(body: Decide, kind: ReportTarget = 'ad', id = ad) {
	await report(buyer, kind, id);
	return decide((await findCase(kind, id))?.id ?? 0, body);
}

function getKey({ text }: Pick<ReceivedMessage, 'text'>): string {
	const [, key] = /https:\/\/market\.example\/decision\/([\w.-]+)/.exec(text) ?? [];
	if (!key) throw new Error(`No decision link in: ${text}`);
	return key;
}

const appeal = (key: string, text = 'It is mine.') =>
	createApiClient(server).appeal({ params: { key }, body: { text } });

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		clock = createFakeClock();
		smtp = await startSmtpServer();
		mailbox = openMailbox(smtp);
		server = await startTestServer({ engine, clock, env: { SMTP_URL: smtp.url, PUBLIC_URL: publicUrl } });
	});
	afterAll(async () => {
		await server.close();
		await smtp.close();
	});
	beforeEach(async () => {
		[admin, second] = [await signUpAdministrator(server), await signUpAdministrator(server)];
		[seller, buyer] = [await signUp(server), await signUp(server)];
		ad = await seedAd(server, seller, { title: 'A generator', description: 'Runs.' });
		await mailbox.all(server);
	});
}

describe('moderation', () => {
	useServer();

	describe('a case', () => {
		test('collects all reports about one target, with its owner', async () => {
			const other = await signUp(server);
			const open = (await cases()).open;
			await report(buyer, 'ad', ad, 'He asked for a deposit.');
			await report(other, 'ad', ad);
			await report(buyer, 'account', seller.session.id);
			const found = await findCase('ad', ad);
			expect(found).toMatchObject({
				target: {
					kind: 'ad',
					id: ad,
					title: 'A generator',
					text: 'Runs.',
					path: `/feed/${ad}/a-generator`,
					gone: false,
				},
				owner: { user_name: seller.session.user_name, decisions: 0 },
				reports: [
					{ reporter: { user_name: other.session.user_name }, reason: 'scam', note: '' },
					{ reporter: { user_name: buyer.session.user_name }, note: 'He asked for a deposit.' },
				],
				flags: [],
				appeal: null,
			});
			expect((await cases()).open).toBe(open + 2);
			const ofAccounts = (await cases({ kind: 'account' })).items;
			expect(ofAccounts.every(({ target }) => target.kind === 'account')).toBe(true);
			expect(ofAccounts.at(-1)).toMatchObject({ target: { title: seller.session.display_name, gone: false } });
			expect((await cases({ reason: 'spam' })).items.some(({ id }) => id === found?.id)).toBe(false);
			expect((await cases({ reason: 'scam' })).items.some(({ id }) => id === found?.id)).toBe(true);
			expect((await cases({ appeals: 'true' })).items).toEqual([]);
		});

		test('is listed once across the pages, oldest first', async () => {
			for (let index = 0; index < 3; index += 1) await report(buyer, 'ad', await seedAd(server, seller));
			const ids: number[] = [];
			let cursor: string | undefined;
			do {
				const page = await admin.client.listReports({ query: { limit: 2, ...(cursor && { cursor }) } });
				ids.push(...page.items.map(({ id }) => id));
				cursor = page.next_cursor ?? undefined;
			} while (cursor);
			expect(ids.length).toBeGreaterThan(3);
			expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
			const query = { cursor: 'x' };
			await expect(admin.client.listReports({ query })).rejects.toMatchObject({ status: 422 });
		});

		test('stays open with the original title after the owner deletes the target', async () => {
			await report(buyer, 'ad', ad);
			await seller.client.deleteAd({ params: { id: String(ad) } });
			const found = await findCase('ad', ad);
			expect(found?.target).toMatchObject({ title: 'A generator', path: null, gone: true });
			const decision = await decide(found?.id ?? 0, { decision: 'delete', reason: 'A fraud.' });
			expect(decision.target.title).toBe('A generator');
		});

		test('takes the same number of queries for any number of reports', async () => {
			const countQueries = async () => {
				// Jobs that send mails make queries, too.
				await server.jobs.whenIdle();
				let count = 0;
				const { db } = server;
				const tables = db.tables.bind(db);
				db.tables = <T>() => {
					count += 1;
					return tables<T>();
				};
				await cases();
				db.tables = tables;
				return count;
			};
			const kinds: [ReportTarget, number][] = [
				['ad', ad],
				['post', await seedPost(server, seller)],
				['account', seller.session.id],
			];
			for (const [kind, id] of kinds) await report(buyer, kind, id);
			const few = await countQueries();
			expect(few).toBeGreaterThan(5);
			for (let index = 0; index < 5; index += 1) {
				const person = await signUp(server);
				await report(person, 'ad', await seedAd(server, await signUp(server)));
				for (const [kind, id] of kinds) await report(person, kind, id);
			}
			expect(await countQueries()).toBe(few);
		});
	});

	describe('a decision', () => {
		test('settles all reports, informs owner and reporters, and is logged', async () => {
			const other = await signUp(server);
			await mailbox.all(server);
			await report(other, 'ad', ad);
			const { id } = await reportAndDecide({ decision: 'hide', reason: 'This picture is not yours.' });
			expect(await findCase('ad', ad)).toBeUndefined();
			expect(await isAdVisible(ad)).toBe(false);
			const mails = await mailbox.all(server);
			const to = ({ session }: TestPerson) => mails.filter(({ envelope }) => envelope.to.includes(session.email));
			expect(mails).toHaveLength(3);
			for (const person of [buyer, other]) {
				expect(to(person)).toMatchObject([{ text: expect.stringContaining('This picture is not yours.') }]);
				expect(to(person)[0]?.text).not.toContain('/decision/');
			}
			const [toSeller] = to(seller);
			expect(toSeller?.text).toContain('This picture is not yours.');
			const key = getKey(toSeller as ReceivedMessage);
			const exported = await decisionPersonalData.export(server.db, seller.session.id);
			expect(exported).toMatchObject([{ id, kind: 'hide', reason: 'This picture is not yours.' }]);
			expect(JSON.stringify(exported)).not.toContain(buyer.session.user_name);
			expect(await createApiClient(server).getDecision({ params: { key } })).toMatchObject({
				id,
				kind: 'hide',
				appeal: null,
			});

			expect((await seller.client.listMyDecisions({ query: {} })).items).toMatchObject([{ id, mine: true, key }]);
			for (const person of [buyer, other]) {
				expect((await person.client.listMyDecisions({ query: {} })).items).toMatchObject([
					{ id, mine: false, key: null, reason: 'This picture is not yours.' },
				]);
			}
			expect((await admin.client.listAudit({ query: { action: 'moderation.', limit: 1 } })).items).toMatchObject([
				{
					user_name: admin.session.user_name,
					action: 'moderation.hide',
					target: { kind: 'ad', id: ad },
					reason: 'This picture is not yours.',
				},
			]);
			const none = { query: { user_name: second.session.user_name } };
			expect((await admin.client.listAudit(none)).items).toEqual([]);
			await report(buyer, 'account', seller.session.id);
			expect((await findCase('account', seller.session.id))?.owner.decisions).toBe(1);
		});

		test('to dismiss informs the reporters only, and allows new reports', async () => {
			await reportAndDecide({ decision: 'dismiss', reason: 'Nothing is wrong with it.' });
			const mails = await mailbox.all(server);
			expect(mails.map(({ envelope }) => envelope.to)).toEqual([[buyer.session.email]]);
			expect(mails[0]?.text).toContain('Nothing is wrong with it.');
			expect((await seller.client.listMyDecisions({ query: {} })).items).toEqual([]);
			await report(buyer, 'ad', ad);
			expect((await findCase('ad', ad))?.reports).toHaveLength(1);
		});

		test('to warn keeps the ad visible', async () => {
			await reportAndDecide({ decision: 'warn', reason: 'Say what is broken.' });
			expect(await isAdVisible(ad)).toBe(true);
			await mailbox.next(seller.session.email, mailsModerationText.warnedSubject('ad'));
		});

		test('takes effect once if repeated', async () => {
			await report(buyer, 'ad', ad);
			const { id } = (await findCase('ad', ad)) as { id: number };
			const key = `decide-${id}`;
			const [first, again] = [
				await decide(id, { decision: 'warn', reason: 'Once.' }, admin, key),
				await decide(id, { decision: 'warn', reason: 'Once.' }, admin, key),
			];
			expect(again).toEqual(first);
			expect(await mailbox.all(server)).toHaveLength(2);
		});

		test('needs a reason and must fit the target', async () => {
			await report(buyer, 'account', seller.session.id);
			const { id } = (await findCase('account', seller.session.id)) as { id: number };
			for (const decision of ['hide', 'delete'] as const) {
				await expect(decide(id, { decision, reason: 'x' })).rejects.toMatchObject({
					status: 422,
					problem: { fields: { decision: moderationApiText.accountNotHidden } },
				});
			}
			for (const wrong of [
				{ decision: 'warn', reason: ' ' },
				{ decision: 'warn' },
				{ decision: 'ban', reason: 'x' },
				{ decision: 'suspend', reason: 'x', days: 0 },
				{ decision: 'suspend', reason: 'x', days: 366 },
				{ decision: 'suspend', reason: 'x' },
			]) {
				await expect(decide(id, wrong as Decide)).rejects.toMatchObject({ status: 422 });
			}
			expect(await findCase('account', seller.session.id)).toBeDefined();
		});
	});

	describe('a suspension', () => {
		test('ends all sessions, names its end, and expires by itself', async () => {
			const { until } = await reportAndDecide({ decision: 'suspend', reason: 'A fraud.', days: 2 });
			const time = new Date(until ?? 0).toLocaleString('en-GB', {
				dateStyle: 'medium',
				timeStyle: 'short',
				timeZone: 'Africa/Lagos',
			});
			await expect(seller.client.getMe()).rejects.toMatchObject({ status: 401 });
			expect(await isAdVisible(ad)).toBe(false);
			const { text } = await mailbox.next(seller.session.email, mailsModerationText.suspendedSubject);
			expect(text).toContain(mailsModerationText.suspendedUntil(time));
			expect(text).toContain('A generator');
			expect(text).toContain('A fraud.');
			await expect(logIn(seller)).rejects.toMatchObject({
				status: 403,
				problem: { message: accountsApiText.suspendedUntil(time) },
			});
			const wrong = { body: { email: seller.session.email, password: 'not this one' } };
			await expect(createApiClient(server).logIn(wrong)).rejects.toMatchObject({ status: 422 });

			clock.advance(2 * day - 1);
			await server.accounts.endExpiredSuspensions();
			await expect(logIn(seller)).rejects.toMatchObject(forbidden);
			clock.advance(1);
			await server.accounts.endExpiredSuspensions();
			expect(await isAdVisible(ad)).toBe(true);
			await logIn(seller);
		});

		test('that has expired allows a login before the sweep', async () => {
			await reportAndDecide({ decision: 'suspend', reason: 'A fraud.', days: 1 });
			clock.advance(day);
			await logIn(seller);
			expect(await isAdVisible(ad)).toBe(true);
		});

		test('is rejected for administrators', async () => {
			const params = { id: String(second.session.id) };
			const body = { reason: 'x', days: null };
			await expect(admin.client.suspendUser({ params, body })).rejects.toMatchObject(forbidden);
			await second.client.getMe();
			await expect(admin.client.suspendUser({ params: { id: '999999' }, body })).rejects.toMatchObject({ status: 404 });
		});

		test('without an end lasts until it is lifted, also beside a shorter one', async () => {
			const params = { id: String(seller.session.id) };
			await report(buyer, 'account', seller.session.id);
			const short = await admin.client.suspendUser({ params, body: { reason: 'One.', days: 1 } });
			expect(await findCase('account', seller.session.id)).toBeUndefined();
			const long = await admin.client.suspendUser({ params, body: { reason: 'Two.', days: null } });
			await admin.client.liftDecision({ params: { id: String(short.id) }, body: { reason: 'Wrong.' } });
			clock.advance(400 * day);
			await server.accounts.endExpiredSuspensions();
			await expect(logIn(seller)).rejects.toMatchObject(forbidden);
			await admin.client.logOut().catch(() => {});
			admin = await signUpAdministrator(server);
			await admin.client.liftDecision({ params: { id: String(long.id) }, body: { reason: 'Wrong.' } });
			await logIn(seller);
		});
	});

	describe('an appeal', () => {
		test('is made once with the key, opens a case, and can lift the decision', async () => {
			const { id } = await reportAndDecide({ decision: 'suspend', reason: 'A fraud.', days: null });
			const key = getKey(await mailbox.next(seller.session.email, mailsModerationText.suspendedSubject));
			expect(await appeal(key)).toMatchObject({ id, appeal: { text: 'It is mine.', outcome: null } });
			await expect(appeal(key, 'Again.')).rejects.toMatchObject(conflict);
			const { items } = await cases({ appeals: 'true' });
			expect(items).toMatchObject([{ target: { kind: 'ad', id: ad, gone: true }, appeal: { id }, reports: [] }]);
			const caseId = items[0]?.id ?? 0;
			await expect(decide(caseId, { decision: 'dismiss', reason: 'x' })).rejects.toMatchObject(conflict);

			const lifted = await admin.client.liftDecision({
				params: { id: String(id) },
				body: { reason: 'You were right.' },
			});
			expect(lifted).toMatchObject({
				lifted_at: new Date(clock.now()).toISOString(),
				appeal: { outcome: 'lifted', answer: 'You were right.' },
			});
			expect((await cases({ appeals: 'true' })).items).toEqual([]);
			expect(await isAdVisible(ad)).toBe(true);
			const { text } = await mailbox.next(seller.session.email, mailsModerationText.liftedSubject);
			expect(text).toContain('You were right.');
			await logIn(seller);
			for (const call of [admin.client.liftDecision, admin.client.upholdDecision]) {
				await expect(call({ params: { id: String(id) }, body: { reason: 'x' } })).rejects.toMatchObject(conflict);
			}
		});

		test('can be rejected, and is hidden from reporters', async () => {
			const { id } = await reportAndDecide({ decision: 'hide', reason: 'Not yours.' });
			const params = { id: String(id) };
			const body = { reason: 'It stays.' };
			await expect(admin.client.upholdDecision({ params, body })).rejects.toMatchObject(conflict);
			const [mine] = (await seller.client.listMyDecisions({ query: {} })).items;
			await appeal(mine?.key ?? '', 'My receipt is attached.');
			// A new report is added to the open case of the appeal.
			await report(await signUp(server), 'account', seller.session.id);
			await admin.client.upholdDecision({ params, body });
			expect(await isAdVisible(ad)).toBe(false);
			expect((await mailbox.next(seller.session.email, mailsModerationText.upheldSubject)).text).toContain('It stays.');
			expect((await cases({ appeals: 'true' })).items).toEqual([]);
			const [theirs] = (await buyer.client.listMyDecisions({ query: {} })).items;
			expect(theirs).toMatchObject({ id, appeal: null, key: null });
			await expect(admin.client.upholdDecision({ params, body })).rejects.toMatchObject(conflict);
		});

		test("that was rejected doesn't prevent lifting the decision later", async () => {
			const { id } = await reportAndDecide({ decision: 'hide', reason: 'Not yours.' });
			const params = { id: String(id) };
			const [mine] = (await seller.client.listMyDecisions({ query: {} })).items;
			await appeal(mine?.key ?? '');
			await admin.client.upholdDecision({ params, body: { reason: 'It stays.' } });
			expect(await isAdVisible(ad)).toBe(false);
			const lifted = await admin.client.liftDecision({ params, body: { reason: 'He showed us the receipt.' } });
			expect(lifted).toMatchObject({
				lifted_at: new Date(clock.now()).toISOString(),
				appeal: { outcome: 'lifted', answer: 'He showed us the receipt.' },
			});
			expect(await isAdVisible(ad)).toBe(true);
			expect((await admin.client.listAudit({ query: { action: 'moderation.', limit: 1 } })).items).toMatchObject([
				{
					user_name: admin.session.user_name,
					action: 'moderation.lift',
					target: { kind: 'decision', id },
					reason: 'He showed us the receipt.',
				},
			]);
		});

		test('rejects an idempotency key that another endpoint used', async () => {
			const { id } = await reportAndDecide({ decision: 'hide', reason: 'Not yours.' });
			const [mine] = (await seller.client.listMyDecisions({ query: {} })).items;
			await appeal(mine?.key ?? '');
			const input = { params: { id: String(id) }, body: { reason: 'As we said.' } };
			const options = { idempotencyKey: 'one-answer' };
			const upheld = await admin.client.upholdDecision(input, options);
			await expect(admin.client.liftDecision(input, options)).rejects.toMatchObject({
				status: 422,
				problem: { fields: { 'idempotency-key': expect.any(String) } },
			});
			expect(await admin.client.upholdDecision(input, options)).toEqual(upheld);
			expect(await isAdVisible(ad)).toBe(false);
		});

		test('needs the unmodified key', async () => {
			await reportAndDecide({ decision: 'hide', reason: 'Not yours.' });
			const [mine] = (await seller.client.listMyDecisions({ query: {} })).items;
			const key = mine?.key ?? '';
			const next = `${(Number.parseInt(key, 36) + 1).toString(36)}${key.slice(key.indexOf('.'))}`;
			for (const wrong of [next, key.slice(0, -1), `${key}x`, key.split('.')[0] ?? '', '1.', 'x']) {
				await expect(createApiClient(server).getDecision({ params: { key: wrong } })).rejects.toMatchObject({
					status: 404,
				});
				await expect(appeal(wrong)).rejects.toMatchObject({ status: 404 });
			}
			await expect(appeal(key, ' ')).rejects.toMatchObject({ status: 422 });
		});
	});

	test('rejects moderation calls of users', async () => {
		const { id } = await reportAndDecide({ decision: 'warn', reason: 'x' });
		const params = { id: String(id) };
		const body = { reason: 'x' };
		for (const call of [
			() => buyer.client.listReports({ query: {} }),
			() => buyer.client.listAudit({ query: {} }),
			() => buyer.client.liftDecision({ params, body }),
			() => buyer.client.upholdDecision({ params, body }),
			() => buyer.client.decideReports({ params, body: { decision: 'dismiss', ...body } }),
			() => buyer.client.suspendUser({ params, body: { ...body, days: 1 } }),
		]) {
			await expect(call()).rejects.toMatchObject(forbidden);
		}
		const mine = await buyer.client.listMyDecisions({ query: {} });
		const response = JSON.stringify(mine);
		for (const secret of [seller.session.email, admin.session.user_name, '/decision/'])
			expect(response).not.toContain(secret);
	});
});

describeOnBothEngines('concurrent decisions', (engine) => {
	useServer(engine);

	test('succeed once and fail with a conflict after that', async () => {
		await report(buyer, 'ad', ad);
		const { id } = (await findCase('ad', ad)) as { id: number };
		const results = await Promise.allSettled([
			decide(id, { decision: 'hide', reason: 'Gone.' }),
			decide(id, { decision: 'dismiss', reason: 'Fine.' }, second),
		]);
		expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
		const rejected = results.find((result) => result.status === 'rejected');
		expect(rejected).toMatchObject({ reason: conflict });
		const isVisible = results[1].status === 'fulfilled';
		expect(await isAdVisible(ad)).toBe(isVisible);
		await expect(decide(id, { decision: 'delete', reason: 'x' }, second)).rejects.toMatchObject(conflict);
		expect(await isAdVisible(ad)).toBe(isVisible);
		await expect(decide(999_999, { decision: 'hide', reason: 'x' })).rejects.toMatchObject({ status: 404 });
	});
});
