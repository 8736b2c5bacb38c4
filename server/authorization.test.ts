import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TokenScope, tokenScopes } from '../contract/accounts/token-scopes.ts';
import { type EndpointName, endpointAddresses } from '../contract/core/addresses.ts';
import { buildPath } from '../contract/core/client.ts';
import type { BreachForm } from '../contract/data-protection/data-protection.ts';
import { verificationSchema } from '../contract/verification/verification.ts';
import type { AccountTables, NumberChangeTables, PasskeyTables, RecoveryTables } from './accounts/tables.ts';
import type { AdTables } from './ads/tables.ts';
import { generateToken, hashToken } from './core/secrets.ts';
import type { EnrollmentTables } from './enrollments/tables.ts';
import { policies } from './http/index.ts';
import { getSuccessResponse } from './http/route.ts';
import type { MediaTables } from './media/tables.ts';
import { requestVerification, sendBusinessDocument } from './testing/business-documents.ts';
import { type GoogleBrowser, openGoogleBrowser } from './testing/google-browser.ts';
import { makeJpeg } from './testing/media-files.ts';
import { type LoopbackOpenIdProvider, startOpenIdProvider } from './testing/openid-provider.ts';
import { passChecks } from './testing/pass-checks.ts';
import { type PaystackServer, startPaystackServer } from './testing/paystack-server.ts';
import {
	createApiClient,
	exampleAdForm,
	goodPassword,
	signUp,
	type TestPerson,
	toFormData,
	uploadPicture,
} from './testing/people.ts';
import { makePhoneNumber, readPhoneCode } from './testing/phone-codes.ts';
import { type LoopbackPushService, startPushService } from './testing/push-service.ts';
import { seedAd, seedUpload } from './testing/seed-ads.ts';
import { seedEnrollment } from './testing/seed-enrollments.ts';
import { seedFailedJob } from './testing/seed-failed-job.ts';
import { seedImport } from './testing/seed-imports.ts';
import { seedPost } from './testing/seed-posts.ts';
import { seedContact } from './testing/seed-reviews.ts';
import { seedWebhook } from './testing/seed-webhooks.ts';
import { createSoftwareAuthenticator } from './testing/software-authenticator.ts';
import { startTestServer, type TestServer } from './testing/start-server.ts';
import type { VerificationTables } from './verification/tables.ts';

type Role = keyof (typeof policies)['anyone'];

let server: TestServer;
let provider: LoopbackOpenIdProvider;
let paystack: PaystackServer;
let pushService: LoopbackPushService;
let owner: TestPerson;
let followed: TestPerson;
const people = new Map<Role, TestPerson>();
let names = 0;

/** Creates an account for a role. Even the role `visitor` gets one, but calls as a visitor do not use its session. */
async function createPerson(role: Role): Promise<TestPerson> {
	const created = await signUp(server);
	const accounts = server.db.tables<{ accounts: { id: number; role: string; suspended_at: number } }>();
	const change = role === 'admin' ? { role: 'admin' } : role === 'suspended' ? { suspended_at: 1 } : null;
	if (change) await accounts.updateTable('accounts').set(change).where('id', '=', created.session.id).execute();
	return created;
}

async function createOwnComment(): Promise<number> {
	const id = await seedAd(server, owner);
	const input = { params: { target: 'ads' as const, id: String(id) }, body: { text: 'Is it new?' } };
	return (await owner.client.createComment(input)).id;
}

async function createSoldAd(): Promise<number> {
	const id = await seedAd(server, owner);
	await owner.client.markAdSold({ params: { id: String(id) }, body: { sold: true } });
	return id;
}

/** Creates an ad whose seller every role may review. */
async function createReviewableAd(): Promise<number> {
	const id = await seedAd(server, followed);
	for (const person of people.values()) await seedContact(server, person, id, Date.now());
	return id;
}

const createOwnImport = () => seedImport(server, owner);

async function createReview(author: TestPerson, seller: TestPerson): Promise<number> {
	const id = await seedAd(server, seller);
	await seedContact(server, author, id, Date.now());
	return (await author.client.createReview({ params: { id: String(id) }, body: { stars: 5 } })).id;
}

const createWrittenReview = () => createReview(owner, followed);
const createReceivedReview = () => createReview(followed, owner);

async function createOwnReply(): Promise<number> {
	const id = await createReceivedReview();
	await owner.client.replyToReview({ params: { id: String(id) }, body: { text: 'Thank you.' } });
	return id;
}

async function createDeletedPost(): Promise<number> {
	const id = await seedPost(server, owner);
	await owner.client.deletePost({ params: { id: String(id) } });
	return id;
}

