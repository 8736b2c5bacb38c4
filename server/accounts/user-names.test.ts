import { afterAll, beforeAll, expect, test } from 'vitest';
import { userNameSchema } from '../../contract/core/fields.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, goodPassword, signUp } from '../testing/people.ts';
import { noRateLimits, startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let clock: FakeClock;

const suggest = async (name: string) => {
	const { user_name } = await createApiClient(server).suggestUserName({ query: { name } });
	expect(userNameSchema.parse(user_name)).toBe(user_name);
	return user_name;
};

describeOnBothEngines('suggested user names', (engine) => {
	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ engine, clock });
	});
	afterAll(() => server.close());

	test('derives the user name from the name', async () => {
		expect(await suggest('Bisi Fabrics')).toBe('bisi_fabrics');
		expect(await suggest('Ọlá Ɗan Adé')).toBe('ola_dan_ade');
	});

	test('adds a number if the name is taken', async () => {
		await signUp(server, 'taken_name');
		expect(await suggest('Taken Name')).toBe('taken_name_2');
		await signUp(server, 'taken_name_2');
		expect(await suggest('TAKEN name!')).toBe('taken_name_3');
	});

	test('adds a random number if all small numbers are taken', async () => {
		await signUp(server, 'busy_name');
		for (let suffix = 2; suffix <= 9; suffix += 1) await signUp(server, `busy_name_${suffix}`);
		expect(await suggest('Busy name')).toMatch(/^busy_name_\d{3,9}$/);
	});

	test('keeps the limit of 30 characters with a number', async () => {
		const name = 'n'.repeat(60);
		await signUp(server, 'n'.repeat(30));
		expect(await suggest(name)).toBe(`${'n'.repeat(28)}_2`);
	});

	test('suggests no reserved name', async () => {
		expect(await suggest('Learning')).toBe('learning_2');
	});

	test('invents a name if the name claims to be the market', async () => {
		expect(await suggest('Admin')).toMatch(/^shop_\d{3}$/);
		expect(await suggest('KASUWA')).toMatch(/^shop_\d{3}$/);
		expect(await suggest('Kаsuwa Support')).toMatch(/^shop_\d{3}$/);
	});

	test('invents a name if the name has no Latin letters', async () => {
		expect(await suggest('متجر')).toMatch(/^shop_\d{3}$/);
		expect(await suggest('王伟')).toMatch(/^shop_\d{3}$/);
	});

	test('suggests no name of an erased account', async () => {
		const gone = await signUp(server, 'gone_shop');
		await gone.client.deleteMe({ body: { password: goodPassword } });
		clock.advance(15 * 24 * 60 * 60_000);
		await server.accounts.eraseDue();
		expect(await suggest('Gone shop')).toBe('gone_shop_2');
	});

	test('lets one of two concurrent sign-ups have the name, and suggests another to the other', async () => {
		const signUpAs = (email: string) =>
			createApiClient(server).signUp({
				body: { user_name: 'wanted', display_name: 'Wanted', email, password: goodPassword },
			});
		const results = await Promise.allSettled([signUpAs('first@example.com'), signUpAs('second@example.com')]);
		expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
			reason: { status: 422, problem: { fields: { user_name: accountsApiText.userNameTaken } } },
		});
		expect(await suggest('Wanted')).toBe('wanted_2');
	});

	test.each(['', '?name=', '?name=%00', `?name=${'a'.repeat(61)}`, '?name=a&name=b', '?name=ada&more=1'])(
		'rejects the query %s',
		async (query) => {
			expect((await fetch(`${server.address}/api/signup/user-name${query}`)).status).toBe(422);
		},
	);
});

test('limits the suggestions of an address', async () => {
	const limited = await startTestServer({
		rateLimitConfig: { ...noRateLimits, addressLogin: { most: 2, window: 60_000 } },
	});
	try {
		const call = () => fetch(`${limited.address}/api/signup/user-name?name=Ada`);
		const first = await call();
		expect(first.status).toBe(200);
		expect(first.headers.get('cache-control')).toBe('no-store');
		expect((await call()).status).toBe(200);
		const rejected = await call();
		expect(rejected.status).toBe(429);
		expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
	} finally {
		await limited.close();
	}
});
