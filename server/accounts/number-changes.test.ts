import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import * as mailsAccountsText from '../../text/server/mails-accounts.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { extractMailedToken, openMailbox } from '../testing/mailbox.ts';
import {
	createApiClient,
	exampleAdForm,
	goodPassword,
	postPictureAd,
	signUp,
	type TestPerson,
} from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { type LoopbackSmtpServer, startSmtpServer } from '../testing/smtp-server.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { numberChangeMailJob } from './job-definitions.ts';
import { assignNumberChangeToken, insertNumberChanges } from './number-changes-store.ts';

const proven = '2348031234567';
const other = '2348091234567';
const third = '2347011234567';
const minute = 60_000;
const day = 24 * 60 * minute;

let server: TestServer;
let clock: FakeClock;
let smtp: LoopbackSmtpServer;
let mailbox: ReturnType<typeof openMailbox>;
let seller: TestPerson;

const prove = (phone: string) =>
	server.db.transaction((tx) => server.accounts.trust.setPhoneVerified(tx, seller.session.id, phone));
const getPhone = async () => (await seller.client.getMe()).phone;
const getOwn = (id: number) => seller.client.getMyAd({ params: { id: String(id) } });
const getShown = async (id: number) =>
	(await createApiClient(server).getAd({ params: { id: String(id) } })).seller.verified;
const getProfile = async () =>
	(await createApiClient(server).getUser({ params: { user_name: seller.session.user_name } })).verified;
const update = (id: number, body: Parameters<TestPerson['client']['updateAd']>[0]['body'], client = seller.client) =>
	client.updateAd({ params: { id: String(id) }, body });
const undo = (token: string) => createApiClient(server).undoNumberChange({ body: { token } });

async function readMails() {
	const mails = await mailbox.all(server);
	return mails.filter(
		({ envelope, subject }) =>
			envelope.to.includes(seller.session.email) &&
			subject === mailsAccountsText.numbersChangedSubject(defaultBrand.name),
	);
}

async function readToken(): Promise<string> {
	const [mail] = await readMails();
	if (!mail) throw new Error('There is no mail about changed numbers');
	return extractMailedToken('undo-numbers', mail);
}

/** Lets the mail about changed numbers of ads be sent. */
async function passMailDelay(): Promise<void> {
	await server.jobs.whenIdle();
	clock.advance(10 * minute);
}

