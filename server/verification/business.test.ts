import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as accountLimits from '../../contract/accounts/limits.ts';
import { verificationSchema } from '../../contract/verification/verification.ts';
import { verificationLimits } from '../../contract/verification/verification-limits.ts';
import * as mailsVerificationText from '../../text/server/mails-verification.ts';
import * as notificationTexts from '../../text/server/notification-texts.ts';
import * as verificationApiText from '../../text/server/verification-api.ts';
import { requestVerification, sendBusinessDocument } from '../testing/business-documents.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { openMailbox } from '../testing/mailbox.ts';
import { makePictureBomb } from '../testing/media-files.ts';
import { signUp, signUpAdministrator, type TestPerson } from '../testing/people.ts';
import { type LoopbackSmtpServer, startSmtpServer } from '../testing/smtp-server.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { readZip } from '../testing/zip.ts';

let server: TestServer;
let smtp: LoopbackSmtpServer;
let mailbox: ReturnType<typeof openMailbox>;
let clock: FakeClock;
let ada: TestPerson;
let admin: TestPerson;

const name = 'Ada Lamps Ltd';

function useServer(engine?: 'sqlite' | 'postgres'): void {
	beforeAll(async () => {
		clock = createFakeClock(Date.now());
		smtp = await startSmtpServer();
		mailbox = openMailbox(smtp);
		server = await startTestServer({ ...(engine && { engine }), clock, env: { SMTP_URL: smtp.url } });
		admin = await signUpAdministrator(server);
	});
	afterAll(async () => {
		await server.close();
		await smtp.close();
	});
	beforeEach(async () => {
		ada = await signUp(server);
	});
}

const request = (person: TestPerson, businessName = name) => requestVerification(server, person, businessName);
const getBusiness = async ({ client }: TestPerson) => (await client.getVerification()).business;
const getProfile = ({ client, session }: TestPerson) => client.getUser({ params: { user_name: session.user_name } });
const decide = (id: number, decision: 'accept' | 'reject' | 'revoke', reason = 'RC 123456 is in the register.') =>
	admin.client.decideVerificationRequest({ params: { id: String(id) }, body: { decision, reason } });
const getDetail = (id: number) => admin.client.getVerificationRequest({ params: { id: String(id) } });

async function listStoredKeys(): Promise<string[]> {
	const keys = [];
	for await (const { key } of server.files.list('media/')) keys.push(key);
	return keys;
}

/** Returns the keys of the files that `work` adds to the file store and leaves there. */
async function findAddedFiles(work: () => Promise<unknown>): Promise<string[]> {
	const before = new Set(await listStoredKeys());
	await work();
	return (await listStoredKeys()).filter((key) => !before.has(key));
}

