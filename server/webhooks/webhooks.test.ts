import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as accountLimits from '../../contract/accounts/limits.ts';
import type { CallInput } from '../../contract/core/endpoint.ts';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import * as webhookLimits from '../../contract/webhooks/limits.ts';
import { marketWebhookEvents, sellerWebhookEvents } from '../../contract/webhooks/webhook-events.ts';
import { type createWebhook, webhookEventSchemas } from '../../contract/webhooks/webhooks.ts';
import * as mailsAccountsText from '../../text/server/mails-accounts.ts';
import * as mailsWebhooksText from '../../text/server/mails-webhooks.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import * as webhooksText from '../../text/shared/webhooks.ts';
import { adCreatedOrEdited, adVideoProcessingEnded } from '../ads/index.ts';
import type { AdTables } from '../ads/tables.ts';
import type { Engine } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { extractMailedToken, openMailbox } from '../testing/mailbox.ts';
import { createApiClient, goodPassword, signUp, signUpAdministrator, type TestPerson } from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { seedEnrollment } from '../testing/seed-enrollments.ts';
import { seedPost } from '../testing/seed-posts.ts';
import { seedContact } from '../testing/seed-reviews.ts';
import { type LoopbackSmtpServer, startSmtpServer } from '../testing/smtp-server.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { type LoopbackReceiver, type ReceivedMessage, startWebhookReceiver } from '../testing/webhook-receiver.ts';
import { readZip } from '../testing/zip.ts';
import { webhooksCacheTag } from './cache-tags.ts';
import { maxPendingDeliveries } from './deliveries.ts';
import { failurePeriod } from './retry-schedule.ts';
import { markFailing } from './store.ts';
import type { WebhookTables } from './tables.ts';
import { attemptRate } from './webhooks.ts';

type Form = CallInput<typeof createWebhook>['body'];

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

let receiver: LoopbackReceiver;
let smtp: LoopbackSmtpServer;
let mailbox: ReturnType<typeof openMailbox>;
let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;
let buyer: TestPerson;

beforeAll(async () => {
	[receiver, smtp] = await Promise.all([startWebhookReceiver(), startSmtpServer()]);
});
afterAll(async () => {
	await receiver.close();
	await smtp.close();
});

const startTime = Date.UTC(2026, 10, 26, 9, 47, 12);

/** Starts a server for the tests of a suite. Each test begins at the same time, with new accounts and without webhooks and mails. */
function useServer(engine?: Engine): void {
	beforeAll(async () => {
		clock = createFakeClock(startTime);
		const webhookReceivers = receiver.receivers;
		const env = { SMTP_URL: smtp.url };
		server = await startTestServer({ clock, webhookReceivers, env, ...(engine && { engine }) });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		clock.advance(startTime - clock.now());
		[seller, buyer] = [await signUp(server), await signUp(server)];
		await server.db.tables<WebhookTables>().deleteFrom('webhooks').execute();
		mailbox = openMailbox(smtp);
		await mailbox.all(server);
		receiver.received.length = 0;
		for (const host of ['shop.example', 'other.example']) receiver.respondWith(host, 204);
	});
}

const url = 'https://shop.example/hook';

const make = (form: Partial<Form> = {}, { client } = seller) =>
	client.createWebhook({ body: { url, events: [...sellerWebhookEvents], password: goodPassword, ...form } });

const toParams = (id: number) => ({ params: { id: String(id) } });

async function listDeliveries({ id }: { id: number }, { client } = seller) {
	await server.jobs.whenIdle();
	return (await client.listWebhookDeliveries({ ...toParams(id), query: {} })).items;
}

/** Waits until all jobs are done. Returns the messages so far and removes them. */
async function takeReceived() {
	await server.jobs.whenIdle();
	return receiver.received.splice(0);
}

const takeBodies = async () => (await takeReceived()).map(({ body }) => body);

/** Returns the signature that a message must have. */
function sign(secret: string, message: ReceivedMessage | undefined): string {
	const { 'webhook-id': id, 'webhook-timestamp': timestamp } = message?.headers ?? {};
	const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
	return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${message?.text}`).digest('base64')}`;
}

const logIn = (password: string) => createApiClient(server).logIn({ body: { email: seller.session.email, password } });
const hasPassword = (password: string) =>
	logIn(password).then(
		() => true,
		() => false,
	);

/** Replaces the seller's password with the link of a mail. */
async function resetPassword(): Promise<void> {
	const { email } = seller.session;
	await createApiClient(server).forgotPassword({ body: { email } });
	const mail = await mailbox.next(email, mailsAccountsText.resetSubject(defaultBrand.name));
	await createApiClient(server).resetPassword({
		body: { token: extractMailedToken('reset-password', mail), password: 'green kettle on monday' },
	});
}

