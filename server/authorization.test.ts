import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addresses, type EndpointName } from '../contract/addresses.ts';
import { buildPath } from '../contract/client.ts';
import type { RecoveryTables } from './accounts/tables.ts';
import type { AdTables } from './ads/tables.ts';
import type { MediaTables } from './media/tables.ts';
import { policies } from './platform/http/index.ts';
import { getSuccessResponse } from './platform/http/route.ts';
import { hashToken, randomToken } from './platform/secrets.ts';
import { type LoopbackOpenIdProvider, startOpenIdProvider } from './platform/testing/openid-provider.ts';
import { type PaystackServer, startPaystackServer } from './platform/testing/paystack-server.ts';
import { type LoopbackPushService, startPushService } from './platform/testing/push-service.ts';
import { type GoogleBrowser, openGoogleBrowser } from './testing/google-browser.ts';
import { makeJpeg } from './testing/media-files.ts';
import { createApiClient, goodPassword, lamp, signUp, type TestPerson, toFormData } from './testing/people.ts';
import { seedAd, seedMedia } from './testing/seed-ads.ts';
import { seedEnrollment } from './testing/seed-enrollments.ts';
import { seedFailedJob } from './testing/seed-failed-job.ts';
import { seedPost } from './testing/seed-posts.ts';
import { startTestServer, type TestServer } from './testing/start-server.ts';

type Role = keyof (typeof policies)['anyone'];

let server: TestServer;
let provider: LoopbackOpenIdProvider;
let paystack: PaystackServer;
let pushService: LoopbackPushService;
let owner: TestPerson;
let followed: TestPerson;
const people = new Map<Role, TestPerson>();
let names = 0;

/** Someone new in that role; a visitor is someone without a session. */
async function person(role: Role): Promise<TestPerson> {
	const made = await signUp(server);
	const accounts = server.db.tables<{ accounts: { id: number; role: string; suspended_at: number } }>();
	const change = role === 'admin' ? { role: 'admin' } : role === 'suspended' ? { suspended_at: 1 } : null;
	if (change) await accounts.updateTable('accounts').set(change).where('id', '=', made.session.id).execute();
	return made;
}

async function ownComment(): Promise<number> {
	const id = await seedAd(server, owner);
	const input = { params: { target: 'ads' as const, id: String(id) }, body: { text: 'Is it new?' } };
	return (await owner.client.createComment(input)).id;
}

async function deletedPost(): Promise<number> {
	const id = await seedPost(server, owner);
	await owner.client.deletePost({ params: { id: String(id) } });
	return id;
}

/** A video that could not be made playable, with the file it was made from. */
async function failedVideo(): Promise<number> {
	const id = await seedAd(server, owner, { format: 'video' });
	const tables = server.db.tables<AdTables & MediaTables>();
	const { cover_id } = await tables
		.updateTable('ads')
		.set({ media_state: 'failed' })
		.where('id', '=', id)
		.returning('cover_id')
		.executeTakeFirstOrThrow();
	const { public_id } = await tables
		.updateTable('media')
		.set({ state: 'failed' })
		.where('id', '=', cover_id)
		.returning('public_id')
		.executeTakeFirstOrThrow();
	await server.files.write(`media/${public_id}/original`, { bytes: new Uint8Array(9) }, 'application/octet-stream');
	return id;
}

/** A course that the owner learns. */
async function ownCourse(): Promise<string> {
	const learner = { accountId: owner.session.id, courseId: 'web-hacking-essentials', name: 'Ada Obi' };
	await server.db.transaction((tx) => server.courses.addLearner(tx, learner));
	return learner.courseId;
}

/** The code of the owner's certificate. */
async function ownCertificate(): Promise<string> {
	const params = { id: await ownCourse() };
	const { items } = await owner.client.listModules({ params });
	for (const { module } of items) await owner.client.setProgress({ params, body: { module, done: true } });
	return (await owner.client.getProgress({ params })).certificate ?? '';
}

/** A browser of somebody's that receives push messages. */
async function deviceOf({ client, session }: TestPerson): Promise<number> {
	const { public_key } = await client.getPushKey();
	return (await client.storeToken({ body: { user_id: session.id, fcm_token: newSubscription(public_key) } })).id;
}

