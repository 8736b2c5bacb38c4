import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as accountLimits from '../../contract/accounts/limits.ts';
import * as limits from '../../contract/core/limits.ts';
import { verificationLimits } from '../../contract/verification/verification-limits.ts';
import * as verificationApiText from '../../text/server/verification-api.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, signUpAdministrator, type TestPerson } from '../testing/people.ts';
import { extractPhoneCode, makePhoneNumber, readPhoneCode, verifyPhoneNumber } from '../testing/phone-codes.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { startTermiiServer, type TermiiServer } from '../testing/termii-server.ts';
import type { VerificationTables } from './tables.ts';

let server: TestServer;
let termii: TermiiServer;
let clock: FakeClock;
let ada: TestPerson;
let logged: string;

const day = 24 * 3_600_000;

function useServer(engine?: 'sqlite' | 'postgres'): void {
	beforeAll(async () => {
		clock = createFakeClock();
		termii = await startTermiiServer();
		server = await startTestServer({
			...(engine && { engine }),
			clock,
			env: {
				LOG_LEVEL: 'info',
				PUBLIC_URL: 'https://market.example',
				TERMII_API_KEY: termii.apiKey,
				TERMII_SENDER_ID: termii.senderId,
				TERMII_URL: termii.url,
			},
			logDestination: {
				write(line) {
					logged += line;
				},
			},
		});
	});
	afterAll(async () => {
		await server.close();
		await termii.close();
	});
	beforeEach(async () => {
		logged = '';
		// The daily quotas of the previous test end.
		clock.advance(day);
		ada = await signUp(server);
	});
}

const sendCode = (person: TestPerson, phone: string) => person.client.sendPhoneCode({ body: { phone } });
const verify = (person: TestPerson, code: string) => person.client.verifyPhone({ body: { code } });
const getVerified = async ({ client, session }: TestPerson) =>
	(await client.getUser({ params: { user_name: session.user_name } })).verified;
const lastCode = () => extractPhoneCode(termii.messages.at(-1)?.sms ?? '');
const differFrom = (code: string) => `${(Number(code[0]) + 1) % 10}${code.slice(1)}`;

async function verifyWithTermii(person: TestPerson, phone: string): Promise<void> {
	await sendCode(person, phone);
	await verify(person, lastCode());
}

