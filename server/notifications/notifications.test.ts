import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InboxNotification } from '../../contract/notifications/notifications.ts';
import * as notificationTexts from '../../text/server/notification-texts.ts';
import { adCreatedOrEdited, adVideoProcessingEnded } from '../ads/index.ts';
import { commentsPosted } from '../comments/index.ts';
import type { Engine } from '../database/index.ts';
import { enrollmentChanged } from '../enrollments/index.ts';
import { likesAdded } from '../likes/index.ts';
import { decisionChanged } from '../moderation/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, type TestPerson } from '../testing/people.ts';
import { type BrowserPushSubscription, type LoopbackPushService, startPushService } from '../testing/push-service.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { seedPost } from '../testing/seed-posts.ts';
import { seedContact } from '../testing/seed-reviews.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let clock: FakeClock;
let service: LoopbackPushService;
let ada: TestPerson;
let bola: TestPerson;
let chidi: TestPerson;

const hour = 3_600_000;
/** Title of every ad in these tests, quoted as in notifications. */
const lamp = '“A lamp”';
const target = (id: number, what: 'ads' | 'posts' = 'ads') => ({ target: what, id: String(id) });
const comment = (person: TestPerson, id: number, text = 'How much?', parent_id?: number) =>
	person.client.createComment({ params: target(id), body: { text, ...(parent_id && { parent_id }) } });
const follow = (person: TestPerson, whom: TestPerson) =>
	person.client.follow({ params: { user_name: whom.session.user_name } });

/** Waits for all queued jobs. Returns the texts in a person's inbox. */
async function inbox({ client }: TestPerson): Promise<string[]> {
	await server.jobs.whenIdle();
	const { items, unread } = await client.listNotices({ query: {} });
	expect(unread).toBe(items.filter(({ read }) => !read).length);
	return items.map(({ text }) => text);
}

async function readAll({ client }: TestPerson): Promise<void> {
	const { up_to } = await client.listNotices({ query: {} });
	await client.readNotices({ body: { up_to: up_to ?? 1 } });
}

async function subscribe({ client, session }: TestPerson): Promise<BrowserPushSubscription> {
	const { public_key } = await client.getPushKey();
	const device = service.subscribe(public_key);
	await client.storeToken({ body: { user_id: session.id, fcm_token: { ...device } } });
	return device;
}

const bodies = (device: BrowserPushSubscription) =>
	service.delivered(device).map((message) => (message as { notification: { body: string } }).notification.body);

const name = (person: TestPerson) => person.session.user_name;

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		clock = createFakeClock(Date.parse('2026-03-10T12:00:00Z'));
		service = await startPushService();
		server = await startTestServer({ engine, clock, pushServices: service.services });
	});
	afterAll(async () => {
		await server.close();
		await service.close();
	});
	beforeEach(async () => {
		[ada, bola, chidi] = [await signUp(server), await signUp(server), await signUp(server)];
	});
}