/** In a body: its type is open. */
const newSubscription = (key: string) => ({ ...pushService.subscribe(key) });

const ownDevice = () => deviceOf(owner);

/** A second session of the owner. */
async function ownSession(): Promise<number> {
	await createApiClient(server).logIn({ body: { email: owner.session.email, password: goodPassword } });
	const { items } = await owner.client.listSessions();
	return items.find(({ current }) => !current)?.id ?? 0;
}

const administrator = () => people.get('admin') as TestPerson;

/** The open case about an ad of the owner's that somebody has reported. */
async function openCase(): Promise<number> {
	const id = await seedAd(server, owner);
	await followed.client.report({ body: { target: { kind: 'ad', id }, reason: 'scam' } });
	const { items } = await administrator().client.listReports({ query: { kind: 'ad', limit: 50 } });
	const found = items.find(({ target }) => target.id === id);
	if (!found) throw new Error('There is no case about what was just reported');
	return found.id;
}

/** A decision about an ad of the owner's: its number and the key of its owner. */
async function decided(): Promise<{ id: number; key: string }> {
	const params = { id: String(await openCase()) };
	const { id } = await administrator().client.decideReports({ params, body: { decision: 'hide', reason: 'No.' } });
	const { items } = await owner.client.listMyDecisions({ query: {} });
	return { id, key: items.find((item) => item.id === id)?.key ?? '' };
}

/** The same, with an appeal against it. */
async function appealed(): Promise<number> {
	const { id, key } = await decided();
	await owner.client.appeal({ params: { key }, body: { text: 'Look again.' } });
	return id;
}

const unguessable = async () => (await seedEnrollment(server)).id;
const enrollmentNumber = async () => (await seedEnrollment(server)).number;

const failedJob = () => seedFailedJob(server, { name: 'media.remove', data: { public_id: 'x' }, error: 'No disk' });

/** What an `:id` stands for where it is not an ad. */
const things: Partial<Record<EndpointName, () => Promise<number | string>>> = {
	endSession: ownSession,
	getVideoAd: () => seedAd(server, owner, { format: 'video' }),
	retryAd: failedVideo,
	getPost: () => seedPost(server, owner),
	updatePost: () => seedPost(server, owner),
	deletePost: () => seedPost(server, owner),
	restorePost: deletedPost,
	listReplies: ownComment,
	updateComment: ownComment,
	deleteComment: ownComment,
	listModules: ownCourse,
	getModule: ownCourse,
	updateModule: ownCourse,
	getProgress: ownCourse,
	setProgress: ownCourse,
	removeDevice: ownDevice,
	getEnrollment: unguessable,
	payEnrollment: unguessable,
	checkPayment: unguessable,
	sendProof: unguessable,
	decideReports: openCase,
	suspendUser: async () => (await person('user')).session.id,
	liftDecision: async () => (await decided()).id,
	upholdDecision: appealed,
	getEnrollmentDetail: enrollmentNumber,
	updateEnrollment: enrollmentNumber,
	retryJob: failedJob,
};

/** What stands for each parameter of an address: something of the owner's. */
const parameters: Record<string, (name: EndpointName) => Promise<string> | string> = {
	id: async (name) => String(await (things[name] ?? (() => seedAd(server, owner)))()),
	target: () => 'ads',
	list: () => 'wishlist',
	// Nobody follows themselves.
	user_name: (name) => (/^(un)?follow$/.test(name) ? followed : owner).session.user_name,
	description: () => 'a-lamp',
	userId: () => String(owner.session.id),
	cloud_name: () => 'kasuwa',
	resource_type: () => 'image',
	module: () => '1',
	code: ownCertificate,
	key: async () => (await decided()).key,
};

const queries: Partial<Record<EndpointName, Record<string, string>>> = {
	listAdsById: { ids: '1' },
	search: { q: 'lamp' },
};

const fileOf = (caller: TestPerson, kind: 'image' | 'video') =>
	server.db.transaction((tx) => seedMedia(tx, caller, kind)).then(({ secure_url }) => secure_url);