/** Creates a video ad whose processing has failed, with its original file. */
async function createFailedVideo(): Promise<number> {
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

async function enrollOwner(): Promise<string> {
	const learner = { accountId: owner.session.id, courseId: 'web-hacking-essentials', name: 'Ada Obi' };
	await server.db.transaction((tx) => server.courses.addLearner(tx, learner));
	return learner.courseId;
}

async function earnCertificate(): Promise<string> {
	const params = { id: await enrollOwner() };
	const { certificate } = await owner.client.getProgress({ params });
	// An account may answer 30 checks an hour.
	if (certificate === null) await passChecks(owner, params.id);
	return (await owner.client.getProgress({ params })).certificate ?? '';
}

async function addDevice({ client, session }: TestPerson): Promise<number> {
	const { public_key } = await client.getPushKey();
	return (await client.storeToken({ body: { user_id: session.id, fcm_token: newSubscription(public_key) } })).id;
}

/** Creates a browser's push subscription. Copying it yields an object literal type, because the request field accepts no interface. */
const newSubscription = (key: string) => ({ ...pushService.subscribe(key) });

const addOwnDevice = () => addDevice(owner);

const saveOwnSearch = async () => (await owner.client.createSavedSearch({ body: { q: 'lamp' } })).id;

async function addOwnSession(): Promise<number> {
	const findOther = async () => (await owner.client.listSessions()).items.find(({ current }) => !current)?.id;
	const existing = await findOther();
	if (existing !== undefined) return existing;
	await createApiClient(server).logIn({ body: { email: owner.session.email, password: goodPassword } });
	return (await findOther()) ?? 0;
}

const apiTokenForm = { name: 'Stock list', scopes: ['read' as const], days: 1, password: goodPassword };

async function addOwnApiToken(): Promise<number> {
	const { items } = await owner.client.listApiTokens();
	return (items[0] ?? (await owner.client.createApiToken({ body: apiTokenForm }))).id;
}

/** Adds a passkey to the owner without its password, which may be tried ten times only. */
async function addOwnPasskey(): Promise<number> {
	names += 1;
	const passkey = { credential_id: `key-${names}`, public_key: '', sign_count: 0, transports: '', name: 'My phone' };
	const { id } = await server.db
		.tables<PasskeyTables>()
		.insertInto('passkeys')
		.values({ account_id: owner.session.id, created_at: 0, ...passkey })
		.returning('id')
		.executeTakeFirstOrThrow();
	return id;
}

const webhookForm = { url: 'https://shop.example/hook', events: ['ad.sold' as const], password: goodPassword };

/** Delivery of the last webhook that `addOwnWebhook` added. */
let ownDeliveryId = 0;

async function addOwnWebhook(): Promise<number> {
	const { id, deliveryId } = await seedWebhook(server, owner);
	ownDeliveryId = deliveryId;
	return id;
}

const getAdmin = () => people.get('admin') as TestPerson;

async function openCase(): Promise<number> {
	const id = await seedAd(server, owner);
	await followed.client.report({ body: { target: { kind: 'ad', id }, reason: 'scam' } });
	const { items } = await getAdmin().client.listReports({ query: { kind: 'ad', limit: 50 } });
	const found = items.find(({ target }) => target.id === id);
	if (!found) throw new Error('The report opened no case');
	return found.id;
}

const legalRequest = { kind: 'access', name: 'Ada Obi', email: 'ada@example.com', text: 'My data.' } as const;

/** Sends a legal request. Without limits by network, because every role needs one. */
async function createLegalRequest(): Promise<{ id: number; code: string }> {
	const counts = server.db.tables<{ rate_limits: { key: string } }>().deleteFrom('rate_limits');
	await counts.where('key', 'like', 'legal requests %').execute();
	const { code } = await createApiClient(server).sendLegalRequest({ body: legalRequest });
	const { items } = await getAdmin().client.listLegalRequests({ query: { limit: '50' } });
	return { id: items.find((item) => item.code === code)?.id ?? 0, code };
}

const breach: BreachForm = {
	...{ title: 'Lost laptop', facts: '', data: '', measures: '' },
	risk: 'risk',
	noticed_at: '2026-11-01T09:00:00.000Z',
	commission_notified_at: null,
	people_notified_at: null,
	closed_at: null,
};

const createBreach = async () => (await getAdmin().client.recordBreach({ body: breach })).id;

/** Hides an ad of the owner. Returns the id and the key of that moderation decision. */
async function createDecision(): Promise<{ id: number; key: string }> {
	const params = { id: String(await openCase()) };
	const { id } = await getAdmin().client.decideReports({ params, body: { decision: 'hide', reason: 'No.' } });
	const { items } = await owner.client.listMyDecisions({ query: {} });
	return { id, key: items.find((item) => item.id === id)?.key ?? '' };
}

async function createAppealedDecision(): Promise<number> {
	const { id, key } = await createDecision();
	await owner.client.appeal({ params: { key }, body: { text: 'Look again.' } });
	return id;
}

/** Uploads a picture of a document, after withdrawing an earlier request. Returns its id; 0 if the server rejects the account. */
async function addBusinessDocument(person: TestPerson): Promise<number> {
	await person.client.withdrawBusinessVerification().catch(() => null);
	const response = await sendBusinessDocument(server, person);
	if (!response.ok) return 0;
	return verificationSchema.parse(await response.json()).business.documents.at(-1)?.id ?? 0;
}

const createVerificationRequest = async () => requestVerification(server, await createPerson('user'));

const createEnrollmentId = async () => (await seedEnrollment(server)).id;
/** Creates an enrollment with the address of the owner, sent by a visitor. */
async function createUnclaimedEnrollment(): Promise<string> {
	const { id, number } = await seedEnrollment(server);
	const { email: email_key, id: ownerId } = owner.session;
	const tables = server.db.tables<EnrollmentTables & AccountTables>();
	await tables.updateTable('accounts').set({ email_verified_at: 0 }).where('id', '=', ownerId).execute();
	await tables.deleteFrom('enrollments').where('email_key', '=', email_key).execute();
	await tables.updateTable('enrollments').set({ email_key }).where('id', '=', number).execute();
	return id;
}
const createEnrollmentNumber = async () => (await seedEnrollment(server)).number;

const createFailedJob = () =>
	seedFailedJob(server, { name: 'media.remove', data: { public_id: 'x' }, error: 'No disk' });

/** Creates what the path parameter `:id` refers to, by endpoint. An endpoint that is not listed gets an ad. */
const ids: Partial<Record<EndpointName, () => Promise<number | string>>> = {
	endSession: addOwnSession,
	revokeApiToken: addOwnApiToken,
	renamePasskey: addOwnPasskey,
	removePasskey: addOwnPasskey,
	getVideoAd: () => seedAd(server, owner, { format: 'video' }),
	getOwnVideoAd: () => seedAd(server, owner, { format: 'video' }),
	retryAd: createFailedVideo,
	renewAd: () => seedAd(server, owner, { at: Date.now() - 8 * 86_400_000 }),
	setBuyer: createSoldAd,
	importAd: createOwnImport,
	finishImport: createOwnImport,
	undoImport: createOwnImport,
	// An account cannot contact itself.
	recordContact: () => seedAd(server, followed),
	getPost: () => seedPost(server, owner),
	updatePost: () => seedPost(server, owner),
	deletePost: () => seedPost(server, owner),
	restorePost: createDeletedPost,
	listReplies: createOwnComment,
	updateComment: createOwnComment,
	deleteComment: createOwnComment,
	createReview: createReviewableAd,
	updateReview: createWrittenReview,
	deleteReview: createWrittenReview,
	replyToReview: createReceivedReview,
	deleteReviewReply: createOwnReply,
	listModules: enrollOwner,
	getModule: enrollOwner,
	getModuleCheck: enrollOwner,
	answerModuleCheck: enrollOwner,
	getPreview: enrollOwner,
	updateModule: enrollOwner,
	getProgress: enrollOwner,
	setProgress: enrollOwner,
	removeDevice: addOwnDevice,
	getSavedSearch: saveOwnSearch,
	listSavedSearchAds: saveOwnSearch,
	updateSavedSearch: saveOwnSearch,
	deleteSavedSearch: saveOwnSearch,
	markSavedSearchSeen: saveOwnSearch,
	updateWebhook: addOwnWebhook,
	rotateWebhookSecret: addOwnWebhook,
	deleteWebhook: addOwnWebhook,
	listWebhookDeliveries: addOwnWebhook,
	redeliverWebhook: addOwnWebhook,
	testWebhook: addOwnWebhook,
	getEnrollment: createEnrollmentId,
	payEnrollment: createEnrollmentId,
	checkPayment: createEnrollmentId,
	sendProof: createEnrollmentId,
	answerLegalRequest: async () => (await createLegalRequest()).id,
	updateBreach: createBreach,
	addBreachAccounts: createBreach,
	exportBreachAccounts: createBreach,
	async sendBreachNotice() {
		const id = await createBreach();
		const params = { id: String(id) };
		await getAdmin().client.addBreachAccounts({ params, body: { people: [owner.session.user_name] } });
		return id;
	},
	claimEnrollment: createUnclaimedEnrollment,
	decideReports: openCase,
	suspendUser: async () => (await createPerson('user')).session.id,
	liftDecision: async () => (await createDecision()).id,
	upholdDecision: createAppealedDecision,
	getEnrollmentDetail: createEnrollmentNumber,
	updateEnrollment: createEnrollmentNumber,
	removeBusinessDocument: () => addBusinessDocument(owner),
	getVerificationRequest: createVerificationRequest,
	decideVerificationRequest: createVerificationRequest,
	retryJob: createFailedJob,
	deleteJob: createFailedJob,
};

/** Creates the value of each path parameter. The value refers to content of the owner. */
const parameters: Record<string, (name: EndpointName) => Promise<string> | string> = {
	id: async (name) => String(await (ids[name] ?? (() => seedAd(server, owner)))()),
	target: () => 'ads',
	list: () => 'wishlist',
	// An account cannot follow itself, so the follow endpoints get another user name.
	user_name: (name) => (/^(un)?follow$/.test(name) ? followed : owner).session.user_name,
	description: () => 'a-lamp',
	userId: () => String(owner.session.id),
	cloud_name: () => 'kasuwa',
	resource_type: () => 'image',
	module: () => '1',
	code: earnCertificate,
	tracking_code: async () => (await createLegalRequest()).code,
	kind: () => 'whatsapp',
	subject: async () => String(await seedAd(server, owner, { whatsapp: '2348031234567' })),
	channel: () => 'whatsapp',
	document: () => 'terms',
	key: async () => (await createDecision()).key,
	delivery_id: () => String(ownDeliveryId),
};

const queries: Partial<Record<EndpointName, Record<string, string>>> = {
	listAdsById: { ids: '1' },
	search: { q: 'lamp' },
	suggestUserName: { name: 'Bisi Fabrics' },
};

const createFile = async (caller: TestPerson, kind: 'image' | 'video') =>
	(await seedUpload(server, caller, kind)).secure_url;

/** Creates a processed picture, because `setAvatar` accepts no other. */
async function createAvatar(caller: TestPerson): Promise<string> {
	const secureUrl = await createFile(caller, 'image');
	const sizes = [{ name: 'w320.webp', width: 320, height: 320, bytes: 1 }];
	const picture = JSON.stringify({ placeholder: null, sizes });
	const media = server.db.tables<MediaTables>().updateTable('media');
	await media.set({ picture }).where('secure_url', '=', secureUrl).execute();
	return secureUrl;
}

const bodies: Partial<Record<EndpointName, (caller: TestPerson) => unknown>> = {
	signUp() {
		names += 1;
		return { user_name: `new_${names}`, email: `new_${names}@example.com`, password: goodPassword };
	},
	revealContact: () => ({}),
	logIn: () => ({ email: owner.session.email, password: goodPassword }),
	adminLogIn: () => ({ email: people.get('admin')?.session.email, password: goodPassword }),
	linkGoogle: () => ({ password: goodPassword }),
	unlinkGoogle: () => ({ password: goodPassword }),
	beginSecondFactor: () => ({ password: goodPassword }),
	confirmSecondFactor: async (caller) => ({ code: (await beginSecondFactor(caller))?.generate() ?? '123456' }),
	beginPasskey: () => ({ password: goodPassword }),
	async addPasskey({ token }) {
		const client = createApiClient(server, token);
		const options = await client.beginPasskey({ body: { password: goodPassword } }).catch(() => noPasskeyOptions);
		return {
			name: 'My phone',
			credential: createSoftwareAuthenticator(server.address.replace('127.0.0.1', 'localhost')).create(options),
		};
	},
	renamePasskey: () => ({ name: 'Old phone' }),
	removePasskey: () => ({ password: goodPassword }),
	async logInWithPasskey() {
		loginAuthenticator ??= makePasskey();
		return { credential: (await loginAuthenticator).get(await createApiClient(server).beginPasskeyLogin()) };
	},
	async endSecondFactor(caller) {
		const app = await beginSecondFactor(caller);
		await app?.confirm();
		return { password: goodPassword, code: app?.generate(1) ?? '123456' };
	},
	changePassword: () => ({ current_password: goodPassword, new_password: 'another kettle altogether' }),
	async verifyEmail() {
		const token = generateToken();
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
	claimEnrollment: () => ({ name: null }),
	async undoNumberChange() {
		const token = generateToken();
		await server.db
			.tables<NumberChangeTables>()
			.insertInto('number_changes')
			.values({
				account_id: owner.session.id,
				ad_id: null,
				kind: 'call_number',
				previous: null,
				verified_at: null,
				changed_at: Date.now(),
				token_hash: hashToken(token),
			})
			.execute();
		return { token };
	},
	forgotPassword: () => ({ email: 'nobody@example.com' }),
	async resetPassword() {
		const token = generateToken();
		const { session } = await createPerson('user');
		await server.db
			.tables<RecoveryTables>()
			.insertInto('password_resets')
			.values({ token_hash: hashToken(token), account_id: session.id, ends_at: Date.now() + 60_000 })
			.execute();
		return { token, password: 'another kettle altogether' };
	},
	sendPhoneCode: () => ({ phone: makePhoneNumber() }),
	verifyPhone: async (caller) => ({ code: await requestPhoneCode(caller) }),
	addBusinessDocument: async () => toFormData([['file', { file: new Uint8Array(await makeJpeg()) }]]),
	async requestBusinessVerification(caller) {
		await addBusinessDocument(caller);
		return { business_name: 'Ada Lamps Ltd', document: 'cac_certificate' };
	},
	decideVerificationRequest: () => ({ decision: 'reject', reason: 'We cannot read it.' }),
	deleteMe: () => ({ password: goodPassword }),
	changeEmail() {
		names += 1;
		return { email: `another_${names}@example.com`, password: goodPassword };
	},
	createUpload: () => ({ kind: 'image', bytes: 10, file_name: 'a.jpg' }),
	uploadMedia: () => toFormData([['file', { file: new Uint8Array(10) }]]),
	destroyMedia: () => toFormData([['public_id', 'pictures/a']]),
	createAd: async (caller) => ({ ...exampleAdForm, pictures: [{ secure_url: await createFile(caller, 'image') }] }),
	createVideoAd: async (caller) => ({
		titlevideourl: await createFile(caller, 'video'),
		user_id: caller.session.id,
		user_name: caller.session.user_name,
		categories: exampleAdForm.category,
		description: exampleAdForm.description,
	}),
	startImport: () => ({ ads: 1 }),
	importAd: async (caller) => ({ ...exampleAdForm, pictures: [{ secure_url: await createFile(caller, 'image') }] }),
	updateAd: () => ({ title: 'Another lamp' }),
	markAdSold: () => ({ sold: true }),
	setBuyer: () => ({ buyer_id: null }),
	updateModule: () => ({ text: '# Welcome' }),
	setProgress: () => ({ module: 1, done: true }),
	answerModuleCheck: () => ({ answers: [0, 0, 0, 0] }),
	enroll() {
		names += 1;
		const course = 'Web Hacking Essentials';
		return { name: 'Ada', email: `new_${names}@example.com`, phone: '1', coursetype: course, courseTitle: course };
	},
	sendProof: async () => toFormData([['file', { file: new Uint8Array(await makeJpeg()) }]]),
	paystackWebhook: () => ({ event: 'charge.success', data: { id: 1 } }),
	updateEnrollment: () => ({ note: 'Called' }),
	updateMe: () => ({ bio: 'Lamps.' }),
	setAvatar: async (caller) => ({ secure_url: await createAvatar(caller) }),
	createPost: () => ({ kind: 'tweet', text: 'New lamps.' }),
	updatePost: () => ({ text: 'Newer lamps.' }),
	createComment: () => ({ text: 'How much?' }),
	updateComment: () => ({ text: 'Is it used?' }),
	createReview: () => ({ stars: 5, text: 'Good.' }),
	updateReview: () => ({ stars: 4 }),
	replyToReview: () => ({ text: 'Thank you.' }),
	async storeToken(caller) {
		const { public_key } = await owner.client.getPushKey();
		return { user_id: caller.session.id, fcm_token: newSubscription(public_key) };
	},
	async sendNotification() {
		await addDevice(owner);
		return owner.client.getSendHandle({ params: { userId: String(owner.session.id) } });
	},
	readNotices: () => ({ up_to: 1 }),
	updateNotificationSettings: () => ({ kinds: { like: { push: false } } }),
	uniteSaved: () => ({ ids: [] }),
	createSavedSearch: () => ({ q: 'lamp' }),
	createApiToken: () => apiTokenForm,
	createWebhook: () => webhookForm,
	updateWebhook: () => ({ active: true }),
	async rotateWebhookSecret() {
		// The calls of this file would exceed the limit of password attempts.
		const attempts = server.db.tables<{ rate_limits: { key: string } }>().deleteFrom('rate_limits');
		await attempts.where('key', '=', `password ${owner.session.id}`).execute();
		return { password: goodPassword };
	},
	updateSavedSearch: () => ({ alerts: 'off' }),
	updateMarketSettings: () => ({ version: server.marketSettings.get().version, tagline: 'Buy well' }),
	setMarketLogo: async () => ({
		picture: { secure_url: (await uploadPicture(getAdmin())).secure_url },
		version: server.marketSettings.get().version,
	}),
	markSavedSearchSeen: () => ({ up_to: 1 }),
	report: async () => ({ target: { kind: 'ad', id: await seedAd(server, followed) }, reason: 'scam' }),
	sendLegalRequest: () => legalRequest,
	answerLegalRequest: () => ({ state: 'done', answer: 'It is gone.' }),
	recordBreach: () => breach,
	updateBreach: () => breach,
	addBreachAccounts: () => ({ people: [owner.session.user_name] }),
	sendBreachNotice: () => ({ text: 'A laptop with your email address was stolen. Choose a new password.' }),
	decideReports: () => ({ decision: 'dismiss', reason: 'It is fine.' }),
	suspendUser: () => ({ reason: 'Fraud.', days: 7 }),
	liftDecision: () => ({ reason: 'We were wrong.' }),
	upholdDecision: () => ({ reason: 'It stays.' }),
	appeal: () => ({ text: 'Look again.' }),
	publishNotice: () => ({ text: 'Closed on Sunday.', hours: 1 }),
	sendInsights: () => ({ day_key: 'k'.repeat(20), insights: [{ type: 'pageview', route: '/', path: '/' }] }),
	showLess: () => ({ of: { what: 'kind', kind: 'talk' } }),
};

/** Sends a code to a phone. Returns the code, or any code if the server rejects the account. */
async function requestPhoneCode({ client }: TestPerson): Promise<string> {
	const phone = makePhoneNumber();
	// Another code may be sent only after a minute.
	await server.db.tables<VerificationTables>().deleteFrom('phone_codes').execute();
	const sent = await client.sendPhoneCode({ body: { phone } }).catch(() => null);
	return sent ? readPhoneCode(server, phone) : '123456';
}

/** Starts to enroll a second factor. Returns a simulated authenticator app, or null if the server rejects the account. */
async function beginSecondFactor({ token }: TestPerson) {
	// With an API token the server rejects the setup, so that it does not change the owner.
	const client = createApiClient(server, token);
	const enrollment = await client.beginSecondFactor({ body: { password: goodPassword } }).catch(() => null);
	if (!enrollment) return null;
	const app = new TOTP({ secret: enrollment.secret });
	const generate = (later = 0) => app.generate({ timestamp: Date.now() + later * 30_000 });
	return { generate, confirm: () => client.confirmSecondFactor({ body: { code: generate() } }) };
}

const noPasskeyOptions = { challenge: 'a', rp: { id: 'a' }, user: { id: 'a' } };

/** Device of an account with a passkey, the same for each login. */
let loginAuthenticator: ReturnType<typeof makePasskey> | undefined;

async function makePasskey() {
	const { client } = await createPerson('user');
	const authenticator = createSoftwareAuthenticator(server.address.replace('127.0.0.1', 'localhost'));
	const options = await client.beginPasskey({ body: { password: goodPassword } });
	await client.addPasskey({ body: { name: 'My phone', credential: authenticator.create(options) } });
	return authenticator;
}

interface PreparedCall {
	query?: Record<string, string>;
	body?: unknown;
	cookie: string;
}

/** Prepares the calls of endpoints that need earlier steps in a browser. */
const preparations: Partial<Record<EndpointName, (caller: TestPerson) => Promise<PreparedCall>>> = {
	async finishGoogle() {
		const browser = openGoogleBrowser(server);
		return { query: await browser.signIn(addGoogleAccount()), cookie: browser.cookie() };
	},
	async confirmGoogle() {
		const admin = await createPerson('admin');
		const sub = addGoogleAccount();
		const browser = openGoogleBrowser(server);
		const body = await startLinking(admin, sub, browser);
		const path = buildPath(endpointAddresses.finishGoogleLink, {});
		expect((await browser.call(path, { method: 'POST', body, token: admin.token })).status).toBe(204);
		const app = await beginSecondFactor(admin);
		await app?.confirm();
		const query = await browser.signIn(sub);
		expect((await browser.call(buildPath(endpointAddresses.finishGoogle, {}), { query })).status).toBe(422);
		return { body: { code: app?.generate(1) }, cookie: browser.cookie() };
	},
	removeMarketLogo: async () => ({ query: { version: String(server.marketSettings.get().version) }, cookie: '' }),
	async finishGoogleLink(caller) {
		const browser = openGoogleBrowser(server);
		const body = await startLinking(caller, addGoogleAccount(), browser);
		return { body, cookie: browser.cookie() };
	},
};

/** Returns the code and state that Google sends when it is linked to an account. Returns placeholders if the account may not link it. */
async function startLinking(
	{ token }: TestPerson,
	sub: string,
	browser: GoogleBrowser,
): Promise<{ code: string; state: string }> {
	const path = buildPath(endpointAddresses.linkGoogle, {});
	const response = await browser.call(path, { method: 'POST', body: { password: goodPassword }, token });
	if (response.status !== 200) return { code: 'x', state: 'x' };
	return browser.signIn(sub, (response.body as { url: string }).url);
}

function addGoogleAccount(): string {
	names += 1;
	const sub = `google-${names}`;
	provider.addAccount({ sub, email: `${sub}@gmail.example`, email_verified: true });
	return sub;
}

const bearer = ({ token }: TestPerson) => ({ authorization: `Bearer ${token}` });

/** Endpoints that end the session or change the login. Each call of such an endpoint uses a new account. */
const accountChanging: EndpointName[] = [
	'logOut',
	'endSessions',
	'deleteMe',
	'changePassword',
	'changeEmail',
	'resendVerification',
	'beginSecondFactor',
	'confirmSecondFactor',
	'endSecondFactor',
	'beginPasskey',
	'addPasskey',
];

function getCaller(name: EndpointName, role: Role): Promise<TestPerson> | TestPerson {
	return accountChanging.includes(name) ? createPerson(role) : (people.get(role) as TestPerson);
}

async function call(name: EndpointName, role: Role, caller: TestPerson): Promise<number> {
	const address = endpointAddresses[name];
	const params: Record<string, string> = {};
	for (const [, parameter = ''] of address.matchAll(/:(\w+)/g)) {
		const make = parameters[parameter];
		if (!make) throw new Error(`Give \`parameters\` in this file an example of :${parameter} for ${address}`);
		params[parameter] = await make(name);
	}
	const method = address.slice(0, address.indexOf(' '));
	const route = server.routes.find(({ endpoint }) => endpoint.name === name);
	const prepared = await preparations[name]?.(caller);
	const body = prepared ? prepared.body : await bodies[name]?.(caller);
	if (route?.endpoint.body && body === undefined)
		throw new Error(`Give \`bodies\` in this file a body for ${name}: ${address}`);
	const isJson = body !== undefined && !(body instanceof FormData);
	const response = await fetch(
		server.address + buildPath(address, { params, query: prepared?.query ?? queries[name] ?? {} }),
		{
			method,
			headers: {
				...(role !== 'visitor' && bearer(caller)),
				...(prepared && { cookie: prepared.cookie }),
				...(isJson && { 'content-type': 'application/json' }),
			},
			...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as FormData) }),
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
	server = await startTestServer({
		env: { ...provider.env, ...payments },
		pushServices: pushService.services,
		webhookReceivers: { ...pushService.services, allows: () => false },
	});
	owner = await createPerson('user');
	followed = await createPerson('user');
	people.set('user', owner);
	for (const role of ['visitor', 'other', 'suspended', 'admin'] as const) people.set(role, await createPerson(role));
	await seedAd(server, owner);
});
afterAll(async () => {
	await server.close();
	await provider.close();
	await paystack.close();
	await pushService.close();
});

