import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BreachForm, LegalRequestKind } from '../../contract/data-protection/data-protection.ts';
import { dataProtectionLimits } from '../../contract/data-protection/data-protection-limits.ts';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import * as breachNoticeText from '../../text/shared/breach-notice.ts';
import * as breachesText from '../../text/shared/breaches.ts';
import * as legalRequestText from '../../text/shared/legal-request.ts';
import * as validationText from '../../text/shared/validation.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { openMailbox } from '../testing/mailbox.ts';
import { createApiClient, goodPassword, signUp, signUpAdministrator, type TestPerson } from '../testing/people.ts';
import { type LoopbackSmtpServer, startSmtpServer } from '../testing/smtp-server.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { readZip } from '../testing/zip.ts';
import { breachNoticeJob, breachNoticeMailJob } from './job-definitions.ts';
import { createDataProtectionJobHandlers } from './jobs.ts';

const hour = 3_600_000;
const day = 24 * hour;

let server: TestServer;
let smtp: LoopbackSmtpServer;
let mailbox: ReturnType<typeof openMailbox>;
let clock: FakeClock;
let admin: TestPerson;

const toTime = (time: number) => new Date(time).toISOString();

function send(
	kind: LegalRequestKind,
	more: { email?: string; url?: string; text?: string } = {},
	client = createApiClient(server),
) {
	return client.sendLegalRequest({
		body: { kind, name: 'Bisi Ade', email: 'bisi@example.com', text: 'Please.', ...more },
	});
}

const listOpen = async (state: 'open' | 'done' | 'refused' = 'open') =>
	(await admin.client.listLegalRequests({ query: { state } })).items;

const answer = (id: number, state: 'done' | 'refused', text = 'It is gone.') =>
	admin.client.answerLegalRequest({ params: { id: String(id) }, body: { state, answer: text } });

const breach = (more: Partial<BreachForm> = {}): BreachForm => ({
	title: 'Lost laptop',
	facts: 'A laptop was stolen.',
	data: 'Emails of 40 learners',
	measures: 'Logged it out.',
	risk: 'risk',
	noticed_at: toTime(clock.now()),
	commission_notified_at: null,
	people_notified_at: null,
	closed_at: null,
	...more,
});

const readRegister = async () => (await admin.client.listBreaches({ query: {} })).items[0];

async function readLastNoticeId(): Promise<number> {
	const { rows } = await sql<{ id: number }>`select max(id) as id from breach_notices`.execute(server.db.kysely);
	return Number(rows[0]?.id);
}

/** Returns the JSON files of an account's data export by section. */
async function readExport({ client }: TestPerson): Promise<Map<string, unknown>> {
	const { url } = await client.exportMe();
	const files = readZip(new Uint8Array(await (await fetch(server.address + url)).arrayBuffer()));
	return new Map(
		[...files]
			.filter(([path]) => path.endsWith('.json'))
			.map(([path, bytes]) => [path.replace(/^.*\/|\.json$/g, ''), JSON.parse(new TextDecoder().decode(bytes))]),
	);
}