describeOnBothEngines('inbox', (engine) => {
	useServer(engine);

	test('invites the buyer whom the seller names to rate the seller, once', async () => {
		const lampId = await seedAd(server, ada);
		const params = { id: String(lampId) };
		await seedContact(server, bola, lampId, clock.now());
		await ada.client.markAdSold({ params, body: { sold: true } });
		for (let time = 0; time < 2; time += 1) {
			await ada.client.setBuyer({ params, body: { buyer_id: bola.session.id } });
		}
		expect(await inbox(bola)).toEqual([notificationTexts.purchase(name(ada), lamp)]);
		expect((await bola.client.listNotices({ query: {} })).items).toMatchObject([{ path: `/a/${lampId}` }]);
	});

	test('invites no buyer who cannot rate the seller yet', async () => {
		const params = { id: String(await seedAd(server, ada)) };
		await bola.client.recordContact({ params: { ...params, kind: 'whatsapp' } });
		await ada.client.markAdSold({ params, body: { sold: true } });
		await ada.client.setBuyer({ params, body: { buyer_id: bola.session.id } });
		expect(await inbox(bola)).toEqual([]);
	});

	test('notifies the seller of new reviews and the buyer of the first reply, but not of edits', async () => {
		const [lampId, bagId] = [await seedAd(server, ada), await seedAd(server, ada)];
		async function review(buyer: TestPerson, id: number) {
			await seedContact(server, buyer, id, clock.now());
			return buyer.client.createReview({ params: { id: String(id) }, body: { stars: 4 } });
		}
		const { id } = await review(bola, lampId);
		expect(await inbox(ada)).toEqual([notificationTexts.review(name(bola), 4)]);
		const params = { id: String(id) };
		await bola.client.updateReview({ params, body: { stars: 1 } });
		await review(chidi, bagId);
		const who = notificationTexts.twoNames(name(chidi), name(bola));
		expect(await inbox(ada)).toEqual([notificationTexts.reviews(who, 2)]);
		await ada.client.replyToReview({ params, body: { text: 'Thank you.' } });
		await ada.client.replyToReview({ params, body: { text: 'Thank you!' } });
		expect(await inbox(bola)).toEqual([notificationTexts.reviewReply(name(ada))]);
		const { items } = await bola.client.listNotices({ query: {} });
		expect(items).toMatchObject([{ kind: 'review_reply', path: `/profile/user/${name(ada)}/reviews` }]);
	});

	test('notifies the owner of a comment and the author of a reply, but never the actor', async () => {
		const id = await seedAd(server, ada);
		await comment(ada, id, 'Still there');
		expect(await inbox(ada)).toEqual([]);
		const { id: first } = await comment(bola, id);
		expect(await inbox(ada)).toEqual([notificationTexts.comment(name(bola), 1, lamp)]);
		await comment(ada, id, 'Little', first);
		expect(await inbox(bola)).toEqual([notificationTexts.reply(name(ada), lamp)]);
		expect(await inbox(ada)).toHaveLength(1);
		const [notification] = (await bola.client.listNotices({ query: {} })).items;
		expect(notification).toMatchObject({
			kind: 'reply',
			path: `/a/${id}`,
			people: [{ id: ada.session.id }],
			read: false,
		});
	});

	test('merges events of a kind into one notification until it is read', async () => {
		const id = await seedAd(server, ada);
		for (const person of [bola, chidi]) await person.client.like({ params: target(id) });
		for (let time = 0; time < 3; time += 1) {
			await bola.client.unlike({ params: target(id) });
			await bola.client.like({ params: target(id) });
		}
		const [text, ...others] = await inbox(ada);
		expect(text).toBe(notificationTexts.like(notificationTexts.twoNames(name(chidi), name(bola)), 2, lamp));
		expect(others).toEqual([]);
		await readAll(ada);
		await bola.client.unlike({ params: target(id) });
		await bola.client.like({ params: target(id) });
		expect(await inbox(ada)).toHaveLength(1);

		await comment(bola, id);
		await comment(bola, id);
		expect((await inbox(ada))[0]).toBe(notificationTexts.comment(name(bola), 2, lamp));
		await readAll(ada);
		await comment(chidi, id);
		expect((await inbox(ada)).slice(0, 2)).toEqual([
			notificationTexts.comment(name(chidi), 1, lamp),
			notificationTexts.comment(name(bola), 2, lamp),
		]);
	});

	test('merges events of one batch like single events, and counts none of them twice', async () => {
		const [id, postId, gone] = [await seedAd(server, ada), await seedPost(server, bola), 2_000_000_000];
		const first = await comment(chidi, id);
		await inbox(ada);
		const like = (accountId: number, ownerId = ada.session.id) => ({
			...{ target: 'ads' as const, targetId: id, ownerId, accountId },
		});
		const commented = (commentId: number, accountId: number) => ({ ...like(accountId), commentId, repliedToId: null });
		const emitAll = () =>
			server.db.transaction(async (tx) => {
				const [ofBola, ofChidi] = [like(bola.session.id), like(chidi.session.id)];
				const likes = [ofBola, ofChidi, ofChidi, like(chidi.session.id, gone)];
				const ofPost = { target: 'posts' as const, targetId: postId, ownerId: bola.session.id };
				await server.events.emit(tx, likesAdded, [...likes, { ...ofPost, accountId: chidi.session.id }]);
				const comments = [1, 2, 3].map((number) => commented(first.id + number, bola.session.id));
				const reply = { ...commented(first.id + 4, bola.session.id), repliedToId: chidi.session.id };
				await server.events.emit(tx, commentsPosted, [...comments, reply]);
			});
		// Jobs of one transaction are due at the same time, so they have no order. This like is earlier.
		await server.db.transaction((tx) => server.events.emit(tx, likesAdded, [like(bola.session.id)]));
		await inbox(ada);
		for (let time = 0; time < 2; time += 1) {
			await emitAll();
			const names = notificationTexts.twoNames(name(chidi), name(bola));
			expect((await inbox(ada)).toSorted()).toEqual(
				[
					notificationTexts.comment(notificationTexts.twoNames(name(bola), name(chidi)), 5, lamp),
					notificationTexts.like(names, 2, lamp),
				].toSorted(),
			);
			expect(await inbox(bola)).toHaveLength(1);
			expect(await inbox(chidi)).toEqual([notificationTexts.reply(name(bola), lamp)]);
		}
	});

	test('notifies sellers of followers, and followers of new ads', async () => {
		await follow(bola, ada);
		await follow(chidi, ada);
		expect(await inbox(ada)).toEqual([
			notificationTexts.follow(notificationTexts.twoNames(name(chidi), name(bola)), 2),
		]);
		const announceAd = (adId: number) =>
			server.db.transaction((tx) =>
				server.events.emit(tx, adCreatedOrEdited, {
					...{ adId, ownerId: ada.session.id, title: 'A lamp', text: '', isNew: true, importId: null },
				}),
			);
		const first = await seedAd(server, ada);
		await announceAd(first);
		await announceAd(first);
		expect(await inbox(bola)).toEqual([notificationTexts.newAd(name(ada), lamp)]);
		await announceAd(await seedAd(server, ada));
		expect(await inbox(chidi)).toEqual([notificationTexts.newAds(name(ada), 2)]);
		expect(await inbox(ada)).toHaveLength(1);
	});

	test('notifies savers of a price drop, and hides the notification when the ad is deleted', async () => {
		const id = await seedAd(server, ada, { price_kobo: 2_000_000 });
		for (const person of [ada, bola]) {
			await person.client.save({ params: { list: 'wishlist', id: String(id) } });
		}
		const price = (price_kobo: number) => ada.client.updateAd({ params: { id: String(id) }, body: { price_kobo } });
		await price(2_500_000);
		expect(await inbox(bola)).toEqual([]);
		await price(1_500_000);
		await price(1_250_000);
		expect(await inbox(bola)).toEqual([notificationTexts.priceDrop(lamp, 'NGN 12,500')]);
		expect(await inbox(chidi)).toEqual([]);
		expect(await inbox(ada)).toEqual([]);
		await ada.client.deleteAd({ params: { id: String(id) } });
		await server.jobs.whenIdle();
		const { items, unread, up_to } = await bola.client.listNotices({ query: {} });
		expect([items, unread]).toEqual([[], 1]);
		expect(await bola.client.readNotices({ body: { up_to: up_to ?? 0 } })).toEqual({ unread: 0 });
	});

	test('notifies of a ready or failed video, an active enrollment and a moderation decision', async () => {
		const [id, failed] = [await seedAd(server, ada, { format: 'video' }), await seedAd(server, ada)];
		const ownerId = ada.session.id;
		await server.db.transaction(async (tx) => {
			await server.events.emit(tx, adVideoProcessingEnded, { adId: id, ownerId, state: 'ready' });
			await server.events.emit(tx, adVideoProcessingEnded, { adId: failed, ownerId, state: 'failed' });
			const learner = { enrollmentId: 1, accountId: ownerId, courseId: 'web-hacking-essentials' };
			await server.events.emit(tx, enrollmentChanged, { ...learner, enrollmentId: 2, state: 'requested' });
			await server.events.emit(tx, enrollmentChanged, { ...learner, state: 'paid' });
			await server.events.emit(tx, enrollmentChanged, { ...learner, state: 'active' });
			const decided = { decisionId: 1, ownerId, outcome: 'decided' as const };
			await server.events.emit(tx, decisionChanged, { ...decided, kind: 'dismiss' });
			await server.events.emit(tx, decisionChanged, { ...decided, kind: 'warn' });
		});
		expect((await inbox(ada)).sort()).toEqual(
			[
				notificationTexts.decisionTexts.decided,
				notificationTexts.enrollmentTexts.active('“Web Hacking Essentials”'),
				notificationTexts.videoReady(lamp),
				notificationTexts.videoFailed(lamp),
			].sort(),
		);
	});

	test('paginates notifications, and keeps accounts separate', async () => {
		const posts: number[] = [];
		for (let index = 0; index < 5; index += 1) {
			const id = await seedPost(server, ada);
			posts.push(id);
			await bola.client.like({ params: target(id, 'posts') });
		}
		await server.jobs.whenIdle();
		const listed: InboxNotification[] = [];
		let cursor: string | undefined;
		do {
			const page = await ada.client.listNotices({ query: { limit: 2, ...(cursor && { cursor }) } });
			listed.push(...page.items);
			cursor = page.next_cursor ?? undefined;
		} while (cursor);
		expect(listed).toHaveLength(5);
		expect(new Set(listed.map(({ path }) => path)).size).toBe(5);
		// An account can't list notifications of another account or mark them as read.
		expect(await inbox(bola)).toEqual([]);
		await bola.client.readNotices({ body: { up_to: listed[0]?.id ?? 0 } });
		expect((await ada.client.listNotices({ query: {} })).unread).toBe(5);
		const visitor = createApiClient(server);
		await expect(visitor.listNotices({ query: {} })).rejects.toMatchObject({ status: 401 });
		await expect(visitor.getNotificationSettings({})).rejects.toMatchObject({ status: 401 });
		await expect(ada.client.listNotices({ query: { cursor: 'x' } })).rejects.toMatchObject({ status: 422 });
		await expect(ada.client.readNotices({ body: { up_to: 0 } })).rejects.toMatchObject({ status: 422 });
	});

	test('deletes notifications after 90 days', async () => {
		await follow(bola, ada);
		expect(await inbox(ada)).toHaveLength(1);
		clock.advance(91 * 24 * hour);
		await server.notifications.sweep();
		const again = await createApiClient(server).logIn({ body: { email: ada.session.email, password: ada.password } });
		expect((await createApiClient(server, again.token).listNotices({ query: {} })).items).toEqual([]);
	});
});