/** A picture that can be an avatar. */
async function avatarOf(caller: TestPerson): Promise<string> {
	const secureUrl = await fileOf(caller, 'image');
	const sizes = [{ name: 'w320.webp', width: 320, height: 320, bytes: 1 }];
	const picture = JSON.stringify({ placeholder: null, sizes });
	const media = server.db.tables<MediaTables>().updateTable('media');
	await media.set({ picture }).where('secure_url', '=', secureUrl).execute();
	return secureUrl;
}

/** A body that succeeds where the caller may. */
const bodies: Partial<Record<EndpointName, (caller: TestPerson) => unknown>> = {
	signUp() {
		names += 1;
		return { user_name: `new_${names}`, email: `new_${names}@example.com`, password: goodPassword };
	},
	logIn: () => ({ email: owner.session.email, password: goodPassword }),
	adminLogIn: () => ({ email: people.get('admin')?.session.email, password: goodPassword }),
	linkGoogle: () => ({ password: goodPassword }),
	unlinkGoogle: () => ({ password: goodPassword }),
	beginSecondFactor: () => ({ password: goodPassword }),
	confirmSecondFactor: async (caller) => ({ code: (await secondFactorOf(caller))?.generate() ?? '123456' }),
	async endSecondFactor(caller) {
		const app = await secondFactorOf(caller);
		await app?.confirm();
		return { password: goodPassword, code: app?.generate(1) ?? '123456' };
	},
	changePassword: () => ({ current_password: goodPassword, new_password: 'another kettle altogether' }),
	async verifyEmail() {
		const token = randomToken();
		await server.db
			.tables<{ email_tokens: { token_hash: string; account_id: number; email_key: string; ends_at: number } }>()
			.insertInto('email_tokens')
			.values({
				token_hash: hashToken(token),
				account_id: owner.session.id,
				email_key: owner.session.email,
				ends_at: Date.now() + 60_000,
			})
			.execute();
		return { token };
	},
	forgotPassword: () => ({ email: 'nobody@example.com' }),
	async resetPassword() {
		const token = randomToken();
		const { session } = await person('user');
		await server.db
			.tables<RecoveryTables>()
			.insertInto('password_resets')
			.values({ token_hash: hashToken(token), account_id: session.id, ends_at: Date.now() + 60_000 })
			.execute();
		return { token, password: 'another kettle altogether' };
	},
	deleteMe: () => ({ password: goodPassword }),
	changeEmail() {
		names += 1;
		return { email: `another_${names}@example.com`, password: goodPassword };
	},
	createUpload: () => ({ kind: 'image', bytes: 10, file_name: 'a.jpg' }),
	uploadMedia: () => toFormData([['file', { file: new Uint8Array(10) }]]),
	createAd: async (caller) => ({ ...lamp, pictures: [{ secure_url: await fileOf(caller, 'image') }] }),
	createVideoAd: async (caller) => ({
		titlevideourl: await fileOf(caller, 'video'),
		user_id: caller.session.id,
		user_name: caller.session.user_name,
		categories: lamp.category,
		description: lamp.description,
	}),
	updateAd: () => ({ title: 'Another lamp' }),
	markAdSold: () => ({ sold: true }),
	updateModule: () => ({ text: '# Welcome' }),
	setProgress: () => ({ module: 1, done: true }),
	enroll() {
		names += 1;
		const course = 'Web Hacking Essentials';
		return { name: 'Ada', email: `new_${names}@example.com`, phone: '1', coursetype: course, courseTitle: course };
	},
	sendProof: async () => toFormData([['file', { file: new Uint8Array(await makeJpeg()) }]]),
	paystackWebhook: () => ({ event: 'charge.success', data: { id: 1 } }),
	updateEnrollment: () => ({ note: 'Called' }),
	updateMe: () => ({ bio: 'Lamps.' }),
	setAvatar: async (caller) => ({ secure_url: await avatarOf(caller) }),
	createPost: () => ({ kind: 'tweet', text: 'New lamps.' }),
	updatePost: () => ({ text: 'Newer lamps.' }),
	createComment: () => ({ text: 'How much?' }),
	updateComment: () => ({ text: 'Is it used?' }),
	async storeToken(caller) {
		const { public_key } = await owner.client.getPushKey();
		return { user_id: caller.session.id, fcm_token: newSubscription(public_key) };
	},
	async sendNotification() {
		await deviceOf(owner);
		return owner.client.getSendHandle({ params: { userId: String(owner.session.id) } });
	},
	readNotices: () => ({ up_to: 1 }),
	updateNotificationSettings: () => ({ kinds: { like: { push: false } } }),
	uniteSaved: () => ({ ids: [] }),
	report: async () => ({ target: { kind: 'ad', id: await seedAd(server, followed) }, reason: 'scam' }),
	decideReports: () => ({ decision: 'dismiss', reason: 'It is fine.' }),
	suspendUser: () => ({ reason: 'Fraud.', days: 7 }),
	liftDecision: () => ({ reason: 'We were wrong.' }),
	upholdDecision: () => ({ reason: 'It stays.' }),
	appeal: () => ({ text: 'Look again.' }),
	publishNotice: () => ({ text: 'Closed on Sunday.', hours: 1 }),
	sendInsights: () => ({ day_key: 'k'.repeat(20), insights: [{ type: 'pageview', route: '/', path: '/' }] }),
	showLess: () => ({ of: { what: 'kind', kind: 'talk' } }),
};