const changeAd = (id: number) => seller.client.updateAd({ ...toParams(id), body: { title: 'A new lamp' } });

describeOnBothEngines('webhooks', (engine) => {
	useServer(engine);

	test('send what happens to the seller’s ads, and nothing about others', async () => {
		await make();
		const [id, others] = [await seedAd(server, seller), await seedAd(server, buyer)];
		await changeAd(id);
		await buyer.client.updateAd({ ...toParams(others), body: { title: 'My own' } });
		await seller.client.markAdSold({ ...toParams(id), body: { sold: true } });
		await seller.client.markAdSold({ ...toParams(id), body: { sold: true } });
		const bodies = await takeBodies();
		expect(bodies.map(({ type }) => type).sort()).toEqual(['ad.changed', 'ad.sold']);
		for (const body of bodies) expect(webhookEventSchemas[body.type as 'ad.sold'].parse(body)).toEqual(body);
		expect(bodies.find(({ type }) => type === 'ad.sold')).toEqual({
			type: 'ad.sold',
			version: 1,
			timestamp: '2026-11-26T09:47:00.000Z',
			data: {
				id,
				seller_id: seller.session.id,
				format: 'image',
				state: 'sold',
				title: 'A new lamp',
				category: 'Motorcycles',
				price_kobo: null,
				url: expect.stringMatching(`/feed/${id}/a-new-lamp$`),
			},
		});
	});

	test('sign each message as Standard Webhooks defines', async () => {
		const { secret } = await make();
		expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
		await changeAd(await seedAd(server, seller));
		const [message] = await takeReceived();
		expect(Number(message?.headers['webhook-timestamp'])).toBe(Math.floor(clock.now() / 1000));
		expect(message?.headers['webhook-signature']).toBe(sign(secret, message));
		expect(message?.headers['content-type']).toBe('application/json');
	});

	test('send a video ad once, when everybody can watch it', async () => {
		await make({ events: ['ad.published'] });
		const adId = await seedAd(server, seller, { format: 'video' });
		const ads = server.db.tables<AdTables>().updateTable('ads').where('id', '=', adId);
		await ads.set({ media_state: 'processing' }).execute();
		const ownerId = seller.session.id;
		const posted = { adId, ownerId, title: '', text: '', isNew: true, importId: null };
		await server.db.transaction((tx) => server.events.emit(tx, adCreatedOrEdited, posted));
		expect(await takeBodies()).toEqual([]);
		await ads.set({ media_state: 'ready' }).execute();
		const emitReady = () =>
			server.db.transaction((tx) => server.events.emit(tx, adVideoProcessingEnded, { adId, ownerId, state: 'ready' }));
		await emitReady();
		await emitReady();
		expect(await takeBodies()).toMatchObject([{ type: 'ad.published', data: { id: adId, format: 'video' } }]);
	});

	test('send a contact with its channel, and nothing about the buyer', async () => {
		await make({ events: ['contact.created'] });
		const id = await seedAd(server, seller);
		for (const kind of ['whatsapp', 'whatsapp', 'call'] as const) {
			await buyer.client.recordContact({ params: { id: String(id), kind } });
		}
		const messages = await takeReceived();
		expect(messages.map(({ body }) => body)).toEqual([
			{
				type: 'contact.created',
				version: 1,
				timestamp: '2026-11-26T09:47:00.000Z',
				data: { ad_id: id, channel: 'whatsapp' },
			},
		]);
		const rows = await server.db.tables<WebhookTables>().selectFrom('webhook_deliveries').selectAll().execute();
		expect(rows).toMatchObject([{ created_at: Date.UTC(2026, 10, 26, 9, 47) }]);
	});

	test('send comments and reviews of others with what is public, without their author', async () => {
		await make();
		const [adId, postId] = [await seedAd(server, seller), await seedPost(server, seller)];
		await seedContact(server, buyer, adId, clock.now());
		const comment = await buyer.client.createComment({
			params: { target: 'ads', id: String(adId) },
			body: { text: 'Is it new?' },
		});
		await buyer.client.createComment({ params: { target: 'posts', id: String(postId) }, body: { text: 'Nice.' } });
		await seller.client.createComment({
			params: { target: 'ads', id: String(adId) },
			body: { text: 'Yes.', parent_id: comment.id },
		});
		const review = await buyer.client.createReview({ ...toParams(adId), body: { stars: 5, text: 'Fast.' } });
		const messages = await takeReceived();
		expect(messages.map(({ body }) => [body.type, body.data.text]).sort()).toEqual([
			['comment.created', 'Is it new?'],
			['comment.created', 'Nice.'],
			['review.created', 'Fast.'],
		]);
		expect(messages.map(({ body }) => body.data)).toContainEqual({
			id: review.id,
			seller_id: seller.session.id,
			ad_id: adId,
			stars: 5,
			text: 'Fast.',
			url: expect.stringContaining(`/profile/user/${seller.session.user_name}/reviews`),
		});
		for (const { body, text } of messages) {
			expect(webhookEventSchemas[body.type as 'comment.created'].parse(body)).toEqual(body);
			expect(text).not.toContain(buyer.session.user_name);
		}
	});

	test.each<[string, () => Promise<unknown>]>([
		[
			'a changed password',
			() =>
				seller.client.changePassword({
					body: { current_password: goodPassword, new_password: 'green kettle on monday' },
				}),
		],
		['a logout everywhere', () => seller.client.endSessions({ query: {} })],
		['a logout of all other devices', () => seller.client.endSessions({ query: { others: 'true' } })],
		['a reset password', resetPassword],
	])('are paused by %s until their owner confirms them', async (_, endLogins) => {
		const { id } = await make();
		const off = await make();
		await seller.client.updateWebhook({ ...toParams(off.id), body: { active: false } });
		await make({}, buyer);
		const adId = await seedAd(server, seller);
		const password = await endLogins().then(async () =>
			(await hasPassword(goodPassword)) ? goodPassword : 'green kettle on monday',
		);
		const { token } = await logIn(password);
		const client = createApiClient(server, token);
		const list = async (of: TestPerson['client']) =>
			(await of.listWebhooks({ query: {} })).items.map((webhook) => [webhook.id, webhook.paused]);
		expect(await list(client)).toEqual([
			[off.id, false],
			[id, true],
		]);
		expect((await list(buyer.client)).map(([, paused]) => paused)).toEqual([false]);

		await client.updateAd({ ...toParams(adId), body: { title: 'While paused' } });
		await server.jobs.whenIdle();
		await client.updateWebhook({ ...toParams(id), body: { active: true } });
		await client.testWebhook(toParams(id));
		expect(await takeBodies()).toEqual([]);
		const { items } = await client.listWebhookDeliveries({ ...toParams(id), query: {} });
		expect(items.map(({ event, state }) => [event, state])).toEqual([
			['webhook.test', 'skipped'],
			['ad.changed', 'pending'],
		]);
		const params = { id: String(id), delivery_id: String(items[0]?.id) };
		await expect(client.redeliverWebhook({ params })).rejects.toMatchObject({
			status: 409,
			problem: { message: webhooksText.webhookPaused },
		});
		await expect(buyer.client.updateWebhook({ ...toParams(id), body: { paused: false } })).rejects.toMatchObject({
			status: 404,
		});

		expect(await client.updateWebhook({ ...toParams(id), body: { paused: false } })).toMatchObject({ paused: false });
		await client.updateAd({ ...toParams(adId), body: { title: 'After it' } });
		expect(await takeBodies()).toMatchObject([{ type: 'ad.changed', data: { title: 'After it' } }]);
	});

	test('omit events that do not exist any more', async () => {
		await make({ events: ['ad.changed'] });
		await server.db.tables<WebhookTables>().updateTable('webhooks').set({ events: 'ad.changed ad.liked' }).execute();
		expect((await seller.client.listWebhooks({ query: {} })).items).toMatchObject([{ events: ['ad.changed'] }]);
		await changeAd(await seedAd(server, seller));
		expect(await takeBodies()).toHaveLength(1);
	});

	test('of the market send the events of all sellers and every change of an enrollment, without its learner', async () => {
		const admin = await signUpAdministrator(server);
		await make({ market: true, events: [...marketWebhookEvents] }, admin);
		await changeAd(await seedAd(server, seller));
		const { number } = await seedEnrollment(server);
		const messages = await takeReceived();
		expect(messages.map(({ body }) => body.type).sort()).toEqual(['ad.changed', 'enrollment.changed']);
		const enrollment = messages.find(({ body }) => body.type === 'enrollment.changed');
		expect(enrollment?.body.data).toEqual({
			id: number,
			course_id: expect.any(String),
			state: 'requested',
		});
	});

	test('send nothing for a write that is rolled back', async () => {
		await make();
		const adId = await seedAd(server, seller);
		const edited = { adId, ownerId: seller.session.id, title: '', text: '', isNew: false, importId: null };
		const failed = server.db.transaction(async (tx) => {
			await server.events.emit(tx, adCreatedOrEdited, edited);
			throw new Error('no');
		});
		await expect(failed).rejects.toThrow('no');
		expect(await takeBodies()).toEqual([]);
	});

	test('send only the chosen events, and nothing while off or once deleted', async () => {
		const { id } = await make({ events: ['ad.sold'] });
		const adId = await seedAd(server, seller);
		await changeAd(adId);
		expect(await takeBodies()).toEqual([]);
		await seller.client.updateWebhook({
			...toParams(id),
			body: { events: ['ad.changed'], url: 'https://other.example/b', password: goodPassword },
		});
		await changeAd(adId);
		expect(await takeReceived()).toMatchObject([{ host: 'other.example', path: '/b' }]);
		await seller.client.updateWebhook({ ...toParams(id), body: { active: false } });
		await changeAd(adId);
		expect(await takeBodies()).toEqual([]);
		await seller.client.updateWebhook({ ...toParams(id), body: { active: true } });
		await changeAd(adId);
		expect(await takeBodies()).toHaveLength(1);
		await seller.client.deleteWebhook(toParams(id));
		await changeAd(adId);
		expect(await takeBodies()).toEqual([]);
	});

	test('list pages of deliveries with their result and the minute', async () => {
		const { id } = await make();
		for (let count = 0; count < 3; count += 1) await seller.client.testWebhook(toParams(id));
		await server.jobs.whenIdle();
		const first = await seller.client.listWebhookDeliveries({ ...toParams(id), query: { limit: '2' } });
		const cursor = first.next_cursor ?? '';
		const second = await seller.client.listWebhookDeliveries({ ...toParams(id), query: { limit: '2', cursor } });
		expect([first.items.length, second.items.length, second.next_cursor]).toEqual([2, 1, null]);
		expect(first.items.map((item) => item.id)).not.toContain(second.items[0]?.id);
		const at = '2026-11-26T09:47:00.000Z';
		const delivered = { event: 'webhook.test', state: 'delivered', attempts: 1, result: '2xx' };
		expect(second.items).toMatchObject([{ ...delivered, attempted_at: at, created_at: at }]);
	});

	test('send no more events while many wait, and list those as not sent', async () => {
		const { id } = await make();
		const rows = Array.from({ length: maxPendingDeliveries }, (_, index) => ({
			webhook_id: id,
			event_id: `waiting ${index}`,
			event: '{"type":"webhook.test"}',
			state: 'pending' as const,
			created_at: clock.now(),
		}));
		await server.db.tables<WebhookTables>().insertInto('webhook_deliveries').values(rows).execute();
		const adId = await seedAd(server, seller);
		await changeAd(adId);
		expect(await takeBodies()).toEqual([]);
		expect((await listDeliveries({ id }))[0]).toMatchObject({ event: 'ad.changed', state: 'skipped', attempts: 0 });
		const deliveries = server.db.tables<WebhookTables>().deleteFrom('webhook_deliveries');
		await deliveries.where('event_id', '=', 'waiting 0').execute();
		await changeAd(adId);
		expect(await takeBodies()).toHaveLength(1);
	});

	const count = async (table: keyof WebhookTables) =>
		(await server.db.tables<WebhookTables>().selectFrom(table).select('id').execute()).length;

	test('keep their deliveries for 30 days', async () => {
		await seller.client.testWebhook(toParams((await make()).id));
		await server.jobs.whenIdle();
		clock.advance(webhookLimits.webhookDeliveryRetention - minute);
		await server.webhooks.sweep();
		expect(await count('webhook_deliveries')).toBe(1);
		clock.advance(2 * minute);
		await server.webhooks.sweep();
		expect(await count('webhook_deliveries')).toBe(0);
	});

	test('are erased with their account', async () => {
		await seller.client.testWebhook(toParams((await make()).id));
		await server.jobs.whenIdle();
		await seller.client.deleteMe({ body: { password: goodPassword } });
		clock.advance(accountLimits.accountDeletionGrace + hour);
		const tags: string[] = [];
		server.db.onInvalidate((invalidated) => void tags.push(...invalidated));
		await server.accounts.eraseDue();
		expect(tags).toContain(webhooksCacheTag);
		expect([await count('webhooks'), await count('webhook_deliveries')]).toEqual([0, 0]);
	});
});