describe('push messages', () => {
	useServer();

	test('are sent to every device, with the path of a page', async () => {
		const id = await seedAd(server, ada);
		const [phone, laptop, other] = [await subscribe(ada), await subscribe(ada), await subscribe(bola)];
		await comment(bola, id);
		await server.jobs.whenIdle();
		const message = {
			notification: {
				title: notificationTexts.commentTitle(1),
				body: notificationTexts.comment(name(bola), 1, lamp),
				icon: '/icon-192.png',
			},
			data: { path: `/a/${id}`, tag: `comment ads ${id}` },
		};
		expect(service.delivered(phone)).toEqual([message]);
		expect(service.delivered(laptop)).toEqual([message]);
		expect(service.delivered(other)).toEqual([]);
	});

	test('delete a device that no longer exists', async () => {
		const id = await seedAd(server, ada);
		const device = await subscribe(ada);
		service.respondWith(device, 404);
		await comment(bola, id);
		await server.jobs.whenIdle();
		expect((await ada.client.listDevices({})).items).toEqual([]);
	});

	test('follow the settings of each kind and channel', async () => {
		const { kinds, quiet_hours } = await ada.client.getNotificationSettings({});
		expect(Object.values(kinds).every(({ inbox, push }) => inbox && push)).toBe(true);
		expect(quiet_hours).toBeNull();
		const device = await subscribe(ada);
		const id = await seedAd(server, ada);
		const changed = await ada.client.updateNotificationSettings({
			body: { kinds: { comment: { push: false }, like: { inbox: false }, follow: { inbox: false, push: false } } },
		});
		expect(changed.kinds).toMatchObject({
			comment: { inbox: true, push: false },
			like: { inbox: false, push: true },
			follow: { inbox: false, push: false },
			reply: { inbox: true, push: true },
		});
		await comment(bola, id);
		await bola.client.like({ params: target(id) });
		await follow(bola, ada);
		expect(await inbox(ada)).toEqual([notificationTexts.comment(name(bola), 1, lamp)]);
		expect(bodies(device)).toEqual([notificationTexts.like(name(bola), 1, lamp)]);
		// Settings of other accounts do not change.
		expect((await bola.client.getNotificationSettings({})).kinds.comment).toEqual({ inbox: true, push: true });
		for (const body of [
			{ quiet_hours: { from: '25:00', to: '07:00', time_zone: 'UTC' } },
			{ quiet_hours: { from: '22:00', to: '07:00', time_zone: 'Moon/Base' } },
			{ kinds: { nothing: { push: true } } },
		]) {
			await expect(ada.client.updateNotificationSettings({ body: body as never })).rejects.toMatchObject({
				status: 422,
			});
		}
	});

	test.runIf(defaultEngine === 'sqlite')(
		'wait for the end of quiet hours, and are sent only for unread notifications',
		async () => {
			const device = await subscribe(ada);
			const id = await seedAd(server, ada);
			const quiet_hours = { from: '12:30', to: '14:00', time_zone: 'Africa/Lagos' };
			expect((await ada.client.updateNotificationSettings({ body: { quiet_hours } })).quiet_hours).toEqual(quiet_hours);
			// The time in Lagos is 13:00.
			await comment(bola, id);
			await comment(chidi, id);
			await bola.client.like({ params: target(id) });
			await server.jobs.whenIdle();
			expect(bodies(device)).toEqual([]);
			expect(await inbox(ada)).toHaveLength(2);
			clock.advance(hour);
			await server.jobs.whenIdle();
			expect(bodies(device).sort()).toEqual(
				[
					notificationTexts.like(name(bola), 1, lamp),
					notificationTexts.comment(notificationTexts.twoNames(name(chidi), name(bola)), 2, lamp),
				].sort(),
			);
			await readAll(ada);
			const before = bodies(device).length;
			expect((await ada.client.updateNotificationSettings({ body: { quiet_hours: null } })).quiet_hours).toBeNull();
			await follow(bola, ada);
			await server.jobs.whenIdle();
			expect(bodies(device)).toHaveLength(before + 1);
		},
	);

	test('check settings, quiet hours and the comment again before sending', async () => {
		const device = await subscribe(ada);
		const [{ id: deviceId = 0 } = {}] = (await ada.client.listDevices({})).items;
		const id = await seedAd(server, ada);
		const settings = (body: Parameters<typeof ada.client.updateNotificationSettings>[0]['body']) =>
			ada.client.updateNotificationSettings({ body });
		// Push is off while the comment arrives, so no push job is queued. The test then calls `push` directly, as a delayed job would.
		await settings({ kinds: { comment: { push: false } } });
		const { id: commentId } = await comment(bola, id);
		await server.jobs.whenIdle();
		const [{ id: notificationId = 0 } = {}] = (await ada.client.listNotices({ query: {} })).items;
		const push = () => server.notifications.push(notificationId, deviceId, new AbortController().signal);
		await push();
		expect(bodies(device)).toEqual([]);

		await settings({
			kinds: { comment: { push: true } },
			quiet_hours: { from: '00:00', to: '23:59', time_zone: 'UTC' },
		});
		await push();
		expect(bodies(device)).toEqual([]);
		await settings({ quiet_hours: null });
		await push();
		expect(bodies(device)).toEqual([notificationTexts.comment(name(bola), 1, lamp)]);

		await bola.client.deleteComment({ params: { id: String(commentId) } });
		await push();
		expect(bodies(device)).toHaveLength(1);
	});

	test('are sent while at least one of the comments is visible', async () => {
		const device = await subscribe(ada);
		const [{ id: deviceId = 0 } = {}] = (await ada.client.listDevices({})).items;
		const id = await seedAd(server, ada);
		await ada.client.updateNotificationSettings({ body: { kinds: { comment: { push: false } } } });
		const { id: first } = await comment(bola, id);
		const { id: last } = await comment(chidi, id);
		await server.jobs.whenIdle();
		await ada.client.updateNotificationSettings({ body: { kinds: { comment: { push: true } } } });
		const [{ id: notificationId = 0 } = {}] = (await ada.client.listNotices({ query: {} })).items;
		const push = () => server.notifications.push(notificationId, deviceId, new AbortController().signal);
		await chidi.client.deleteComment({ params: { id: String(last) } });
		await push();
		expect(bodies(device)).toHaveLength(1);
		await server.db.transaction((tx) => server.comments.hide(tx, { role: 'admin' }, first));
		await push();
		expect(bodies(device)).toHaveLength(1);
	});
});
