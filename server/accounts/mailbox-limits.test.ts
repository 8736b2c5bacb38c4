import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import { courses } from '../../contract/courses/course-catalogue.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { extractMailedToken, openMailbox } from '../testing/mailbox.ts';
import { createApiClient, goodPassword, signUp } from '../testing/people.ts';
import { type LoopbackSmtpServer, startSmtpServer } from '../testing/smtp-server.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

const hour = 3_600_000;

describeOnBothEngines('limits of mails to one mailbox', (engine) => {
	let server: TestServer;
	let smtp: LoopbackSmtpServer;
	let clock: FakeClock;
	let mailbox: ReturnType<typeof openMailbox>;

	beforeAll(async () => {
		clock = createFakeClock();
		smtp = await startSmtpServer();
		mailbox = openMailbox(smtp);
		server = await startTestServer({ engine, clock, env: { SMTP_URL: smtp.url } });
	});
	afterAll(async () => {
		await server.close();
		await smtp.close();
	});
	beforeEach(async () => {
		clock.advance(24 * hour);
		await mailbox.all(server);
	});

	/** Counts the mails since the last call whose address, without dots, contains `user`. */
	async function countMails(user: string): Promise<number> {
		const mails = await mailbox.all(server);
		return mails.filter(({ envelope }) => envelope.to.join().toLowerCase().replaceAll('.', '').includes(user)).length;
	}

	test('holds for an address that ten accounts ask to change to', async () => {
		const spellings = ['the.victim@gmail.com', 'TheVictim+1@gmail.com', 'thevictim+2@googlemail.com'];
		for (let person = 0; person < 10; person += 1) {
			const { client } = await signUp(server);
			for (let time = 0; time < 5; time += 1) {
				const email = spellings[(person + time) % spellings.length] as string;
				await client.changeEmail({ body: { email, password: goodPassword } });
				expect((await client.getMe()).new_email).toBe(email);
			}
		}
		expect(await countMails('thevictim')).toBe(5);
		const rows = await server.db
			.tables<{ rate_limits: { key: string } }>()
			.selectFrom('rate_limits')
			.select('key')
			.execute();
		expect(JSON.stringify(rows)).not.toContain('victim');
	});

	test('holds for all kinds of mail together, and ends after a day', async () => {
		const client = createApiClient(server);
		const tag = (number: number) => `target+${number}@example.com`;
		const flood = async (first: number) => {
			for (let number = first; number < first + 8; number += 1) {
				const { id: courseId, title } = courses[number % courses.length] as (typeof courses)[number];
				const form = {
					name: 'Ada',
					email: tag(number),
					phone: '08031234567',
					coursetype: courseId,
					courseTitle: title,
				};
				await client.enroll({ body: form });
				await client.signUp({ body: { user_name: `target_${number}`, email: tag(number), password: goodPassword } });
				await client.forgotPassword({ body: { email: tag(number) } });
			}
			return countMails('target');
		};
		expect(await flood(0)).toBe(10);
		clock.advance(hour);
		expect(await flood(10)).toBe(10);
		clock.advance(hour);
		expect(await flood(20)).toBe(0);
		clock.advance(22 * hour);
		expect(await flood(30)).toBe(10);
	});

	test('lets a new customer ask twice more for each mail', async () => {
		const ada = await signUp(server, 'patient_ada');
		for (let time = 0; time < 2; time += 1) await ada.client.resendVerification();
		for (let time = 0; time < 2; time += 1) await ada.client.forgotPassword({ body: { email: ada.session.email } });
		expect(await countMails('patient')).toBe(5);
	});

	test('leaves the owner of a confirmed address a password reset that works, whatever strangers request', async () => {
		const ada = await signUp(server, 'owner_ada');
		const client = createApiClient(server);
		const { email } = ada.session;
		const readLinks = async (kind: 'verify-email' | 'reset-password') => {
			const mails = (await mailbox.all(server)).filter(({ envelope }) => envelope.to.includes(email));
			return mails.map((mail) => extractMailedToken(kind, mail));
		};
		const [proof = ''] = await readLinks('verify-email');
		await ada.client.verifyEmail({ body: { token: proof } });
		const stranger = { user_name: 'not_ada', email: 'owner_ada+1@example.com', password: goodPassword };
		await client.signUp({ body: stranger });
		let links: string[] = [];
		for (let past = 0; past < 5; past += 1) {
			clock.advance(hour);
			for (let time = 0; time < 6; time += 1) await client.forgotPassword({ body: { email: stranger.email } });
			for (let time = 0; time < 5; time += 1) await client.forgotPassword({ body: { email } });
			links = await readLinks('reset-password');
			expect(links).toHaveLength(3);
		}
		clock.advance(limits.passwordResetTtl - 1);
		await client.forgotPassword({ body: { email } });
		expect(await readLinks('reset-password')).toEqual([]);
		const reset = { token: links[0] ?? '', password: 'red kettle on monday' };
		expect(await client.resetPassword({ body: reset })).toBeUndefined();
	});

	test('leaves a confirmed address its own three password resets', async () => {
		const ada = await signUp(server, 'proven_ada');
		const [mail] = await mailbox.all(server);
		await ada.client.verifyEmail({
			body: { token: extractMailedToken('verify-email', mail as NonNullable<typeof mail>) },
		});
		for (let person = 0; person < 3; person += 1) {
			const { client } = await signUp(server);
			for (let time = 0; time < 5; time += 1)
				await client.changeEmail({ body: { email: ada.session.email, password: goodPassword } });
		}
		expect(await countMails('proven')).toBe(5);
		for (let time = 0; time < 8; time += 1) await ada.client.forgotPassword({ body: { email: ada.session.email } });
		expect(await countMails('proven')).toBe(3);
	});
});