describe('what is not public', () => {
	// On PostgreSQL, the database's clock decides when a job is due.
	useServer('sqlite');

	test('is not sent if it was hidden since', async () => {
		const webhook = await make();
		const adId = await seedAd(server, seller);
		receiver.respondWith('shop.example', 500);
		const { id } = await buyer.client.createComment({
			params: { target: 'ads', id: String(adId) },
			body: { text: 'Call 0803' },
		});
		expect(await takeBodies()).toHaveLength(1);
		await server.db.transaction((tx) => server.comments.hide(tx, { role: 'admin' }, id));
		receiver.respondWith('shop.example', 204);
		clock.advance(5 * second);
		expect(await takeBodies()).toEqual([]);
		const [delivery] = await listDeliveries(webhook);
		expect(delivery).toMatchObject({ state: 'skipped', result: '5xx' });
		await seller.client.redeliverWebhook({ params: { id: String(webhook.id), delivery_id: String(delivery?.id) } });
		expect(await takeBodies()).toEqual([]);
	});

	test('is neither sent for a suspended account nor for a deleted one', async () => {
		const admin = await signUpAdministrator(server);
		receiver.respondWith('shop.example', 500);
		const webhook = await make();
		await changeAd(await seedAd(server, seller));
		expect(await takeBodies()).toHaveLength(1);
		await admin.client.suspendUser({ ...toParams(seller.session.id), body: { reason: 'Scam.', days: 7 } });
		clock.advance(day);
		expect(await takeBodies()).toEqual([]);
		const rows = await server.db.tables<WebhookTables>().selectFrom('webhook_deliveries').selectAll().execute();
		expect(rows).toMatchObject([{ webhook_id: webhook.id, state: 'skipped' }]);

		await make({}, buyer);
		const adId = await seedAd(server, buyer);
		await buyer.client.updateAd({ ...toParams(adId), body: { title: 'Mine' } });
		expect(await takeBodies()).toHaveLength(1);
		await buyer.client.deleteMe({ body: { password: goodPassword } });
		clock.advance(5 * second);
		expect(await takeBodies()).toEqual([]);
	});

	test('is not sent to a webhook of the market whose administrator is one no more', async () => {
		const admin = await signUpAdministrator(server);
		await make({ market: true }, admin);
		const accounts = server.db.tables<{ accounts: { id: number; role: string } }>().updateTable('accounts');
		await accounts.set({ role: 'user' }).where('id', '=', admin.session.id).execute();
		await changeAd(await seedAd(server, seller));
		expect(await takeBodies()).toEqual([]);
	});
});