/** An authenticator app with the secret of an administrator who has begun; null for anyone else. */
async function secondFactorOf({ client }: TestPerson) {
	const begun = await client.beginSecondFactor({ body: { password: goodPassword } }).catch(() => null);
	if (!begun) return null;
	const app = new TOTP({ secret: begun.secret });
	const generate = (later = 0) => app.generate({ timestamp: Date.now() + later * 30_000 });
	return { generate, confirm: () => client.confirmSecondFactor({ body: { code: generate() } }) };
}

interface Errand {
	query?: Record<string, string>;
	body?: unknown;
	cookie: string;
}

/** Where something has to be done in a browser before the call. */
const errands: Partial<Record<EndpointName, (caller: TestPerson) => Promise<Errand>>> = {
	async finishGoogle() {
		const browser = openGoogleBrowser(server);
		return { query: await browser.signIn(newAtGoogle()), cookie: browser.cookie() };
	},
	async confirmGoogle() {
		const admin = await person('admin');
		const sub = newAtGoogle();
		const browser = openGoogleBrowser(server);
		const body = await linkingOf(admin, sub, browser);
		const path = buildPath(addresses.finishGoogleLink, {});
		expect((await browser.call(path, { method: 'POST', body, token: admin.token })).status).toBe(204);
		const app = await secondFactorOf(admin);
		await app?.confirm();
		const query = await browser.signIn(sub);
		expect((await browser.call(buildPath(addresses.finishGoogle, {}), { query })).status).toBe(422);
		return { body: { code: app?.generate(1) }, cookie: browser.cookie() };
	},
	async finishGoogleLink(caller) {
		const browser = openGoogleBrowser(server);
		const body = await linkingOf(caller, newAtGoogle(), browser);
		return { body, cookie: browser.cookie() };
	},
};

/** What Google hands back to somebody who links; made up for who cannot begin. */
async function linkingOf(
	{ token }: TestPerson,
	sub: string,
	browser: GoogleBrowser,
): Promise<{ code: string; state: string }> {
	const path = buildPath(addresses.linkGoogle, {});
	const begun = await browser.call(path, { method: 'POST', body: { password: goodPassword }, token });
	if (begun.status !== 200) return { code: 'x', state: 'x' };
	return browser.signIn(sub, (begun.body as { url: string }).url);
}

function newAtGoogle(): string {
	names += 1;
	const sub = `google-${names}`;
	provider.addAccount({ sub, email: `${sub}@gmail.example`, email_verified: true });
	return sub;
}

const bearer = ({ token }: TestPerson) => ({ authorization: `Bearer ${token}` });

/** Calls that need somebody of their own: they end the session, or change how it begins. */
const alone: EndpointName[] = [
	'logOut',
	'endSessions',
	'deleteMe',
	'changePassword',
	'changeEmail',
	'resendVerification',
	'beginSecondFactor',
	'confirmSecondFactor',
	'endSecondFactor',
];

