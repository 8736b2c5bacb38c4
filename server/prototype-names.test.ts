import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EndpointName, endpointAddresses } from '../contract/core/addresses.ts';
import * as validationText from '../text/shared/validation.ts';
import { createFakeClock } from './testing/clock.ts';
import { defaultEngine } from './testing/database.ts';
import { signUp, signUpAdministrator, type TestPerson, uploadPicture } from './testing/people.ts';
import { listServedRoutes, type ServedRoute } from './testing/served-routes.ts';
import { startTestServer, type TestServer } from './testing/start-server.ts';

const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];
/** Names in one request to an endpoint of the contract, whose response lists each of them. JSON with `__proto__` is not parsed. */
const namesTogether = [names.filter((name) => name !== '__proto__'), ['__proto__']];
const namesApart = names.map((name) => [name]);

/** Routes of pages and files, which accept any query parameters, because other sites add theirs to links. */
const acceptingAny = [
	'/*',
	'/.well-known/change-password',
	'/api/docs',
	'/api/docs/',
	'/api/docs/json',
	'/api/docs/page.css',
	'/api/docs/page.js',
	'/api/docs/*',
	'/certificates/:file',
	'/contact/:subject/:channel',
	'/embed/ads/:id',
	'/feeds/categories/:file',
	'/feeds/courses.atom',
	'/feeds/courses.json',
	'/feeds/market.atom',
	'/feeds/market.json',
	'/feeds/sellers/:file',
	'/health/live',
	'/health/ready',
	'/logo/:name',
	'/media/:publicId/:name',
	'/metrics',
	'/robots.txt',
	'/share-target',
	'/share/:kind/:file',
	'/sitemap.xml',
	'/sitemap/:file',
];

/** Routes outside the contract that validate their own input. */
const outsideContract = [
	'/api/auth/google',
	'/api/notifications/stream',
	'/oembed',
	'/personal-data/:account.zip',
	'/private-media/:publicId/:name',
	'/v1_1/kasuwa/resumable/video/upload',
	'/v1_1/kasuwa/resumable/video/upload/:id',
	'/v1_1/kasuwa/resumable/video/upload/:id/received',
];

/** Endpoints whose request body another company defines, so they accept unknown fields. */
const foreignBodies: EndpointName[] = ['paystackWebhook'];

/** Start of the JSON body of an endpoint, with the discriminator that decides which other fields are allowed. */
const discriminators: Partial<Record<EndpointName, string>> = {
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

const toPath = (url: string) => url.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? 'x');
/** Requests that browsers send before a call of another site's script. Their response depends on the path alone. */
const isPreflight = ({ method }: ServedRoute) => method === 'OPTIONS';
const takesBody = ({ method }: ServedRoute) => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
const json = { 'content-type': 'application/json' };

describe('names of Object.prototype', () => {
	let server: TestServer;
	let routes: ServedRoute[];
	let user: TestPerson;
	let admin: TestPerson;
	/** All rows before the first test. */
	let before: Record<string, unknown>;

	/** Sends a request as an account that may use the route. */
	function send({ method, url }: ServedRoute, query: string, body?: string) {
		const route = server.routes.find(({ endpoint }) => endpointAddresses[endpoint.name] === `${method} ${url}`);
		const { token } = route?.options.policy === 'admin' ? admin : user;
		const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && json) };
		return server.app.inject({
			method: method as 'GET',
			url: toPath(url) + query,
			headers,
			...(body !== undefined && { payload: body }),
		});
	}

	const isInContract = ({ method, url }: ServedRoute) =>
		Object.values<string>(endpointAddresses).includes(`${method} ${url}`);

	/** Reads all rows of all tables, except rate limits, picture hashes and internal tables of SQLite's full-text index. */
	async function dumpTables(): Promise<Record<string, unknown>> {
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
		server = await startTestServer({ render, runJobs: false, clock: createFakeClock() });
		routes = listServedRoutes(server.app);
		[user, admin] = [await signUp(server), await signUpAdministrator(server)];
		const { secure_url } = await uploadPicture(user);
		await user.client.setAvatar({ body: { secure_url } });
		before = await dumpTables();
	});
	afterAll(() => server.close());

	test('every served route is in the contract or listed here', () => {
		const contractPaths = Object.values(endpointAddresses).map((address) => address.slice(address.indexOf(' ') + 1));
		expect([...new Set(routes.map(({ url }) => url))].sort()).toEqual(
			[...new Set([...contractPaths, ...outsideContract, ...acceptingAny])].sort(),
		);
	});

	test('in a query are rejected on every route, without effect', { timeout: 120_000 }, async () => {
		for (const route of routes.filter((served) => !acceptingAny.includes(served.url) && !isPreflight(served))) {
			for (const sent of isInContract(route) ? namesTogether : namesApart) {
				const request = `${route.method} ${route.url} with ${sent}`;
				const query = `?${sent.map((name) => `${name}=1`).join('&')}`;
				const response = await send(route, query, takesBody(route) ? '{}' : undefined);
				expect(response.statusCode, request).toBeGreaterThanOrEqual(400);
				expect(response.statusCode, request).toBeLessThan(500);
				if (!isInContract(route)) continue;
				expect(response.statusCode, request).toBe(422);
				if (route.method === 'HEAD') continue;
				expect(Object.keys(response.json().fields), request).toEqual(expect.arrayContaining(sent));
			}
		}
		expect(await dumpTables()).toEqual(before);
	});

	test('in a body are rejected on every route, without effect', { timeout: 120_000 }, async () => {
		for (const route of routes.filter((served) => !acceptingAny.includes(served.url) && takesBody(served))) {
			const address = `${route.method} ${route.url}`;
			const hasAddress = (other: string) => endpointAddresses[other as EndpointName] === address;
			const discriminator = Object.entries(discriminators).find(([other]) => hasAddress(other))?.[1] ?? '';
			for (const sent of isInContract(route) ? namesTogether : namesApart) {
				const request = `${address} with ${sent}`;
				const body = `{${discriminator}${sent.map((name) => `"${name}":1`).join()}}`;
				const response = await send(route, '', body);
				expect(response.statusCode, request).toBeGreaterThanOrEqual(400);
				expect(response.statusCode, request).toBeLessThan(500);
				if (!isInContract(route)) continue;
				const isProto = sent.includes('__proto__');
				expect(response.statusCode, request).toBe(isProto ? 400 : 422);
				if (isProto || foreignBodies.some(hasAddress)) continue;
				expect(Object.keys(response.json().fields), request).toEqual(expect.arrayContaining(sent));
			}
		}
		expect(await dumpTables()).toEqual(before);
	});

	test('endpoints without a body accept an empty object', async () => {
		const response = await send({ method: 'DELETE', url: '/api/me/avatar' }, '', '{}');
		expect(response.statusCode, response.payload).toBe(200);
		expect((await send({ method: 'DELETE', url: '/api/me/avatar' }, '', '[]')).statusCode).toBe(422);
		expect((await send({ method: 'GET', url: '/api/categories' }, '?of=me')).json()).toMatchObject({
			code: 'invalid',
			fields: { of: validationText.fieldUnknown },
		});
	});
});