const day = 24 * hour;

// Only the queue on SQLite takes its time from the test's clock.
describe('a receiver that fails', () => {
	useServer('sqlite');

	const schedule = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 8 * hour, 8.5 * hour];

	test('gets the same message again after growing delays for a day, then the webhook is off', async () => {
		const { failed } = await server.jobs.stats();
		const webhook = await make();
		receiver.respondWith('shop.example', 503);
		await changeAd(await seedAd(server, seller));
		const ids = new Set<string | undefined>();
		for (const delay of schedule) {
			ids.add((await takeReceived())[0]?.headers['webhook-id']);
			clock.advance(delay - 1);
			expect(await takeReceived()).toEqual([]);
			clock.advance(1);
			await server.jobs.whenIdle();
		}
		expect(await takeReceived()).toHaveLength(1);
		expect(ids.size).toBe(1);
		clock.advance(7 * day);
		expect(await takeReceived()).toEqual([]);
		expect(await listDeliveries(webhook)).toMatchObject([{ state: 'failed', attempts: 8, result: '5xx' }]);
		const { items } = await seller.client.listWebhooks({ query: {} });
		expect(items).toMatchObject([{ active: false, failing_since: '2026-11-26T09:47:12.000Z' }]);
		expect((await server.jobs.stats()).failed).toBe(failed);
		const mails = (await mailbox.all(server)).filter(({ subject }) => subject === mailsWebhooksText.switchedOffSubject);
		expect(mails).toMatchObject([{ envelope: { to: [seller.session.email] } }]);
	});

	test('gets what waited while the webhook was paused, for a day, and its owner a mail', async () => {
		const webhook = await make();
		await seller.client.endSessions({ query: { others: 'true' } });
		await mailbox.next(seller.session.email, mailsWebhooksText.pausedSubject);
		const id = await seedAd(server, seller);
		await changeAd(id);
		expect(await takeBodies()).toEqual([]);
		await seller.client.updateWebhook({ ...toParams(webhook.id), body: { paused: false } });
		clock.advance(5 * second);
		expect(await takeBodies()).toMatchObject([{ type: 'ad.changed' }]);
		expect((await seller.client.listWebhooks({ query: {} })).items).toMatchObject([
			{ failing_since: null, active: true },
		]);

		await seller.client.endSessions({ query: { others: 'true' } });
		await changeAd(id);
		await server.jobs.whenIdle();
		for (let attempt = 1; attempt <= 7; attempt += 1) {
			clock.advance(9 * hour);
			await server.jobs.whenIdle();
		}
		const [delivery] = await listDeliveries(webhook);
		expect(delivery).toMatchObject({ state: 'skipped' });
		expect(receiver.received).toEqual([]);
	});

	test('gets what it missed once it works, and is not failing any more', async () => {
		await make();
		const adId = await seedAd(server, seller);
		receiver.respondWith('shop.example', 'broken');
		await changeAd(adId);
		expect(await takeReceived()).toHaveLength(1);
		const { items } = await seller.client.listWebhooks({ query: {} });
		expect(items).toMatchObject([{ active: true, failing_since: '2026-11-26T09:47:12.000Z' }]);
		receiver.respondWith('shop.example', 200);
		clock.advance(5 * second);
		expect(await takeReceived()).toHaveLength(1);
		expect((await seller.client.listWebhooks({ query: {} })).items).toMatchObject([{ failing_since: null }]);
	});

	test('is listed with the class of its responses, newest first', async () => {
		const webhook = await make();
		const adId = await seedAd(server, seller);
		for (const status of [204, 302, 404, 503]) {
			receiver.respondWith('shop.example', status);
			await changeAd(adId);
			await server.jobs.whenIdle();
			receiver.respondWith('shop.example', 204);
			await seller.client.testWebhook(toParams(webhook.id));
			await server.jobs.whenIdle();
		}
		const deliveries = await listDeliveries(webhook);
		expect(deliveries.filter(({ event }) => event === 'ad.changed')).toMatchObject([
			{ state: 'pending', attempts: 1, result: '5xx', attempted_at: '2026-11-26T09:47:00.000Z' },
			{ state: 'pending', attempts: 1, result: '4xx' },
			{ state: 'pending', attempts: 1, result: '3xx' },
			{ state: 'delivered', attempts: 1, result: '2xx', created_at: '2026-11-26T09:47:00.000Z' },
		]);
		// No redirect is followed.
		expect(receiver.received.map(({ path }) => path)).not.toContain('/elsewhere');
	});

	test('is not failing once its webhook is turned off, even if an attempt fails later', async () => {
		const { id } = await make();
		receiver.respondWith('shop.example', 503);
		await changeAd(await seedAd(server, seller));
		expect(await takeReceived()).toHaveLength(1);
		const off = await seller.client.updateWebhook({ ...toParams(id), body: { active: false } });
		expect(off).toMatchObject({ active: false, failing_since: null });
		const now = clock.now();
		await server.db.transaction((tx) => markFailing(tx, id, now, now - failurePeriod));
		expect((await seller.client.listWebhooks({ query: {} })).items).toMatchObject([{ failing_since: null }]);
	});

	test('leaves no delivery pending whose attempts throw', async () => {
		const webhook = await make();
		await server.db.tables<WebhookTables>().updateTable('webhooks').set({ secret: 'damaged' }).execute();
		await changeAd(await seedAd(server, seller));
		for (let count = 0; count < 2; count += 1) {
			expect(await listDeliveries(webhook)).toMatchObject([{ state: 'pending', attempts: 0 }]);
			clock.advance(minute);
		}
		expect(await listDeliveries(webhook)).toMatchObject([{ state: 'failed', attempts: 0 }]);
	});
});