const endpoints = Object.entries(endpointAddresses) as [EndpointName, string][];
const roles = ['visitor', 'user', 'other', 'suspended', 'admin'] as const;

test('serves exactly the endpoints of the contract', () => {
	expect(server.routes.map(({ endpoint }) => endpoint.name).sort()).toEqual(Object.keys(endpointAddresses).sort());
});

test('documents the policies of all routes in docs/authorization.md (update with vitest -u)', async () => {
	const rowsByFile = new Map<string, string[]>();
	const folder = join(import.meta.dirname, '..', 'contract');
	const paths = (await readdir(folder, { recursive: true })).filter((path) => /(?<!\.test)\.ts$/.test(path));
	for (const file of paths.sort((a, b) => basename(a).localeCompare(basename(b)))) {
		const declared = new Set<unknown>(Object.values(await import(join(folder, file))));
		const rows = server.routes.filter(({ endpoint }) => declared.has(endpoint)).map(formatRow);
		if (rows.length > 0) rowsByFile.set(basename(file, '.ts'), rows.sort());
	}
	expect([...rowsByFile.values()].flat()).toHaveLength(server.routes.length);
	const sections = [...rowsByFile].map(([name, rows]) => [`## ${name}`, '', ...head, ...rows, ''].join('\n'));
	await expect([introduction, ...sections].join('\n')).toMatchFileSnapshot('../docs/authorization.md');
});