describeOnBothEngines('verification of a business', (engine) => {
	useServer(engine);

	test('shows administrators the pictures, and customers the name after they accepted it', async () => {
		const added = await findAddedFiles(() => request(ada));
		expect(added.length).toBeGreaterThan(0);
		const { items, pending } = await admin.client.listVerificationRequests({ query: {} });
		const item = items.find((one) => one.account.id === ada.session.id);
		expect(item).toMatchObject({ business_name: name, document: 'cac_certificate', state: 'pending', documents: 1 });
		expect(pending).toBe(items.length);
		const id = item?.id ?? 0;
		const [picture] = (await getDetail(id)).pictures;
		const url = picture?.url ?? '';
		expect((await fetch(server.address + url)).status).toBe(200);
		expect((await fetch(server.address + url.replace('/private-media/', '/media/'))).status).toBe(404);
		expect((await getProfile(ada)).business_name).toBeNull();

		const decided = await decide(id, 'accept');
		const now = new Date(clock.now()).toISOString();
		expect(decided).toMatchObject({ state: 'accepted', documents: 0, pictures: [], decided_at: now });
		expect(await getProfile(ada)).toMatchObject({ business_name: name, verified: ['business'] });
		expect(await getBusiness(ada)).toMatchObject({ name, verified_at: now, documents: [] });

		await server.jobs.whenIdle();
		expect((await listStoredKeys()).filter((key) => added.includes(key))).toEqual([]);
		expect((await fetch(server.address + url)).status).toBe(404);
	});

	test('notifies and mails the owner of each decision with its reason, and logs it', async () => {
		const id = await request(ada);
		await decide(id, 'reject', 'The photo is too dark.');
		expect((await getBusiness(ada)).request).toMatchObject({ state: 'rejected', reason: 'The photo is too dark.' });
		const rejected = await mailbox.next(ada.session.email, mailsVerificationText.rejectedSubject);
		expect(rejected.text).toContain('The photo is too dark.');
		await server.jobs.whenIdle();
		const { items } = await ada.client.listNotices({ query: {} });
		expect(items[0]).toMatchObject({
			kind: 'verification',
			text: notificationTexts.verificationTexts.rejected,
			path: '/dashboard/verification',
		});
		const again = await request(ada);
		await decide(again, 'accept');
		await mailbox.next(ada.session.email, mailsVerificationText.acceptedSubject);
		await decide(again, 'revoke', 'The register says it is closed.');
		await mailbox.next(ada.session.email, mailsVerificationText.revokedSubject);
		expect(await getProfile(ada)).toMatchObject({ business_name: null });
		expect(await getProfile(ada)).not.toHaveProperty('verified');
		const audit = await admin.client.listAudit({ query: { action: 'verification', limit: 3 } });
		expect(audit.items.map(({ action, target, reason }) => [action, target?.id, reason])).toEqual([
			['verification.revoke', again, 'The register says it is closed.'],
			['verification.accept', again, 'RC 123456 is in the register.'],
			['verification.reject', id, 'The photo is too dark.'],
		]);
	});

	test('is decided once, also by two administrators at the same time', async () => {
		const id = await request(ada);
		const decisions = await Promise.allSettled([decide(id, 'accept'), decide(id, 'reject')]);
		const failed = decisions.filter((one) => one.status === 'rejected');
		expect(failed).toHaveLength(1);
		expect(failed[0]?.reason).toMatchObject({ status: 409 });
		await expect(decide(id, 'reject')).rejects.toMatchObject({ status: 409 });
		const pending = await request(await signUp(server));
		await expect(decide(pending, 'revoke')).rejects.toMatchObject({
			status: 409,
			problem: { message: verificationApiText.notAccepted },
		});
		await expect(decide(999_999, 'accept')).rejects.toMatchObject({ status: 404 });
	});

	test('is pending once per account, even if its owner asks twice at the same time', async () => {
		await sendBusinessDocument(server, ada);
		const ask = () =>
			ada.client.requestBusinessVerification({ body: { business_name: name, document: 'tin_certificate' } });
		const asked = await Promise.allSettled([ask(), ask()]);
		expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		expect((await sendBusinessDocument(server, ada)).status).toBe(409);
		await expect(ask()).rejects.toMatchObject({ status: 409 });
	});

	test('keeps at most four pictures, even if they arrive at the same time', async () => {
		const most = verificationLimits.business.documents;
		const sent = await Promise.all(Array.from({ length: most + 2 }, () => sendBusinessDocument(server, ada)));
		expect(sent.map(({ status }) => status).sort()).toEqual([...Array(most).fill(200), 409, 409]);
		const { documents } = await getBusiness(ada);
		expect(documents).toHaveLength(most);
		const [first] = documents;
		await ada.client.removeBusinessDocument({ params: { id: String(first?.id) } });
		expect((await getBusiness(ada)).documents).toHaveLength(most - 1);
	});

	test('replaces the verified business by a newly accepted one', async () => {
		const first = await request(ada);
		await decide(first, 'accept');
		const second = await request(ada, 'Ada Fans Ltd');
		expect((await getProfile(ada)).business_name).toBe(name);
		await decide(second, 'accept');
		expect((await getProfile(ada)).business_name).toBe('Ada Fans Ltd');
		await expect(decide(first, 'revoke')).rejects.toMatchObject({ status: 409 });
		const { others } = await getDetail(second);
		expect(others.map(({ id, state }) => [id, state])).toEqual([[first, 'withdrawn']]);
	});

	test('pages through pending requests, oldest first, and through others, newest first', async () => {
		const ids: number[] = [];
		for (let count = 0; count < 3; count += 1) ids.push(await request(await signUp(server)));
		const list = async (state: 'pending' | 'rejected') => {
			const found: number[] = [];
			let cursor: string | null = null;
			do {
				const query = { state, limit: 2, ...(cursor && { cursor }) };
				const page = await admin.client.listVerificationRequests({ query });
				found.push(...page.items.map(({ id }) => id));
				cursor = page.next_cursor;
			} while (cursor);
			return found.filter((id) => ids.includes(id));
		};
		expect(await list('pending')).toEqual(ids);
		for (const id of ids) await decide(id, 'reject');
		expect(await list('pending')).toEqual([]);
		expect(await list('rejected')).toEqual(ids.toReversed());
	});

	test('exports and erases the pictures of an account', async () => {
		const added = await findAddedFiles(() => request(ada));
		const { url } = await ada.client.exportMe();
		const files = readZip(new Uint8Array(await (await fetch(server.address + url)).arrayBuffer()));
		const text = new TextDecoder().decode([...files].find(([path]) => path.endsWith('verification.json'))?.[1]);
		expect(JSON.parse(text)).toMatchObject({
			business_name: null,
			requests: [{ business_name: name, document: 'cac_certificate', state: 'pending' }],
			documents_uploaded_at: [expect.any(String)],
		});
		expect([...files.keys()].filter((path) => path.endsWith('.webp'))).toHaveLength(1);

		// Nobody checks the documents of a deleted account, so its pictures do not wait for the end of the grace period.
		await ada.client.deleteMe({ body: { password: ada.password } });
		await server.jobs.whenIdle();
		expect((await listStoredKeys()).filter((key) => added.includes(key))).toEqual([]);
		const { items } = await admin.client.listVerificationRequests({ query: { state: 'withdrawn' } });
		expect(items.map(({ account }) => account.id)).toContain(ada.session.id);
		clock.advance(accountLimits.accountDeletionGrace);
		admin = await signUpAdministrator(server);
		await server.accounts.eraseDue();
		const after = await admin.client.listVerificationRequests({ query: { state: 'withdrawn' } });
		expect(after.items.map(({ account }) => account.id)).not.toContain(ada.session.id);
	});
});