describeOnBothEngines('verification of a phone number', (engine) => {
	useServer(engine);

	test('sends a code to the number and accepts it once', async () => {
		const phone = makePhoneNumber();
		expect((await ada.client.getVerification()).phone).toEqual({
			available: true,
			number: null,
			verified_at: null,
			code: null,
		});
		const sent = await sendCode(ada, `+${phone}`);
		expect(sent.phone).toEqual({
			available: true,
			number: null,
			verified_at: null,
			code: { number: phone, resend_in: 60, tries_left: 5 },
		});
		const message = termii.messages.at(-1);
		expect(message).toMatchObject({ to: phone, channel: 'dnd' });
		expect(message?.sms.length).toBeLessThanOrEqual(160);
		const code = lastCode();
		const verified = await verify(ada, ` ${code.slice(0, 3)} ${code.slice(3)} `);
		const now = new Date(clock.now()).toISOString();
		expect(verified.phone).toEqual({ available: true, number: phone, verified_at: now, code: null });
		expect(await ada.client.getMe()).toMatchObject({ phone, phone_public: false, verified: ['phone'] });
		expect(await getVerified(ada)).toEqual(['phone']);
		const over = { code: verificationApiText.codeOver };
		await expect(verify(ada, code)).rejects.toMatchObject({ status: 422, problem: { fields: over } });
	});

	test('accepts no code after five wrong tries', async () => {
		await sendCode(ada, makePhoneNumber());
		const code = lastCode();
		for (const left of [4, 3, 2, 1]) {
			const fields = { code: verificationApiText.codeWrong(left) };
			await expect(verify(ada, differFrom(code))).rejects.toMatchObject({ status: 422, problem: { fields } });
			expect((await ada.client.getVerification()).phone.code?.tries_left).toBe(left);
		}
		const fields = { code: verificationApiText.codeOver };
		await expect(verify(ada, differFrom(code))).rejects.toMatchObject({ status: 422, problem: { fields } });
		await expect(verify(ada, code)).rejects.toMatchObject({ status: 422, problem: { fields } });
		expect((await ada.client.getVerification()).phone.code).toBeNull();
		expect(await getVerified(ada)).toBeUndefined();
	});

	test('counts simultaneous wrong tries one by one', async () => {
		await sendCode(ada, makePhoneNumber());
		const code = lastCode();
		const tries = await Promise.allSettled(Array.from({ length: 8 }, () => verify(ada, differFrom(code))));
		const wrong = tries.filter(
			(one) => one.status === 'rejected' && one.reason.problem.fields.code !== verificationApiText.codeOver,
		);
		expect(wrong).toHaveLength(4);
		await expect(verify(ada, code)).rejects.toMatchObject({ status: 422 });
	});

	test('sends one code if an owner asks twice at the same time', async () => {
		const phone = makePhoneNumber();
		const before = termii.messages.length;
		const sent = await Promise.allSettled([sendCode(ada, phone), sendCode(ada, phone)]);
		expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		expect(termii.messages).toHaveLength(before + 1);
	});

	test('ends the proof of the account that verified the same number before', async () => {
		const phone = makePhoneNumber();
		const bola = await signUp(server);
		await verifyWithTermii(ada, phone);
		await verifyWithTermii(bola, phone);
		expect(await getVerified(bola)).toEqual(['phone']);
		expect(await getVerified(ada)).toBeUndefined();
		expect((await ada.client.getVerification()).phone).toMatchObject({ number: phone, verified_at: null });
	});

	test('leaves one proof if two accounts verify a number at the same time', async () => {
		const phone = makePhoneNumber();
		const bola = await signUp(server);
		await sendCode(ada, phone);
		const first = lastCode();
		await sendCode(bola, phone);
		await Promise.all([verify(ada, first), verify(bola, lastCode())]);
		const verified = [await getVerified(ada), await getVerified(bola)];
		expect(verified.filter((one) => one !== undefined)).toEqual([['phone']]);
	});

	test('works for two accounts that verify the numbers of each other at the same time', async () => {
		const bola = await signUp(server);
		const [first, second] = [makePhoneNumber(), makePhoneNumber()];
		await verifyWithTermii(ada, first);
		await verifyWithTermii(bola, second);
		clock.advance(day);
		await sendCode(ada, second);
		const code = lastCode();
		await sendCode(bola, first);
		await Promise.all([verify(ada, code), verify(bola, lastCode())]);
		expect([await getVerified(ada), await getVerified(bola)]).toEqual([['phone'], ['phone']]);
	});

	test('of another number changes the ads that show the previous one, unless the number is hidden', async () => {
		const [previous, current] = [makePhoneNumber(), makePhoneNumber()];
		await verifyWithTermii(ada, previous);
		const id = await seedAd(server, ada, { whatsapp: previous });
		await verifyWithTermii(ada, current);
		const getAd = () => ada.client.getMyAd({ params: { id: String(id) } });
		expect(await getAd()).toMatchObject({ whatsapp: previous });
		await ada.client.updateMe({ body: { phone: previous, phone_public: true } });
		await verifyWithTermii(ada, current);
		expect(await getAd()).toMatchObject({ whatsapp: current });
	});

	test('ends with a change of the number, and not with its repetition', async () => {
		const phone = makePhoneNumber();
		await verifyWithTermii(ada, phone);
		await ada.client.updateMe({ body: { phone: `+${phone}`, bio: 'Lamps.' } });
		expect(await getVerified(ada)).toEqual(['phone']);
		expect(await ada.client.updateMe({ body: { phone: makePhoneNumber() } })).toMatchObject({ verified: [] });
		expect(await getVerified(ada)).toBeUndefined();
		await ada.client.updateMe({ body: { phone } });
		expect(await getVerified(ada)).toBeUndefined();
	});

	test('shows at once in cached lists and on the pages of ads and videos', async () => {
		const picture = await seedAd(server, ada);
		const video = await seedAd(server, ada, { format: 'video' });
		const visitor = createApiClient(server);
		const listVerified = async () => [
			(await visitor.getFeed({ query: { limit: 50 } })).items.find(({ id }) => id === picture)?.seller.verified,
			(await visitor.getAd({ params: { id: String(picture) } })).seller.verified,
			(await visitor.getVideoAd({ params: { id: String(video), description: 'a' } })).normalads.verified,
		];
		expect(await listVerified()).toEqual([undefined, undefined, undefined]);
		await verifyWithTermii(ada, makePhoneNumber());
		expect(await listVerified()).toEqual([['phone'], ['phone'], ['phone']]);
		await ada.client.updateMe({ body: { phone: null } });
		expect(await listVerified()).toEqual([undefined, undefined, undefined]);
	});

	test('deletes expired codes', async () => {
		await sendCode(ada, makePhoneNumber());
		await server.verification.sweep();
		const count = () =>
			server.db
				.tables<VerificationTables>()
				.selectFrom('phone_codes')
				.select('account_id')
				.where('account_id', '=', ada.session.id)
				.execute();
		expect(await count()).toHaveLength(1);
		clock.advance(verificationLimits.phoneCode.ttl);
		await server.verification.sweep();
		expect(await count()).toEqual([]);
	});
});