const introduction = `# Who may do what

The policy of every route for every role, generated by \`server/authorization.test.ts\` from the routes. The same test calls each route in each
role and compares the status with this table. *Owner* is the account that owns the addressed resource (any account, if nothing is owned),
*other* is another account, *suspended* is a suspended account. 401: not logged in. 403: not allowed. 404: not visible to the caller.

*Scope* is what an API token needs to call the route with the rights of its owner; it has no rights of an administrator. A token without the scope
gets 403, or is treated as a visitor where visitors may call the route. Scripts of other sites may call the routes that have a scope (CORS).
`;

const head = [
	'| route | visitor | owner | other | suspended | administrator | scope |',
	'|---|---|---|---|---|---|---|',
];

function formatRow({ endpoint, options }: TestServer['routes'][number]): string {
	const [method, path] = endpointAddresses[endpoint.name].split(' ');
	const cells = roles.map((role) => policies[options.policy][role]).map((cell) => (cell === 'allow' ? 'yes' : cell));
	return `| \`${path}\` ${method} | ${cells.join(' | ')} | ${options.scope ?? '–'} |`;
}

function getRoute(name: EndpointName): TestServer['routes'][number] {
	const route = server.routes.find(({ endpoint }) => endpoint.name === name);
	if (!route) throw new Error(`${name} is not served`);
	return route;
}

