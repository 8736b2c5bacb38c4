import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addresses, type EndpointName } from '../contract/addresses.ts';
import * as validationText from '../contract/text/validation.ts';
import { fakeClock } from './platform/testing/clock.ts';
import { defaultEngine } from './platform/testing/database.ts';
import { signUp, signUpAdministrator, type TestPerson, uploadPicture } from './testing/people.ts';
import { listServedRoutes, type ServedRoute } from './testing/served-routes.ts';
import { startTestServer, type TestServer } from './testing/start-server.ts';

const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

/** Pages and files: links lead to them, and others add parameters of their own to links. */
const open = [
	'/*',
	'/api/docs',
	'/api/docs/',
	'/api/docs/*',
	'/api/docs/static/index.html',
	'/api/docs/static/swagger-initializer.js',
	'/api/docs/json',
	'/api/docs/yaml',
	'/certificates/:file',
	'/health/live',
	'/health/ready',
	'/media/:publicId/:name',
	'/metrics',
	'/robots.txt',
	'/share-target',
	'/share/:kind/:file',
	'/sitemap.xml',
	'/sitemap/:file',
];

/** Routes outside of the contract that check what they take. */
const besideTheContract = [
	'/api/auth/google',
	'/api/notifications/stream',
	'/personal-data/:account.zip',
	'/private-media/:publicId/:name',
	'/v1_1/kasuwa/resumable/video/upload',
	'/v1_1/kasuwa/resumable/video/upload/:id',
];

/** Paystack decides what it sends; without its signature nothing happens. */
const bodiesOfOthers: EndpointName[] = ['paystackWebhook'];

/** What a body says first where that decides what else may be in it. */
const choices: Partial<Record<EndpointName, string>> = {
	createPost: '"kind":"tweet",',
	decideReports: '"decision":"dismiss",',
};

const parameters: Record<string, string> = {
	target: 'ads',
	list: 'wishlist',
	resource_type: 'image',
	user_name: 'seller',
	userId: '1',
	id: '1',
	module: '1',
};

const pathOf = (url: string) => url.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? 'x');
const takesBody = ({ method }: ServedRoute) => method !== 'GET' && method !== 'HEAD';
const json = { 'content-type': 'application/json' };

describe('names that every object has', () => {
	let server: TestServer;
	let routes: ServedRoute[];
	let user: TestPerson;
	let admin: TestPerson;

	/** As somebody who may use the route. */
	function send({ method, url }: ServedRoute, query: string, body?: string) {
		const route = server.routes.find(({ endpoint }) => endpoint.address === `${method} ${url}`);
		const { token } = route?.options.policy === 'admin' ? admin : user;
		const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && json) };
		return server.app.inject({
			method: method as 'GET',
			url: pathOf(url) + query,
			headers,
			...(body !== undefined && { payload: body }),
		});
	}

	const isOfTheContract = ({ method, url }: ServedRoute) =>
		Object.values<string>(addresses).includes(`${method} ${url}`);

	/** Every row there is, but how often was called, and what SQLite's index of words keeps for itself. */
	async function everything(): Promise<Record<string, unknown>> {
		const tables = server.db.tables<Record<string, Record<string, unknown>>>();
		const catalogue =
			defaultEngine === 'sqlite'
				? tables.selectFrom('sqlite_master').select('name').where('type', '=', 'table')
				: tables.selectFrom('pg_catalog.pg_tables').select('tablename as name').where('schemaname', '=', 'public');
		const found = (await catalogue.execute())
			.map(({ name }) => String(name))
			.filter((name) => !/^(rate_limits|picture_hashes|search_\w+_(data|idx|docsize|config))$/.test(name));
		expect(found.length).toBeGreaterThan(50);
		const rows = found.map(async (name) => [name, await tables.selectFrom(name).selectAll().execute()]);
		return Object.fromEntries(await Promise.all(rows));
	}

	beforeAll(async () => {
		const render = async () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
		server = await startTestServer({ render, runJobs: false, clock: fakeClock() });
		routes = listServedRoutes(server.app);
		[user, admin] = [await signUp(server), await signUpAdministrator(server)];
		const { secure_url } = await uploadPicture(user);
		await user.client.setAvatar({ body: { secure_url } });
	});
	afterAll(() => server.close());

	test('every route of the running server is of the contract, or named here', () => {
		const ofTheContract = Object.values(addresses).map((address) => address.slice(address.indexOf(' ') + 1));
		expect([...new Set(routes.map(({ url }) => url))].sort()).toEqual(
			[...new Set([...ofTheContract, ...besideTheContract, ...open])].sort(),
		);
	});

	describe.each(names)('%s', (name) => {
		test('in a query is refused on every route, and has no effect', async () => {
			const before = await everything();
			for (const route of routes.filter(({ url }) => !open.includes(url))) {
				const at = `${route.method} ${route.url}`;
				const answer = await send(route, `?${name}=1`, takesBody(route) ? '{}' : undefined);
				expect(answer.statusCode, at).toBeGreaterThanOrEqual(400);
				expect(answer.statusCode, at).toBeLessThan(500);
				if (!isOfTheContract(route)) continue;
				expect(answer.statusCode, at).toBe(422);
				if (route.method !== 'HEAD') expect(Object.keys(answer.json().fields), at).toContain(name);
			}
			expect(await everything()).toEqual(before);
		});

		test('in a body is refused on every route, and has no effect', async () => {
			const before = await everything();
			for (const route of routes.filter((one) => !open.includes(one.url) && takesBody(one))) {
				const at = `${route.method} ${route.url}`;
				const choice = Object.entries(choices).find(([other]) => addresses[other as EndpointName] === at)?.[1] ?? '';
				const answer = await send(route, '', `{${choice}"${name}":1}`);
				expect(answer.statusCode, at).toBeGreaterThanOrEqual(400);
				expect(answer.statusCode, at).toBeLessThan(500);
				if (!isOfTheContract(route)) continue;
				expect(answer.statusCode, at).toBe(name === '__proto__' ? 400 : 422);
				if (name === '__proto__' || bodiesOfOthers.some((other) => addresses[other] === at)) continue;
				expect(Object.keys(answer.json().fields), at).toContain(name);
			}
			expect(await everything()).toEqual(before);
		});
	});

	test('what takes nothing takes an empty object, too', async () => {
		const answer = await send({ method: 'DELETE', url: '/api/me/avatar' }, '', '{}');
		expect(answer.statusCode, answer.payload).toBe(200);
		expect((await send({ method: 'DELETE', url: '/api/me/avatar' }, '', '[]')).statusCode).toBe(422);
		expect((await send({ method: 'GET', url: '/api/categories' }, '?of=me')).json()).toMatchObject({
			code: 'invalid',
			fields: { of: validationText.fieldUnknown },
		});
	});
});