describe('a receiver that does not respond', () => {
	useServer('sqlite');

	test('does not delay others', async () => {
		await make();
		await make({ url: 'https://other.example/hook' }, buyer);
		const [adId, others] = [await seedAd(server, seller), await seedAd(server, buyer)];
		receiver.respondWith('shop.example', 'broken');
		await changeAd(adId);
		await takeReceived();
		receiver.respondWith('shop.example', 'silence');
		for (let count = 0; count < 30; count += 1) await changeAd(adId);
		await expect.poll(() => receiver.received.length).toBe(8);
		await buyer.client.updateAd({ ...toParams(others), body: { title: 'Mine' } });
		await expect.poll(() => receiver.received.map(({ host }) => host)).toContain('other.example');
		// All eight attempts that the dead receiver may occupy are still open.
		expect(receiver.received.filter(({ host }) => host === 'shop.example')).toHaveLength(8);
	});
});

describe('a webhook', () => {
	useServer();

	test('needs the password, shows its secret once, stores it encrypted, and tells the owner by email', async () => {
		await expect(make({ password: 'wrong' })).rejects.toMatchObject({
			status: 422,
			problem: { fields: { password: accountsApiText.wrongPassword } },
		});
		const { secret, ...webhook } = await make();
		expect((await seller.client.listWebhooks({ query: {} })).items).toEqual([webhook]);
		const rows = await server.db.tables<WebhookTables>().selectFrom('webhooks').selectAll().execute();
		expect(JSON.stringify(rows)).not.toContain(secret);
		await mailbox.next(seller.session.email, mailsWebhooksText.createdSubject(defaultBrand.name));
	});

	test('with another URL tells its owner by email, also if another administrator changes it', async () => {
		const [admin, other] = [await signUpAdministrator(server), await signUpAdministrator(server)];
		const change = ({ client }: TestPerson, id: number, body: Partial<Form>) =>
			client.updateWebhook({ ...toParams(id), body: { password: goodPassword, ...body } });
		const [{ id }, ofMarket] = [await make(), await make({ market: true }, admin)];
		await change(seller, id, { url, events: ['ad.sold'] });
		await change(seller, id, { url: 'https://other.example/hook' });
		await change(other, ofMarket.id, { url: 'https://other.example/hook' });
		const mails = (await mailbox.all(server)).filter(({ subject }) => subject === mailsWebhooksText.changedSubject);
		const recipients = mails.map(({ envelope }) => envelope.to[0]);
		expect(recipients.sort()).toEqual([seller.session.email, admin.session.email].sort());
		for (const { text } of mails) expect(text).not.toContain('other.example');
	});

	test.each([
		['no URL', { url: ' ' }, 'url', webhooksText.urlMissing],
		['http', { url: 'http://shop.example/' }, 'url', webhooksText.urlInvalid],
		['another port', { url: 'https://shop.example:8443/' }, 'url', webhooksText.urlInvalid],
		['a user name', { url: 'https://a@shop.example/' }, 'url', webhooksText.urlInvalid],
		['an IP address', { url: 'https://0x7f.1/' }, 'url', webhooksText.urlInvalid],
		['an IPv6 address', { url: 'https://[::1]/' }, 'url', webhooksText.urlInvalid],
		['this machine', { url: 'https://localhost/' }, 'url', webhooksText.urlInvalid],
		['a private network', { url: 'https://metadata.google.internal./' }, 'url', webhooksText.urlInvalid],
		['no event', { events: [] }, 'events', webhooksText.eventsMissing],
		['an event of the market', { events: ['enrollment.changed' as const] }, 'events', webhooksText.eventInvalid],
	])('with %s is rejected', async (_, form, field, message) => {
		await expect(make(form)).rejects.toMatchObject({ status: 422, problem: { fields: { [field]: message } } });
	});

	test('on the URL of port 443 is the same without the port', async () => {
		expect(await make({ url: 'https://Shop.example:443' })).toMatchObject({ url: 'https://shop.example/' });
	});

	test('is limited per account, also at the same time', async () => {
		const results = await Promise.allSettled(Array.from({ length: 7 }, () => make()));
		expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(webhookLimits.webhooks);
		await expect(make()).rejects.toMatchObject({
			status: 409,
			message: webhooksText.tooManyWebhooks(webhookLimits.webhooks),
		});
	});

	test('gets another URL or other events only with the password', async () => {
		const { id } = await make();
		for (const body of [{ url: 'https://other.example/' }, { events: ['ad.sold' as const] }]) {
			await expect(seller.client.updateWebhook({ ...toParams(id), body })).rejects.toMatchObject({ status: 422 });
			const wrong = { ...body, password: 'wrong' };
			await expect(seller.client.updateWebhook({ ...toParams(id), body: wrong })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { password: accountsApiText.wrongPassword } },
			});
		}
	});

	test('signs with the new secret once it is replaced', async () => {
		const { id, secret } = await make();
		const rotated = await seller.client.rotateWebhookSecret({ ...toParams(id), body: { password: goodPassword } });
		expect(rotated.secret).not.toBe(secret);
		await seller.client.testWebhook(toParams(id));
		const [message] = await takeReceived();
		expect(message?.headers['webhook-signature']).toBe(sign(rotated.secret, message));
	});

	test('gets a new secret only with the password', async () => {
		const { id, secret } = await make();
		const rotation = seller.client.rotateWebhookSecret({ ...toParams(id), body: { password: 'wrong' } });
		await expect(rotation).rejects.toMatchObject({
			status: 422,
			problem: { fields: { password: accountsApiText.wrongPassword } },
		});
		await seller.client.testWebhook(toParams(id));
		const [message] = await takeReceived();
		expect(message?.headers['webhook-signature']).toBe(sign(secret, message));
	});

	test('of a seller cannot be changed to receive events of the market', async () => {
		const { id } = await make();
		const body = { events: ['enrollment.changed' as const], password: goodPassword };
		await expect(seller.client.updateWebhook({ ...toParams(id), body })).rejects.toMatchObject({
			status: 422,
			problem: { fields: { events: webhooksText.eventInvalid } },
		});
	});

	test('is tested once per request, also while it is off, up to a quota', async () => {
		const webhook = await make();
		await seller.client.updateWebhook({ ...toParams(webhook.id), body: { active: false } });
		receiver.respondWith('shop.example', 500);
		for (let count = 0; count < attemptRate.most; count += 1) await seller.client.testWebhook(toParams(webhook.id));
		await expect(seller.client.testWebhook(toParams(webhook.id))).rejects.toMatchObject({ status: 429 });
		expect((await takeBodies())[0]).toMatchObject({ type: 'webhook.test', data: {} });
		clock.advance(day);
		expect(await takeBodies()).toEqual([]);
		expect((await listDeliveries(webhook))[0]).toMatchObject({ state: 'failed', attempts: 1, result: '5xx' });
		expect((await seller.client.listWebhooks({ query: {} })).items).toMatchObject([{ failing_since: null }]);
	});

	test('sends an event again with the same id', async () => {
		const { id } = await make();
		await changeAd(await seedAd(server, seller));
		const [first] = await takeReceived();
		const [delivery] = await listDeliveries({ id });
		const params = { id: String(id), delivery_id: String(delivery?.id) };
		expect(await seller.client.redeliverWebhook({ params })).toMatchObject({ state: 'pending', attempts: 0 });
		const [again] = await takeReceived();
		expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
		expect(again?.body).toEqual(first?.body);
		const unknown = { params: { ...params, delivery_id: '999' } };
		await expect(seller.client.redeliverWebhook(unknown)).rejects.toMatchObject({ status: 404 });
		await seller.client.updateWebhook({ ...toParams(id), body: { active: false } });
		await expect(seller.client.redeliverWebhook({ params })).rejects.toMatchObject({ status: 409 });
	});

	test('sends no event of another webhook again', async () => {
		const [own, other] = [await make(), await make({}, buyer)];
		await buyer.client.testWebhook(toParams(other.id));
		const [delivery] = await listDeliveries(other, buyer);
		expect(delivery?.state).toBe('delivered');
		await takeReceived();
		const params = { id: String(own.id), delivery_id: String(delivery?.id) };
		await expect(seller.client.redeliverWebhook({ params })).rejects.toMatchObject({ status: 404 });
		expect(await takeReceived()).toEqual([]);
	});

	test('sends nothing again while it is being sent', async () => {
		const { id } = await make();
		receiver.respondWith('shop.example', 500);
		await changeAd(await seedAd(server, seller));
		const [delivery] = await listDeliveries({ id });
		const params = { id: String(id), delivery_id: String(delivery?.id) };
		await expect(seller.client.redeliverWebhook({ params })).rejects.toMatchObject({
			status: 409,
			message: webhooksText.deliveryPending,
		});
	});

	test('is part of the data export without its secret', async () => {
		const { secret } = await make();
		await changeAd(await seedAd(server, seller));
		await server.jobs.whenIdle();
		const { url: address } = await seller.client.exportMe();
		const files = await readZip(new Uint8Array(await (await fetch(server.address + address)).arrayBuffer()));
		const exported = Buffer.from(files.get('webhooks.json') ?? []).toString();
		expect(JSON.parse(exported)).toMatchObject([{ url, deliveries: [{ event: 'ad.changed', state: 'delivered' }] }]);
		expect(exported).not.toContain(secret);
	});
});