/** Tokens of the owner by their scopes. */
const tokens = new Map<string, Promise<string>>();

/** Returns an API token of the owner with the scopes, the same for the same scopes. */
function createToken(scopes: readonly TokenScope[]): Promise<string> {
	const key = scopes.join(' ');
	const token =
		tokens.get(key) ??
		owner.client.createApiToken({ body: { ...apiTokenForm, scopes: [...scopes] } }).then(({ token }) => token);
	tokens.set(key, token);
	return token;
}

describe.each(endpoints)('%s (%s)', (name) => {
	test.each(roles)('returns the status that its policy declares for: %s', async (role) => {
		const route = getRoute(name);
		const declared = policies[route.options.policy][role];
		const status = await call(name, role, await getCaller(name, role));
		expect(status).toBe(declared === 'allow' ? getSuccessResponse(route.endpoint).status : declared);
	});

	test.each(['token with the scope', 'token without the scope'] as const)('checks the scope of a %s', async (kind) => {
		const { options, endpoint } = getRoute(name);
		const { visitor, user } = policies[options.policy];
		const hasScope = options.scope !== undefined && kind === 'token with the scope';
		// What everyone may do needs no scope.
		const declared = hasScope ? user : visitor === 401 || options.refusesTokens ? 403 : visitor;
		const token = createToken(tokenScopes.filter((scope) => hasScope || scope !== options.scope));
		const status = await call(name, 'user', { ...owner, token: await token });
		expect(status).toBe(declared === 'allow' ? getSuccessResponse(endpoint).status : declared);
	});
});