describe('a code', () => {
	useServer();

	test('works for ten minutes', async () => {
		await sendCode(ada, makePhoneNumber());
		const code = lastCode();
		clock.advance(10 * 60_000);
		await expect(verify(ada, code)).rejects.toMatchObject({ status: 422 });
		await sendCode(ada, makePhoneNumber());
		clock.advance(10 * 60_000 - 1);
		await verify(ada, lastCode());
		expect(await getVerified(ada)).toEqual(['phone']);
	});

	test('works only for the account that asked for it', async () => {
		await sendCode(ada, makePhoneNumber());
		const code = lastCode();
		const bola = await signUp(server);
		await sendCode(bola, makePhoneNumber());
		if (lastCode() !== code) await expect(verify(bola, code)).rejects.toMatchObject({ status: 422 });
		expect(await getVerified(bola)).toBeUndefined();
	});

	test('is replaced by the next one, a minute later', async () => {
		const phone = makePhoneNumber();
		await sendCode(ada, phone);
		const first = lastCode();
		clock.advance(59_000);
		await expect(sendCode(ada, makePhoneNumber())).rejects.toMatchObject({
			status: 429,
			problem: { message: verificationApiText.waitForCode },
		});
		clock.advance(1000);
		await sendCode(ada, phone);
		if (lastCode() !== first) await expect(verify(ada, first)).rejects.toMatchObject({ status: 422 });
		await verify(ada, lastCode());
	});

	test('is not stored in clear, and neither code nor number nor key is logged', async () => {
		const phone = makePhoneNumber();
		await sendCode(ada, phone);
		const code = lastCode();
		const [row] = await server.db
			.tables<VerificationTables>()
			.selectFrom('phone_codes')
			.selectAll()
			.where('account_id', '=', ada.session.id)
			.execute();
		expect(row?.code_hash).toMatch(/^[\da-f]{64}$/);
		const { phone: _, ...stored } = row ?? {};
		expect(JSON.stringify(stored)).not.toContain(code);
		const keys = server.db.tables<{ rate_limits: { key: string } }>().selectFrom('rate_limits').select('key');
		expect(JSON.stringify(await keys.execute())).not.toContain(phone);
		await verify(ada, code);
		termii.failNext(1, { status: 400, message: `Cannot send to ${phone}` });
		await expect(sendCode(ada, makePhoneNumber())).rejects.toMatchObject({ status: 503 });
		expect(logged).toContain('A code was not sent');
		for (const secret of [code, phone, termii.apiKey]) expect(logged).not.toContain(secret);
	});

	test('that could not be sent may be asked for again at once', async () => {
		const phone = makePhoneNumber();
		termii.failNext(1);
		await expect(sendCode(ada, phone)).rejects.toMatchObject({
			status: 503,
			problem: { message: verificationApiText.codeNotSent },
		});
		expect((await ada.client.getVerification()).phone.code).toBeNull();
		await sendCode(ada, phone);
		await verify(ada, lastCode());
	});

	test.each(['+442071838750', '+14155552671', '01 271 3333', '0803 123', 'call me'])(
		'is never sent to %s',
		async (phone) => {
			const before = termii.messages.length;
			await expect(sendCode(ada, phone)).rejects.toMatchObject({
				status: 422,
				problem: { fields: { phone: expect.any(String) } },
			});
			expect(termii.messages).toHaveLength(before);
		},
	);

	test.each(['12345', '1234567', 'abcdef', ''])('of the form %j is rejected without a try', async (code) => {
		await sendCode(ada, makePhoneNumber());
		await expect(verify(ada, code)).rejects.toMatchObject({ status: 422 });
		expect((await ada.client.getVerification()).phone.code?.tries_left).toBe(5);
	});

	test('is not sent to a number that the account has verified', async () => {
		const phone = makePhoneNumber();
		await verifyWithTermii(ada, phone);
		clock.advance(60_000);
		await expect(sendCode(ada, phone)).rejects.toMatchObject({ status: 409 });
	});
});