describeOnBothEngines('data protection', (engine) => {
	beforeAll(async () => {
		smtp = await startSmtpServer();
		mailbox = openMailbox(smtp);
	});
	afterAll(() => smtp.close());
	beforeEach(async () => {
		clock = createFakeClock(Date.UTC(2026, 10, 28, 9));
		server = await startTestServer({ engine, clock, env: { SMTP_URL: smtp.url } });
		admin = await signUpAdministrator(server);
		return () => server.close();
	});

	describe('a legal request', () => {
		test.each<[LegalRequestKind, number]>([
			['access', 30 * day],
			['correction', 30 * day],
			['erasure', 30 * day],
			['objection', 30 * day],
			['takedown', day],
		])('for %s is due in time, and its code tells the state but not who sent it', async (kind, period) => {
			const sent = await send(kind, { url: 'https://kasuwa.example/feed/1/lamp' });
			expect(sent).toMatchObject({ kind, state: 'open', answer: null, due_at: toTime(clock.now() + period) });
			const typed = sent.code.toLowerCase().replaceAll('-', ' ');
			expect(await createApiClient(server).getLegalRequest({ params: { tracking_code: typed } })).toEqual(sent);
			const mail = await mailbox.next('bisi@example.com', sent.code);
			expect(mail.text).toContain(`/legal-request/${sent.code}`);
			expect(mail.text).not.toContain('Bisi');
		});

		test('needs a link for a takedown, and no wrong code finds one', async () => {
			await expect(send('takedown')).rejects.toMatchObject({
				status: 422,
				problem: { fields: { url: validationText.contentLinkMissing } },
			});
			for (const code of ['REQ-AAAA-AAAA-AAAA', 'constructor', '%00', '1']) {
				const params = { tracking_code: code };
				await expect(createApiClient(server).getLegalRequest({ params })).rejects.toMatchObject({ status: 404 });
			}
		});

		test('is listed by its deadline, and answered once, with a mail', async () => {
			await send('erasure');
			await send('takedown', { url: '/feed/1/lamp' });
			const [urgent, other] = await listOpen();
			expect([urgent?.kind, other?.kind]).toEqual(['takedown', 'erasure']);
			expect((await admin.client.getWaiting()).legal_requests).toEqual({ count: 2, since: toTime(clock.now()) });
			clock.advance(hour);
			expect(await answer(urgent?.id ?? 0, 'done')).toMatchObject({ state: 'done', answered_at: toTime(clock.now()) });
			await answer(other?.id ?? 0, 'refused', 'We must keep payments.');
			await expect(answer(urgent?.id ?? 0, 'refused')).rejects.toMatchObject({ status: 409 });
			const mail = await mailbox.next('bisi@example.com', `Answer to your request ${other?.code}`);
			expect(mail.text).toContain('We must keep payments.');
			expect(
				await createApiClient(server).getLegalRequest({ params: { tracking_code: urgent?.code ?? '' } }),
			).toMatchObject({
				state: 'done',
				answer: 'It is gone.',
			});
			expect(await listOpen()).toEqual([]);
			expect((await listOpen('refused')).map(({ id }) => id)).toEqual([other?.id]);
			expect((await admin.client.listAudit({ query: {} })).items.map(({ action }) => action)).toEqual(
				expect.arrayContaining(['legal_request.done', 'legal_request.refused']),
			);
		});

		test('pages through equal deadlines without a repetition', async () => {
			const sent = [await send('access'), await send('correction'), await send('objection')];
			const seen: string[] = [];
			for (let cursor: string | undefined; ; ) {
				const page = await admin.client.listLegalRequests({ query: { limit: '1', ...(cursor && { cursor }) } });
				seen.push(...page.items.map(({ code }) => code));
				if (page.next_cursor === null) break;
				cursor = page.next_cursor;
			}
			expect(seen).toEqual(sent.map(({ code }) => code));
		});

		test('names the account that sent it, or whose confirmed address it has', async () => {
			const ada = await signUp(server);
			const stranger = await signUp(server);
			await send('access', { email: ada.session.email }, ada.client);
			await send('erasure', { email: stranger.session.email });
			await send('objection', { email: 'nobody@example.com' });
			const found = (await listOpen()).map(({ account, proven }) => [account?.user_name ?? null, proven]);
			// The stranger has not confirmed the address.
			expect(found).toEqual([
				[ada.session.user_name, true],
				[null, false],
				[null, false],
			]);
			expect((await readExport(ada)).get('legal_requests')).toMatchObject([{ kind: 'access', text: 'Please.' }]);
		});

		test('is limited by network and account, and mails by mailbox', async () => {
			const { network } = dataProtectionLimits.requestsPerDay;
			for (let count = 0; count < network; count += 1) await send('access', { email: 'target@example.com' });
			await expect(send('access')).rejects.toMatchObject({ status: 429, message: legalRequestText.tooManyRequests });
			const mails = (await mailbox.all(server)).filter(({ envelope }) => envelope.to.includes('target@example.com'));
			expect(mails).toHaveLength(5);
		});

		test('is deleted two years after the answer', async () => {
			const [kept, gone] = [await send('access'), await send('erasure')];
			const open = await listOpen();
			await answer(open.find(({ code }) => code === gone.code)?.id ?? 0, 'done');
			clock.advance(dataProtectionLimits.requestRetention);
			await server.dataProtection.requests.sweep();
			await expect(
				createApiClient(server).getLegalRequest({ params: { tracking_code: gone.code } }),
			).rejects.toMatchObject({
				status: 404,
			});
			expect((await createApiClient(server).getLegalRequest({ params: { tracking_code: kept.code } })).state).toBe(
				'open',
			);
		});
	});

	describe('the register of breaches', () => {
		test('counts 72 hours from the moment the breach was noticed, until the Commission was told', async () => {
			const noticed = clock.now() - 2 * hour;
			const { id, due_at } = await admin.client.recordBreach({ body: breach({ noticed_at: toTime(noticed) }) });
			expect(due_at).toBe(toTime(noticed + 72 * hour));
			await admin.client.recordBreach({ body: breach({ risk: 'unlikely' }) });
			expect((await admin.client.getWaiting()).breaches).toEqual({ count: 1, since: toTime(noticed) });
			const told = breach({ noticed_at: toTime(noticed), commission_notified_at: toTime(clock.now()) });
			await admin.client.updateBreach({ params: { id: String(id) }, body: told });
			expect((await admin.client.getWaiting()).breaches.count).toBe(0);
			expect((await admin.client.listBreaches({ query: {} })).items.at(-1)).toMatchObject({ ...told, id });
		});

		test('mails each listed account once, with a notification, and later only accounts that were added', async () => {
			const [ada, bola] = [await signUp(server), await signUp(server)];
			const { id } = await admin.client.recordBreach({ body: breach({ risk: 'high' }) });
			const params = { id: String(id) };
			const add = (...people: string[]) => admin.client.addBreachAccounts({ params, body: { people } });
			const notify = (text: string) => admin.client.sendBreachNotice({ params, body: { text } });
			await expect(notify(' ')).rejects.toMatchObject({ status: 422 });
			const readMails = async () =>
				(await mailbox.all(server))
					.filter(({ subject }) => subject === breachNoticeText.subject(defaultBrand.name))
					.map(({ envelope, text }) => [envelope.to[0], text.includes('second') ? 2 : 1])
					.sort();
			const first = 'A laptop with your email address was stolen. Choose a new password.';
			await expect(notify(first)).rejects.toMatchObject({ status: 409, message: breachesText.nobodyToNotify });
			await add(ada.session.user_name);
			expect(await notify(first)).toMatchObject({
				accounts: 1,
				unnotified: 0,
				people_notified_at: null,
				notices: [{ text: first, accounts: 1, mailed: 0, waiting: 1, created_at: toTime(clock.now()) }],
			});
			expect(await readMails()).toEqual([[ada.session.email, 1]]);
			expect(await readRegister()).toMatchObject({
				people_notified_at: toTime(clock.now()),
				notices: [{ mailed: 1, unmailed: 0, waiting: 0 }],
			});
			const { items } = await ada.client.listNotices({ query: {} });
			expect(items.map(({ kind, path }) => [kind, path])).toEqual([['breach', '/dashboard/security']]);
			expect((await ada.client.listMyBreachNotices()).items).toMatchObject([{ text: first }]);
			expect((await bola.client.listMyBreachNotices()).items).toEqual([]);
			expect((await readExport(ada)).get('breaches')).toMatchObject([{ notice: first }]);

			await expect(notify(first)).rejects.toMatchObject({ status: 409 });
			await add(ada.session.user_name, bola.session.user_name);
			const sent = await notify('This is the second email about the stolen laptop of our office.');
			expect(sent.notices.map(({ accounts }) => accounts)).toEqual([1, 1]);
			expect(await readMails()).toEqual([[bola.session.email, 2]]);

			// A job that runs again finds nobody left.
			const notice_id = await readLastNoticeId();
			await server.db.transaction((tx) => server.jobs.add(tx, breachNoticeJob, { notice_id }));
			expect(await readMails()).toEqual([]);
			const audit = await admin.client.listAudit({ query: { action: 'breach.notify' } });
			expect(audit.items).toHaveLength(2);
		});

		test('tells which mails were left out or given up, and says so of no mail before', async () => {
			const people: TestPerson[] = [];
			for (let count = 1; count <= 6; count += 1) {
				const email = `target+${count}@example.com`;
				const user_name = `target_${count}`;
				const session = await createApiClient(server).signUp({ body: { user_name, email, password: goodPassword } });
				people.push({
					session,
					token: session.token,
					client: createApiClient(server, session.token),
					password: goodPassword,
				});
			}
			const refusing = await signUp(server, 'refused_mails');
			await server.jobs.whenIdle();
			const { id } = await admin.client.recordBreach({ body: breach({ risk: 'high' }) });
			const params = { id: String(id) };
			const names = [...people, refusing].map(({ session }) => session.user_name);
			await admin.client.addBreachAccounts({ params, body: { people: names } });
			const text = 'A laptop with your email address was stolen. Choose a new password.';
			await admin.client.sendBreachNotice({ params, body: { text } });
			await server.jobs.whenIdle();
			// The mailbox of six unproven addresses gets five mails an hour. The mail that the server refuses is tried again.
			expect((await readRegister())?.notices).toMatchObject([{ accounts: 7, mailed: 5, unmailed: 1, waiting: 1 }]);
			const readMailColumn = async () =>
				(await admin.client.exportBreachAccounts({ params })).csv
					.split('\r\n')
					.slice(1, 8)
					.map((line) => line.split(',')[2])
					.sort();
			const { sent, waiting, unmailed } = breachesText.csvMails;
			expect(await readMailColumn()).toEqual([unmailed, ...Array(5).fill(sent), waiting].sort());

			const handlers = createDataProtectionJobHandlers({
				...server,
				...server.dataProtection,
				mailRecipients: { admit: async () => null },
			});
			const mailing = handlers.find(({ name }) => name === breachNoticeMailJob.name);
			const payload = { notice_id: await readLastNoticeId(), account_id: refusing.session.id };
			await server.db.transaction(async (tx) => mailing?.onGivenUp?.(tx, payload, new Error('No such mailbox')));
			expect((await readRegister())?.notices).toMatchObject([{ mailed: 5, unmailed: 2, waiting: 0 }]);
			expect(await readMailColumn()).toEqual([unmailed, unmailed, ...Array(5).fill(sent)].sort());
			// Those without a mail read the text in the app.
			expect((await refusing.client.listMyBreachNotices()).items).toMatchObject([{ text }]);
			expect((await readExport(refusing)).get('breaches')).toMatchObject([{ notice: text }]);
		});

		test('a form that was opened before the notice takes neither the time nor the export away', async () => {
			const ada = await signUp(server);
			const { id } = await admin.client.recordBreach({ body: breach({ risk: 'high' }) });
			const params = { id: String(id) };
			await admin.client.addBreachAccounts({ params, body: { people: [ada.session.user_name] } });
			const text = 'A laptop with your email address was stolen. Choose a new password.';
			await admin.client.sendBreachNotice({ params, body: { text } });
			await server.jobs.whenIdle();
			const told = toTime(clock.now());
			clock.advance(hour);
			expect(await admin.client.updateBreach({ params, body: breach({ risk: 'high' }) })).toMatchObject({
				people_notified_at: told,
			});
			const corrected = toTime(clock.now());
			const body = breach({ people_notified_at: corrected });
			expect(await admin.client.updateBreach({ params, body })).toMatchObject({ people_notified_at: corrected });
			await sql`update breaches set people_notified_at = null`.execute(server.db.kysely);
			expect((await readExport(ada)).get('breaches')).toMatchObject([{ notice: text }]);
		});

		test('counts a mail as not sent that lies in the outbox, because the server sends no mails', async () => {
			await server.close();
			server = await startTestServer({ engine, clock });
			admin = await signUpAdministrator(server);
			const { id } = await admin.client.recordBreach({ body: breach({ risk: 'high' }) });
			const params = { id: String(id) };
			await admin.client.addBreachAccounts({ params, body: { people: [admin.session.user_name] } });
			const text = 'A laptop with your email address was stolen. Choose a new password.';
			await admin.client.sendBreachNotice({ params, body: { text } });
			await server.jobs.whenIdle();
			expect(await readRegister()).toMatchObject({ people_notified_at: null, notices: [{ mailed: 0, unmailed: 1 }] });
		});

		test('refuses a breach noticed in the future, and a breach that does not exist', async () => {
			const body = breach({ noticed_at: toTime(clock.now() + hour) });
			await expect(admin.client.recordBreach({ body })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { noticed_at: breachesText.noticedInFuture } },
			});
			const params = { id: '999' };
			await expect(admin.client.updateBreach({ params, body: breach() })).rejects.toMatchObject({ status: 404 });
			await expect(admin.client.exportBreachAccounts({ params })).rejects.toMatchObject({ status: 404 });
		});

		test('lists the accounts touched, tells them in their export once they know, and forgets erased ones', async () => {
			const [ada, bola] = [await signUp(server), await signUp(server)];
			const { id } = await admin.client.recordBreach({ body: breach() });
			const params = { id: String(id) };
			const people = [ada.session.user_name.toUpperCase(), ` ${bola.session.email.toUpperCase()} `, 'nobody_here'];
			for (let time = 0; time < 2; time += 1) {
				expect(await admin.client.addBreachAccounts({ params, body: { people } })).toMatchObject({
					breach: { accounts: 2 },
					unknown: ['nobody_here'],
				});
			}
			const { csv, file_name } = await admin.client.exportBreachAccounts({ params });
			expect(file_name).toBe(`breach-${id}.csv`);
			expect(csv.split('\r\n').slice(1, 3).sort()).toEqual(
				[ada, bola].map(({ session }) => `${session.user_name},${session.email},`).sort(),
			);
			expect((await readExport(ada)).get('breaches')).toEqual([]);
			await admin.client.updateBreach({ params, body: breach({ people_notified_at: toTime(clock.now()) }) });
			expect((await readExport(ada)).get('breaches')).toEqual([
				{ title: 'Lost laptop', notice: null, noticed_at: toTime(clock.now()) },
			]);
		});
	});

	test('the record of processing has an entry of every section of the data export', async () => {
		const ada = await signUp(server);
		const { activities, recipients, facts } = await admin.client.getProcessingRecord();
		const sections = [...(await readExport(ada)).keys()];
		expect(sections.length).toBeGreaterThan(20);
		expect(activities.map(({ name }) => name)).toEqual(expect.arrayContaining(sections));
		expect(recipients).toContainEqual({ kind: 'mail', host: '127.0.0.1' });
		expect(facts).toEqual({ accounts: 2, database: engine, encrypted: false, backups: false });
	});
});