describe('scripts of other sites', () => {
	const origin = { origin: 'https://tools.example' };
	const askBefore = (path: string, method: string) =>
		fetch(server.address + path, {
			method: 'OPTIONS',
			headers: { ...origin, 'access-control-request-method': method },
		});

	test('may call exactly the endpoints that have a scope', async () => {
		const open = [];
		for (const { endpoint } of server.routes) {
			const [method = '', path = ''] = endpointAddresses[endpoint.name].split(' ');
			const { headers } = await askBefore(path.replace(/:\w+/g, '1'), method);
			const methods = headers.get('access-control-allow-methods')?.split(', ') ?? [];
			if (methods.includes(method)) open.push(endpoint.name);
			expect(headers.get('access-control-allow-credentials')).toBeNull();
		}
		const scoped = server.routes.filter(({ options }) => options.scope !== undefined);
		expect(open).toEqual(scoped.map(({ endpoint }) => endpoint.name));
	});

	test.each([
		'/',
		'/health/ready',
		'/metrics',
		'/api/docs/json',
		'/api/notifications/stream',
		'/api/auth/google',
		'/personal-data/1.zip',
		'/media/unknown/720.mp4',
		'/private-media/unknown/720.mp4',
	])('may not read %s', async (path) => {
		const response = await fetch(server.address + path, { headers: origin, redirect: 'manual' });
		expect(response.headers.get('access-control-allow-origin')).toBeNull();
		expect((await askBefore(path, 'GET')).headers.get('access-control-allow-origin')).toBeNull();
	});
});
