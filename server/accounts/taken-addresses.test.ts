import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import * as mailsAccountsText from '../../text/server/mails-accounts.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { extractMailedToken, openMailbox } from '../testing/mailbox.ts';
import { createApiClient, goodPassword, signUp, type TestPerson } from '../testing/people.ts';
import { type LoopbackSmtpServer, startSmtpServer } from '../testing/smtp-server.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

const strangersPassword = 'green kettle on monday';

describeOnBothEngines('sign-up with the address of another account', (engine) => {
	let server: TestServer;
	let smtp: LoopbackSmtpServer;
	let clock: FakeClock;
	let mailbox: ReturnType<typeof openMailbox>;
	let count = 0;

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

	beforeEach(() => mailbox.all(server));

	const logIn = (email: string, password: string) => createApiClient(server).logIn({ body: { email, password } });
	const confirm = async (person: TestPerson) => {
		const mail = await mailbox.next(person.session.email, mailsAccountsText.confirmSubject(defaultBrand.name));
		await person.client.verifyEmail({ body: { token: extractMailedToken('verify-email', mail) } });
	};
	/** Signs up a stranger twice with an address, and does with both accounts what tells them from others. */
	async function describeStrangers(email: string): Promise<unknown> {
		const found: unknown[] = [];
		for (let time = 0; time < 2; time += 1) {
			count += 1;
			const response = await fetch(`${server.address}/api/signup`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ user_name: `stranger_${count}`, email, password: `${strangersPassword} ${time}` }),
			});
			const session = (await response.json()) as TestPerson['session'];
			const client = createApiClient(server, session.token);
			const { email_verified, new_email, email: shown } = await client.getMe();
			await client.resendVerification();
			await expect(
				client.changeEmail({ body: { email, password: `${strangersPassword} ${time}` } }),
			).rejects.toMatchObject({ status: 422 });
			const login = await logIn(email, `${strangersPassword} ${time}`).then(
				() => 'logged in',
				({ problem }) => problem,
			);
			found.push([response.status, Object.keys(session).sort(), email_verified, new_email, shown === email, login]);
		}
		return found;
	}

	test('gets the answers of a new address', async () => {
		const ada = await signUp(server);
		await confirm(ada);
		const known = await describeStrangers(ada.session.email);
		const mails = await mailbox.all(server);
		expect(new Set(mails.map(({ subject }) => subject))).toEqual(
			new Set([mailsAccountsText.emailTakenSubject(defaultBrand.name)]),
		);
		expect(mails).toHaveLength(4);
		expect(known).toEqual(await describeStrangers(`nobody${count}@example.com`));
	});

	test('leaves the address, the password and the mails to its owner', async () => {
		const ada = await signUp(server);
		const { email } = ada.session;
		await confirm(ada);
		const { client } = ada;
		count += 1;
		const body = { user_name: `stranger_${count}`, email: email.toUpperCase(), password: strangersPassword };
		const stranger = createApiClient(server, (await createApiClient(server).signUp({ body })).token);
		await mailbox.next(email, mailsAccountsText.emailTakenSubject(defaultBrand.name));
		await stranger.changePassword({ body: { current_password: strangersPassword, new_password: 'blue sky in abuja' } });
		expect(await mailbox.all(server)).toEqual([]);
		expect((await logIn(email, goodPassword)).id).toBe(ada.session.id);
		await createApiClient(server).forgotPassword({ body: { email } });
		const mail = await mailbox.next(email, mailsAccountsText.resetSubject(defaultBrand.name));
		const token = extractMailedToken('reset-password', mail);
		await createApiClient(server).resetPassword({ body: { token, password: 'red kettle on friday' } });
		expect((await logIn(email, 'red kettle on friday')).id).toBe(ada.session.id);
		await expect(client.getMe()).rejects.toMatchObject({ status: 401 });
	});

	test('gives the address to the account that confirms it first', async () => {
		const squatter = await signUp(server);
		const { email } = squatter.session;
		await mailbox.next(email, mailsAccountsText.confirmSubject(defaultBrand.name));
		count += 1;
		const body = { user_name: `owner_${count}`, email, password: strangersPassword };
		const session = await createApiClient(server).signUp({ body });
		await confirm({ ...squatter, session, client: createApiClient(server, session.token) });
		expect((await logIn(email, strangersPassword)).id).toBe(session.id);
		await expect(logIn(email, goodPassword)).rejects.toMatchObject({ status: 422 });
		await squatter.client.resendVerification();
		await mailbox.next(email, mailsAccountsText.emailTakenSubject(defaultBrand.name));
	});

	test('succeeds for simultaneous calls', async () => {
		count += 1;
		const sessions = await Promise.all(
			[1, 2, 3].map((number) =>
				createApiClient(server).signUp({
					body: { user_name: `both_${count}_${number}`, email: `both${count}@example.com`, password: goodPassword },
				}),
			),
		);
		expect(new Set(sessions.map(({ id }) => id)).size).toBe(3);
	});
});