async function call(name: EndpointName, role: Role): Promise<number> {
	const caller = alone.includes(name) ? await person(role) : (people.get(role) as TestPerson);
	const address = addresses[name];
	const params: Record<string, string> = {};
	for (const [, parameter = ''] of address.matchAll(/:(\w+)/g)) {
		const make = parameters[parameter];
		if (!make) throw new Error(`Give \`parameters\` in this file an example of :${parameter} for ${address}`);
		params[parameter] = await make(name);
	}
	const method = address.slice(0, address.indexOf(' '));
	const route = server.routes.find(({ endpoint }) => endpoint.address === address);
	const errand = await errands[name]?.(caller);
	const body = errand ? errand.body : await bodies[name]?.(caller);
	if (route?.endpoint.body && body === undefined)
		throw new Error(`Give \`bodies\` in this file a body for ${name}: ${address}`);
	const json = body !== undefined && !(body instanceof FormData);
	const response = await fetch(
		server.address + buildPath(address, { params, query: errand?.query ?? queries[name] ?? {} }),
		{
			method,
			headers: {
				...(role !== 'visitor' && bearer(caller)),
				...(errand && { cookie: errand.cookie }),
				...(json && { 'content-type': 'application/json' }),
			},
			...(body !== undefined && { body: json ? JSON.stringify(body) : (body as FormData) }),
		},
	);
	await response.arrayBuffer();
	return response.status;
}

beforeAll(async () => {
	provider = await startOpenIdProvider();
	paystack = await startPaystackServer();
	pushService = await startPushService();
	const payments = { PAYSTACK_SECRET_KEY: paystack.secretKey, PAYSTACK_URL: paystack.url };
	server = await startTestServer({ env: { ...provider.env, ...payments }, pushServices: pushService.services });
	owner = await person('user');
	followed = await person('user');
	people.set('user', owner);
	for (const role of ['visitor', 'other', 'suspended', 'admin'] as const) people.set(role, await person(role));
	await seedAd(server, owner);
});
afterAll(async () => {
	await server.close();
	await provider.close();
	await paystack.close();
	await pushService.close();
});

const named = Object.entries(addresses) as [EndpointName, string][];
const roles = ['visitor', 'user', 'other', 'suspended', 'admin'] as const;

test('every endpoint of the contract is served, and nothing else is', () => {
	expect(server.routes.map(({ endpoint }) => endpoint.address).sort()).toEqual(Object.values(addresses).sort());
});

test('docs/authorization.md is what the routes declare (vitest -u writes it anew)', async () => {
	const nouns = new Map<string, string[]>();
	const folder = join(import.meta.dirname, '..', 'contract');
	const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.includes('.test.')).sort();
	for (const file of files) {
		const declared = new Set<unknown>(Object.values(await import(join(folder, file))));
		const rows = server.routes.filter(({ endpoint }) => declared.has(endpoint)).map(rowOf);
		if (rows.length > 0) nouns.set(file.replace('.ts', ''), rows.sort());
	}
	expect([...nouns.values()].flat()).toHaveLength(server.routes.length);
	const sections = [...nouns].map(([noun, rows]) => [`## ${noun}`, '', ...head, ...rows, ''].join('\n'));
	await expect([introduction, ...sections].join('\n')).toMatchFileSnapshot('../docs/authorization.md');
});

const introduction = `# Who may do what

Every route with every kind of caller, written by \`server/authorization.test.ts\` from what the routes declare; the same test calls each of them
as each of these and holds the answer against this table. *Owner* is who owns what the address names (any account, where nothing is owned),
*other* another account, *suspended* an account that was shut out. 401: log in first. 403: not yours to do. 404: not for you to know of.
`;

const head = ['| route | visitor | owner | other | suspended | administrator |', '|---|---|---|---|---|---|'];

function rowOf({ endpoint, options }: TestServer['routes'][number]): string {
	const [method, path] = endpoint.address.split(' ');
	const cells = roles.map((role) => policies[options.policy][role]).map((cell) => (cell === 'allow' ? 'yes' : cell));
	return `| \`${path}\` ${method} | ${cells.join(' | ')} |`;
}

describe.each(named)('%s (%s)', (name, address) => {
	test.each(roles)('answers a %s as its policy declares', async (role) => {
		const route = server.routes.find(({ endpoint }) => endpoint.address === address);
		if (!route) throw new Error(`${address} is not served`);
		const declared = policies[route.options.policy][role];
		expect(await call(name, role)).toBe(declared === 'allow' ? getSuccessResponse(route.endpoint).status : declared);
	});
});