describeOnBothEngines('numbers of a seller', (engine) => {
	beforeAll(async () => {
		clock = createFakeClock();
		smtp = await startSmtpServer();
		server = await startTestServer({
			engine,
			clock,
			env: { SMTP_URL: smtp.url },
		});
		mailbox = openMailbox(smtp);
	});
	afterAll(async () => {
		await server.close();
		await smtp.close();
	});
	beforeEach(async () => {
		seller = await signUp(server);
		const mail = await mailbox.next(seller.session.email, mailsAccountsText.confirmSubject(defaultBrand.name));
		await seller.client.verifyEmail({ body: { token: extractMailedToken('verify-email', mail) } });
		await prove(proven);
		await seller.client.updateMe({ body: { phone_public: true } });
		await mailbox.all(server);
	});

	test('shows the badge beside an ad only while all its numbers are the proven one', async () => {
		const id = await seedAd(server, seller, { whatsapp: proven });
		expect(await getShown(id)).toEqual(['phone']);
		await update(id, { call_number: `+${other}` });
		expect(await getShown(id)).toBeUndefined();
		await update(id, { call_number: `+${proven}` });
		expect(await getShown(id)).toEqual(['phone']);
		await update(id, { whatsapp: `+${other}` });
		expect(await getShown(id)).toBeUndefined();
		const cards = await createApiClient(server).listAdsById({ query: { ids: String(id) } });
		expect(cards.items[0]?.seller.verified).toBeUndefined();
		expect(await getProfile()).toEqual(['phone']);
	});

	test('shows the badge of an ad without numbers as on the profile', async () => {
		const id = await seedAd(server, seller);
		expect(await getShown(id)).toEqual(['phone']);
		await seller.client.updateMe({ body: { call_number: `+${other}` } });
		expect([await getShown(id), await getProfile()]).toEqual([undefined, undefined]);
		await seller.client.updateMe({ body: { phone_public: false } });
		expect([await getShown(id), await getProfile()]).toEqual([['phone'], ['phone']]);
	});

	test('ends the badge at once with another number of the account, and restores number and proof by the mailed link', async () => {
		const id = await seedAd(server, seller, { whatsapp: proven });
		await getShown(id);
		await seller.client.updateMe({ body: { phone: `+${other}` } });
		expect([await getShown(id), await getProfile()]).toEqual([undefined, undefined]);
		expect((await getOwn(id)).whatsapp).toBe(other);
		const token = await readToken();
		await undo(token);
		expect([await getPhone(), (await getOwn(id)).whatsapp]).toEqual([proven, proven]);
		expect([await getShown(id), await getProfile()]).toEqual([['phone'], ['phone']]);
		await expect(undo(token)).rejects.toMatchObject({ status: 422, message: accountsApiText.numberLinkOver });
	});

	test('needs a new proof for a number that its owner types in again', async () => {
		await seller.client.updateMe({ body: { phone: `+${other}` } });
		await seller.client.updateMe({ body: { phone: `+${proven}` } });
		expect(await getProfile()).toBeUndefined();
	});

	test('restores no proof that another account has taken since', async () => {
		await seller.client.updateMe({ body: { phone: `+${other}` } });
		const token = await readToken();
		const rival = await signUp(server);
		await server.db.transaction((tx) => server.accounts.trust.setPhoneVerified(tx, rival.session.id, proven));
		await undo(token);
		expect([await getPhone(), await getProfile()]).toEqual([proven, undefined]);
	});

	test('restores the numbers of ads that lost them with the account, and all later changes', async () => {
		const [first, second] = [
			await seedAd(server, seller, { whatsapp: proven }),
			await seedAd(server, seller, { whatsapp: third }),
		];
		await seller.client.updateMe({ body: { phone: null } });
		expect((await getOwn(first)).whatsapp).toBeNull();
		const token = await readToken();
		await seller.client.updateMe({ body: { phone: `+${other}`, call_number: `+${other}` } });
		await update(second, { whatsapp: `+${other}` });
		await undo(token);
		expect(await seller.client.getMe()).toMatchObject({ phone: proven, call_number: null });
		expect([(await getOwn(first)).whatsapp, (await getOwn(second)).whatsapp]).toEqual([proven, third]);
	});

	test('removes the numbers that an ad gave to the account after the change, and publishes no private number', async () => {
		await seller.client.updateMe({ body: { phone_public: false } });
		await seller.client.updateMe({ body: { phone: null } });
		const token = await readToken();
		await postPictureAd(seller, { call_number: `+${other}`, remember_contact: true });
		expect(await seller.client.getMe()).toMatchObject({ phone: null, call_number: other, phone_public: true });
		await undo(token);
		expect(await seller.client.getMe()).toMatchObject({ phone: proven, call_number: null, phone_public: false });
	});

	// PostgreSQL starts delayed jobs by its own clock.
	test.skipIf(engine === 'postgres')('sends one mail and one notification for many changed ads', async () => {
		const ids = [
			await seedAd(server, seller, { whatsapp: proven }),
			await seedAd(server, seller, { whatsapp: proven }),
		];
		for (const id of ids) await update(id, { whatsapp: `+${other}` });
		await passMailDelay();
		const mails = await readMails();
		expect(mails).toHaveLength(1);
		await server.jobs.whenIdle();
		const { items } = await seller.client.listNotices({ query: {} });
		expect(items.map(({ kind }) => kind)).toEqual(['numbers']);
		await undo(extractMailedToken('undo-numbers', mails[0] ?? { text: '' }));
		for (const id of ids) expect((await getOwn(id)).whatsapp).toBe(proven);
	});

	test('queues a mail for a change while an earlier mail is being sent, and none for an edit without a change', async () => {
		const id = await seedAd(server, seller, { whatsapp: proven });
		const accountId = seller.session.id;
		const earlier = {
			account_id: accountId,
			ad_id: id,
			kind: 'phone',
			previous: third,
			changed_at: clock.now(),
		} as const;
		await server.db.transaction(async (tx) => {
			await insertNumberChanges(tx, [earlier]);
			await assignNumberChangeToken(tx, accountId, 'token of the mail that is being sent');
		});
		const add = vi.spyOn(server.jobs, 'add');
		const countMailJobs = () => add.mock.calls.filter(([, job]) => job.name === numberChangeMailJob.name).length;
		await update(id, { place: 'Yaba' });
		await seller.client.updateMe({ body: { bio: 'Lamps' } });
		expect(countMailJobs()).toBe(0);
		await update(id, { whatsapp: `+${other}` });
		await update(id, { whatsapp: `+${proven}` });
		expect(countMailJobs()).toBe(1);
	});

	test('mails nothing about a first number, the same number or another place', async () => {
		const id = await seedAd(server, seller);
		await update(id, { whatsapp: `+${proven}` });
		await update(id, { whatsapp: `+${proven}`, place: 'Yaba' });
		await seller.client.updateMe({ body: { phone: `+${proven}`, bio: 'Lamps' } });
		await passMailDelay();
		expect(await readMails()).toEqual([]);
	});

	test('sends no link to an address that nobody has confirmed', async () => {
		seller = await signUp(server);
		await prove(third);
		await seller.client.updateMe({ body: { phone: `+${other}` } });
		expect(await readMails()).toEqual([]);
		await server.jobs.whenIdle();
		expect((await seller.client.listNotices({ query: {} })).items).toHaveLength(1);
	});

	test('ends the link after a day', async () => {
		await seller.client.updateMe({ body: { phone: `+${other}` } });
		const token = await readToken();
		clock.advance(day);
		await expect(undo(token)).rejects.toMatchObject({ status: 422 });
		expect(await getPhone()).toBe(other);
	});

	test('lets an API token use the numbers of the account, and change none', async () => {
		await seller.client.updateMe({ body: { call_number: `+${other}` } });
		const { token } = await seller.client.createApiToken({
			body: { name: 'Stock list', scopes: ['ads', 'media', 'read'], days: 30, password: goodPassword },
		});
		const program = { session: seller.session, client: createApiClient(server, token) } as TestPerson;
		const refused = { status: 403, message: accountsApiText.tokenChangesNoNumber };
		const ad = await postPictureAd(program, { whatsapp: `+${proven}`, call_number: `+${other}` });
		await expect(postPictureAd(program, { whatsapp: `+${third}` })).rejects.toMatchObject(refused);
		await expect(update(ad.id, { whatsapp: `+${third}` }, program.client)).rejects.toMatchObject(refused);
		await expect(update(ad.id, { whatsapp: null }, program.client)).rejects.toMatchObject(refused);
		await update(ad.id, { title: 'Lamp', whatsapp: `+${proven}` }, program.client);
		const { id } = await program.client.startImport({ body: { ads: 1 } });
		const picture = { secure_url: 'https://market.example/x' };
		await expect(
			program.client.importAd({
				params: { id: String(id) },
				body: { ...exampleAdForm, whatsapp: `+${third}`, pictures: [picture] },
			}),
		).rejects.toMatchObject(refused);
		await expect(program.client.updateMe({ body: { phone: `+${third}` } })).rejects.toMatchObject({ status: 403 });
	});

	test('lets no API token give an account its first number', async () => {
		seller = await signUp(server);
		const { token } = await seller.client.createApiToken({
			body: { name: 'Stock list', scopes: ['ads', 'media'], days: 30, password: goodPassword },
		});
		const program = { session: seller.session, client: createApiClient(server, token) } as TestPerson;
		const form = { whatsapp: `+${third}`, remember_contact: true };
		await expect(postPictureAd(program, form)).rejects.toMatchObject({ status: 403 });
		expect(await getPhone()).toBeNull();
		await postPictureAd(seller, form);
		expect(await getPhone()).toBe(third);
	});
});