describe('a request to verify a business', () => {
	useServer();

	test('needs a picture, a name and a kind of document', async () => {
		const ask = (body: object) =>
			ada.client.requestBusinessVerification({ body: { business_name: name, document: 'cac_certificate', ...body } });
		await expect(ask({})).rejects.toMatchObject({
			status: 409,
			problem: { message: verificationApiText.documentsMissing },
		});
		await sendBusinessDocument(server, ada);
		for (const body of [
			{ business_name: ' ' },
			{ business_name: 'x'.repeat(verificationLimits.businessName.max + 1) },
			{ document: 'passport' },
			{ state: 'accepted' },
		]) {
			await expect(ask(body)).rejects.toMatchObject({ status: 422 });
		}
		await ask({});
	});

	test('needs a reason to be decided', async () => {
		await expect(decide(await request(ada), 'accept', ' ')).rejects.toMatchObject({ status: 422 });
	});

	test('takes pictures only, and encodes them again without their metadata', async () => {
		const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
		const pdf = new TextEncoder().encode('%PDF-1.7');
		for (const file of [svg, pdf]) expect((await sendBusinessDocument(server, ada, file)).status).toBe(415);
		expect((await sendBusinessDocument(server, ada, makePictureBomb())).status).toBe(422);
		const { business } = verificationSchema.parse(await (await sendBusinessDocument(server, ada)).json());
		const picture = await fetch(server.address + (business.documents[0]?.url ?? ''));
		expect(picture.headers.get('content-type')).toBe('image/webp');
	});

	test('cannot be seen, changed or decided by others', async () => {
		const bola = await signUp(server);
		await sendBusinessDocument(server, ada);
		const [document] = (await getBusiness(ada)).documents;
		const params = { id: String(document?.id) };
		await expect(bola.client.removeBusinessDocument({ params })).rejects.toMatchObject({ status: 404 });
		expect((await getBusiness(bola)).documents).toEqual([]);
		await expect(bola.client.listVerificationRequests({ query: {} })).rejects.toMatchObject({ status: 403 });
		const id = await request(ada);
		const own = ada.client.decideVerificationRequest({
			params: { id: String(id) },
			body: { decision: 'accept', reason: 'It is me.' },
		});
		await expect(own).rejects.toMatchObject({ status: 403 });
		// A picture that was sent with a request can only be deleted by withdrawing the request.
		await expect(ada.client.removeBusinessDocument({ params })).rejects.toMatchObject({ status: 404 });
	});

	test('can be withdrawn, which deletes its pictures, and sent again', async () => {
		const added = await findAddedFiles(() => request(ada));
		const { business } = await ada.client.withdrawBusinessVerification();
		expect(business).toMatchObject({ request: { state: 'withdrawn' }, documents: [] });
		await server.jobs.whenIdle();
		expect((await listStoredKeys()).filter((key) => added.includes(key))).toEqual([]);
		await ada.client.withdrawBusinessVerification();
		await request(ada);
	});

	test('ends with the suspension of its account', async () => {
		const id = await request(ada);
		const body = { reason: 'Fraud.', days: 7 };
		await admin.client.suspendUser({ params: { id: String(ada.session.id) }, body });
		expect(await getDetail(id)).toMatchObject({ state: 'withdrawn', pictures: [] });
	});

	test(`can be sent ${verificationLimits.business.requests} times in 30 days`, async () => {
		for (let count = 0; count < verificationLimits.business.requests; count += 1) {
			await request(ada);
			await ada.client.withdrawBusinessVerification();
		}
		await expect(request(ada)).rejects.toMatchObject({
			status: 429,
			problem: { message: verificationApiText.tooManyRequests },
		});
	});

	test('is not waited for longer than a day once pictures are uploaded', async () => {
		const added = await findAddedFiles(() => sendBusinessDocument(server, ada));
		const bola = await signUp(server);
		const pending = await request(bola);
		clock.advance(verificationLimits.business.unsentTtl - 1);
		await server.verification.sweep();
		expect((await getBusiness(ada)).documents).toHaveLength(1);
		clock.advance(1);
		await server.verification.sweep();
		await server.jobs.whenIdle();
		expect((await getBusiness(ada)).documents).toEqual([]);
		expect((await listStoredKeys()).filter((key) => added.includes(key))).toEqual([]);
		expect((await getBusiness(bola)).request).toMatchObject({ id: pending, state: 'pending' });
		expect((await getBusiness(bola)).documents).toHaveLength(1);
	});
});