describe('the daily quota of codes', () => {
	useServer();

	const quotaExhausted = { status: 429, problem: { message: verificationApiText.tooManyCodes } };

	test(`is ${verificationLimits.phoneCodesPerDay.number} to one number, whoever asks`, async () => {
		const phone = makePhoneNumber();
		const people = await Promise.all(
			Array.from({ length: verificationLimits.phoneCodesPerDay.number }, () => signUp(server)),
		);
		for (const person of people) await sendCode(person, phone);
		await expect(sendCode(ada, phone)).rejects.toMatchObject(quotaExhausted);
		// A rejected call counts for no other quota and sends nothing.
		await sendCode(ada, makePhoneNumber());
		clock.advance(day);
		await sendCode(ada, phone);
	});

	test(`is ${verificationLimits.phoneCodesPerDay.account} for one account, whatever the number`, async () => {
		for (let count = 0; count < verificationLimits.phoneCodesPerDay.account; count += 1) {
			await sendCode(ada, makePhoneNumber());
			clock.advance(verificationLimits.phoneCode.resendAfter);
		}
		await expect(sendCode(ada, makePhoneNumber())).rejects.toMatchObject(quotaExhausted);
		await sendCode(await signUp(server), makePhoneNumber());
	});

	test.each([
		['from one network', 'phone codes from 127.0.0.1', verificationLimits.phoneCodesPerDay.network],
		['on the whole site', 'phone codes', verificationLimits.phoneCodesPerDay.site],
	])('is limited %s', async (_, key, most) => {
		await sendCode(ada, makePhoneNumber());
		clock.advance(verificationLimits.phoneCode.resendAfter);
		const set = (used: number) =>
			server.db
				.tables<{ rate_limits: { key: string; used: number } }>()
				.updateTable('rate_limits')
				.set({ used })
				.where('key', '=', key)
				.execute();
		await set(most - 1);
		await sendCode(ada, makePhoneNumber());
		clock.advance(verificationLimits.phoneCode.resendAfter);
		await expect(sendCode(ada, makePhoneNumber())).rejects.toMatchObject(quotaExhausted);
		await set(1);
	});

	test('on the whole site is what the settings of the market allow', async () => {
		const admin = await signUpAdministrator(server);
		const setQuota = async (phone_codes: number) => {
			const { version } = await admin.client.getMarketSettings();
			const changed = { posting: limits.postingQuota, uploads: 600, sign_ups: 300, phone_codes };
			await admin.client.updateMarketSettings({ body: { version, limits: changed } });
		};
		const send = async () => sendCode(await signUp(server), makePhoneNumber());
		await setQuota(2);
		await send();
		await send();
		await expect(send()).rejects.toMatchObject(quotaExhausted);
		await setQuota(3);
		await send();
		await setQuota(0);
		clock.advance(day);
		await expect(send()).rejects.toMatchObject(quotaExhausted);
		const { version } = await admin.client.getMarketSettings();
		await admin.client.updateMarketSettings({ body: { version, limits: null } });
		await send();
	});
});

test('is not offered on a public site without an SMS service', async () => {
	const publicServer = await startTestServer({ env: { PUBLIC_URL: 'https://market.example' } });
	const person = await signUp(publicServer);
	expect((await person.client.getVerification()).phone.available).toBe(false);
	await expect(sendCode(person, makePhoneNumber())).rejects.toMatchObject({
		status: 409,
		problem: { message: verificationApiText.phoneNotOffered },
	});
	await publicServer.close();
});

describe('on localhost without an SMS service', () => {
	test('writes the code to a file, and exports and erases what it stores', async () => {
		const fakeClock = createFakeClock(Date.now());
		const local = await startTestServer({ clock: fakeClock });
		const person = await signUp(local);
		const phone = await verifyPhoneNumber(local, person);
		expect(await person.client.getMe()).toMatchObject({ phone, verified: ['phone'] });
		fakeClock.advance(60_000);
		const next = makePhoneNumber();
		await sendCode(person, next);
		expect(await readPhoneCode(local, next)).toMatch(/^\d{6}$/);
		const sections = await local.db.transaction(async (tx) =>
			tx.tables<VerificationTables>().selectFrom('phone_codes').selectAll().execute(),
		);
		expect(sections).toHaveLength(1);
		await person.client.deleteMe({ body: { password: person.password } });
		fakeClock.advance(accountLimits.accountDeletionGrace);
		await local.accounts.eraseDue();
		expect(await local.db.tables<VerificationTables>().selectFrom('phone_codes').selectAll().execute()).toEqual([]);
		await local.close();
	});
});