describe('a webhook of the market', () => {
	useServer();

	test('is for administrators, who share it', async () => {
		const [admin, second] = [await signUpAdministrator(server), await signUpAdministrator(server)];
		await expect(make({ market: true })).rejects.toMatchObject({ status: 403 });
		await expect(seller.client.listWebhooks({ query: { market: 'true' } })).rejects.toMatchObject({ status: 403 });
		const { id } = await make({ market: true }, admin);
		expect((await second.client.listWebhooks({ query: { market: 'true' } })).items).toMatchObject([{ id }]);
		expect((await admin.client.listWebhooks({ query: {} })).items).toEqual([]);
		await second.client.updateWebhook({ ...toParams(id), body: { active: false } });
		await expect(seller.client.deleteWebhook(toParams(id))).rejects.toMatchObject({ status: 404 });
		await second.client.deleteWebhook(toParams(id));
		const { items } = await admin.client.listAudit({ query: { action: 'webhook.' } });
		expect(items.map(({ action }) => action)).toEqual(['webhook.delete', 'webhook.update', 'webhook.create']);
	});

	test('gets a new secret from any administrator', async () => {
		const [admin, second] = [await signUpAdministrator(server), await signUpAdministrator(server)];
		const { id } = await make({ market: true }, admin);
		const { secret } = await second.client.rotateWebhookSecret({ ...toParams(id), body: { password: goodPassword } });
		await second.client.testWebhook(toParams(id));
		const [message] = await takeReceived();
		expect(message?.headers['webhook-signature']).toBe(sign(secret, message));
	});

	test('cannot be reached by another seller, and no webhook by an API token', async () => {
		const { id } = await make();
		await expect(buyer.client.listWebhookDeliveries({ ...toParams(id), query: {} })).rejects.toMatchObject({
			status: 404,
		});
		const { token } = await seller.client.createApiToken({
			body: { name: 'All', scopes: ['read', 'ads', 'posts', 'media', 'stats'], days: 1, password: goodPassword },
		});
		await expect(createApiClient(server, token).listWebhooks({ query: {} })).rejects.toMatchObject({ status: 403 });
	});
});
