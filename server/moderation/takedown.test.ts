import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ReportTarget } from '../../contract/moderation.ts';
import { adPath, postPath, profilePath } from '../../contract/page-paths.ts';
import { onBothEngines } from '../platform/testing/database.ts';
import { makeJpeg } from '../testing/media-files.ts';
import {
	createApiClient,
	lamp,
	postPictureAd,
	postVideoAd,
	requestCapability,
	signUp,
	signUpAdministrator,
	type TestPerson,
	uploadPicture,
} from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import {
	makeTestEnvironment,
	startTestServer,
	type TestEnvironment,
	type TestServer,
} from '../testing/start-server.ts';

let home: TestEnvironment;
/** Where it is decided. */
let server: TestServer;
/** Another process on the same database, where there can be one. */
let other: TestServer;
let admin: TestPerson;
let seller: TestPerson;
let buyer: TestPerson;
/** What the seller has, and a buyer's ad that the seller has commented on. */
let things: {
	ad: number;
	video: number;
	post: number;
	comment: number;
	reply: number;
	buyersAd: number;
	files: string[];
};

const statusOf = async (at: TestServer, path: string) => {
	const response = await fetch(at.address + path);
	await response.arrayBuffer();
	return response.status;
};
const textOf = async (at: TestServer, path: string) => (await fetch(at.address + path)).text();

/** Each surface, and whether it shows something of what was asked for. */
type Surfaces = Record<string, boolean>;

/** Every surface that an ad stands on. */
async function adSurfaces(at: TestServer, id: number, file: string | undefined): Promise<Surfaces> {
	const client = createApiClient(at);
	const [params, has] = [
		{ id: String(id) },
		(items: readonly { id: number }[]) => items.some((item) => item.id === id),
	];
	const user = { params: { user_name: seller.session.user_name }, query: {} };
	const found = await client.search({ query: { q: 'tambourine' } });
	const wished = await buyer.client.getSaved({ params: { list: 'wishlist' } });
	const targets = { params: { target: 'ads' as const, id: String(id) } };
	const own = await createApiClient(at, buyer.token).listAdsById({ query: { ids: wished.ids.join(',') } });
	return {
		feed: has((await client.getFeed({ query: {} })).items),
		'feed of the category': has((await client.getFeed({ query: { category: lamp.category } })).items),
		'feed with words': has((await client.getFeed({ query: { q: 'tambourine' } })).items),
		search: has(found.ads.items),
		'by its id': has((await client.listAdsById({ query: { ids: String(id) } })).items),
		page: await client.getAd({ params }).then(
			() => true,
			() => false,
		),
		profile: (await client.listUserPosts(user).catch(() => ({ items: [] }))).items.some(
			(item) => item.type === 'ad' && item.ad.id === id,
		),
		count: (await client.listCategories()).items.some(({ category, ads }) => category === lamp.category && ads > 0),
		comments: await client.listComments({ ...targets, query: {} }).then(
			() => true,
			() => false,
		),
		likes: await createApiClient(at, buyer.token)
			.like(targets)
			.then(
				() => true,
				() => false,
			),
		saved: has(own.items),
		'share picture': (await statusOf(at, `/share/ads/${id}.jpg`)) === 200,
		'site map': (await textOf(at, '/sitemap/ads-1.xml')).includes(`/${id}/`),
		...(file !== undefined && { file: (await statusOf(at, file)) === 200 }),
	};
}

/** The surfaces of a seller's account, posts and comments. */
async function sellerSurfaces(at: TestServer): Promise<Surfaces> {
	const client = createApiClient(at);
	const { user_name, id } = seller.session;
	const user = { params: { user_name }, query: {} };
	const post = { params: { id: String(things.post) } };
	const forYou = await client.getForYou({ query: { limit: 50 } });
	const found = await client.search({ query: { q: 'tambourine' } });
	const comments = await client.listComments({
		params: { target: 'ads', id: String(things.buyersAd) },
		query: {},
	});
	const ofSeller = (one: { author: { id: number } }) => one.author.id === id;
	const toAnswer = await createApiClient(at, buyer.token).listCommentsToAnswer({ query: {} });
	return {
		profile: await client.getUser({ params: { user_name } }).then(
			() => true,
			() => false,
		),
		'profile posts': await client.listUserPosts(user).then(
			() => true,
			() => false,
		),
		'profile videos': await client.listUserVideos(user).then(
			() => true,
			() => false,
		),
		'people found': found.people.items.some((person) => person.id === id),
		'posts found': found.posts.items.some(ofSeller),
		'suggested sellers': (await client.listSuggestedSellers()).items.some((person) => person.id === id),
		'list of posts': (await client.listPosts({ query: {} })).items.some(ofSeller),
		'posts by id': (await client.listPosts({ query: { ids: String(things.post) } })).items.length > 0,
		'post page': await client.getPost(post).then(
			() => true,
			() => false,
		),
		'for you': forYou.items.some(({ post }) => ofSeller(post)),
		'video page': await client.getVideoAd({ params: { id: String(things.video), description: 'x' } }).then(
			() => true,
			() => false,
		),
		comments: comments.items.some(ofSeller),
		'count of comments': (await client.getAd({ params: { id: String(things.buyersAd) } })).comments > 0,
		'comments to answer': toAnswer.items.some(ofSeller),
		followed: (await createApiClient(at, buyer.token).listFollowing({ query: {} })).items.length > 0,
		'own session': await createApiClient(at, seller.token)
			.getMe()
			.then(
				() => true,
				() => false,
			),
		'share picture': (await statusOf(at, `/share/people/${user_name}.jpg`)) === 200,
		'share picture of a post': (await statusOf(at, `/share/posts/${things.post}.jpg`)) === 200,
		'site map of people': (await textOf(at, '/sitemap/people-1.xml')).includes(profilePath(user_name)),
		'site map of posts': (await textOf(at, '/sitemap/posts-1.xml')).includes(
			postPath({ id: things.post, kind: 'tweet', text: '' }),
		),
		...Object.fromEntries(
			await Promise.all(things.files.map(async (file) => [file, (await statusOf(at, file)) === 200] as const)),
		),
	};
}

const all = (surfaces: Surfaces, shown: boolean) =>
	Object.fromEntries(Object.keys(surfaces).map((name) => [name, shown]));

/** Both processes come to show it everywhere, or nowhere. */
async function expectEverywhere(surfaces: (at: TestServer) => Promise<Surfaces>, shown: boolean) {
	for (const at of new Set([server, other])) {
		await vi.waitFor(
			async () => {
				const now = await surfaces(at);
				expect(now).toEqual(all(now, shown));
			},
			{ timeout: 30_000, interval: 50 },
		);
	}
}

async function decide(
	kind: ReportTarget,
	id: number,
	body: Parameters<TestPerson['client']['decideReports']>[0]['body'],
) {
	await buyer.client.report({ body: { target: { kind, id }, reason: 'scam' } });
	const { items } = await admin.client.listReports({ query: { limit: 50 } });
	const found = items.find(({ target }) => target.kind === kind && target.id === id);
	return admin.client.decideReports({ params: { id: String(found?.id) }, body });
}

const lift = (id: number) =>
	admin.client.liftDecision({ params: { id: String(id) }, body: { reason: 'We were wrong.' } });

/** The first address of a picture, as a path. */
const fileOf = (picture: { url: string } | null | undefined) => new URL(picture?.url ?? '', 'http://x').pathname;

onBothEngines('what is taken off show', (engine) => {
	beforeAll(async () => {
		home = await makeTestEnvironment({ engine });
		server = await startTestServer({ environment: home });
		other = engine === 'postgres' ? await startTestServer({ environment: home, runJobs: false }) : server;
		[seller, buyer, admin] = [await signUp(server), await signUp(server), await signUpAdministrator(server)];
		const { secure_url } = await uploadPicture(seller);
		const ad = await postPictureAd(seller, { title: 'A tambourine' });
		const avatar = await seller.client.setAvatar({ body: { secure_url: (await uploadPicture(seller)).secure_url } });
		const post = await seller.client.createPost({
			body: { kind: 'tweet', text: 'One more tambourine', images: [{ secure_url }] },
		});
		await seller.client.updateMe({ body: { bio: 'Every tambourine there is.' } });
		await buyer.client.follow({ params: { user_name: seller.session.user_name } });
		// One that stays, so that counts and lists are not empty for another reason.
		const buyersAd = await seedAd(server, buyer, {});
		const on = { target: 'ads' as const, id: String(buyersAd) };
		const comment = await seller.client.createComment({ params: on, body: { text: 'Mine is nicer' } });
		const reply = await (await signUp(server)).client.createComment({
			params: on,
			body: { text: 'No', parent_id: comment.id },
		});
		await buyer.client.save({ params: { list: 'wishlist', id: String(ad.id) } });
		things = {
			ad: ad.id,
			video: await seedAd(server, seller, { format: 'video', title: 'Tambourine, played' }),
			post: post.id,
			comment: comment.id,
			reply: reply.id,
			buyersAd,
			files: [fileOf(ad.cover), fileOf(post.images[0]), fileOf({ url: avatar.user_image ?? '' })],
		};
	});
	afterAll(async () => {
		if (other !== server) await other.close();
		await server.close();
		await home.remove();
	});

	test('a hidden ad is on no surface of any process, and its seller reads why', async () => {
		const surfaces = (at: TestServer) => adSurfaces(at, things.ad, things.files[0]);
		await expectEverywhere(surfaces, true);
		const { id } = await decide('ad', things.ad, { decision: 'hide', reason: 'This is not yours to sell.' });
		await expectEverywhere(surfaces, false);

		const { items } = await seller.client.listMyAds({ query: { format: 'image' } });
		expect(items[0]).toMatchObject({ id: things.ad, state: 'hidden', failure: 'This is not yours to sell.' });
		// The seller still sees the pictures.
		expect(await statusOf(server, items[0]?.cover?.url ?? '')).toBe(200);
		const params = { id: String(things.ad) };
		await seller.client.updateAd({ params, body: { title: 'A tambourine, new' } });
		await seller.client.markAdSold({ params, body: { sold: true } });
		await seller.client.markAdSold({ params, body: { sold: false } });
		await expectEverywhere(surfaces, false);

		await lift(id);
		await expectEverywhere(surfaces, true);
	});

	test('a hidden post and a hidden comment as well, with what counts them', async () => {
		const surfaces = async (at: TestServer) => ({
			page: (await statusOf(at, `/api/posts/${things.post}`)) === 200,
			list: (await createApiClient(at).listPosts({ query: {} })).items.some((post) => post.id === things.post),
			file: (await statusOf(at, things.files[1] ?? '')) === 200,
		});
		const { id } = await decide('post', things.post, { decision: 'hide', reason: 'Advertising.' });
		await expectEverywhere(surfaces, false);
		expect((await seller.client.listMyPosts({ query: {} })).items).toMatchObject([{ hidden: 'Advertising.' }]);
		expect(await seller.client.getPost({ params: { id: String(things.post) } })).toMatchObject({
			hidden: 'Advertising.',
		});
		// Nor is it brought back by deleting it and bringing it back.
		await seller.client.deletePost({ params: { id: String(things.post) } });
		await seller.client.restorePost({ params: { id: String(things.post) } });
		await expectEverywhere(surfaces, false);
		await lift(id);
		await expectEverywhere(surfaces, true);
		expect((await seller.client.listMyPosts({ query: {} })).items).toMatchObject([{ hidden: null }]);
		expect(await buyer.client.getPost({ params: { id: String(things.post) } })).not.toHaveProperty('hidden');

		const of = { params: { target: 'ads' as const, id: String(things.buyersAd) }, query: {} };
		const counted = async () => ({
			comments: (await buyer.client.getAd({ params: { id: String(things.buyersAd) } })).comments,
			listed: (await buyer.client.listComments(of)).items.length,
		});
		expect(await counted()).toEqual({ comments: 2, listed: 1 });
		const hidden = await decide('comment', things.comment, { decision: 'hide', reason: 'Rude.' });
		expect(await counted()).toEqual({ comments: 0, listed: 0 });
		const replies = { params: { id: String(things.comment) }, query: {} };
		await expect(buyer.client.listReplies(replies)).rejects.toMatchObject({ status: 404 });
		const answer = { params: of.params, body: { text: 'Hm', parent_id: things.comment } };
		await expect(buyer.client.createComment(answer)).rejects.toMatchObject({ status: 422 });
		const edit = { params: { id: String(things.comment) }, body: { text: 'Kinder' } };
		await expect(seller.client.updateComment(edit)).rejects.toMatchObject({ status: 404 });
		await lift(hidden.id);
		expect(await counted()).toEqual({ comments: 2, listed: 1 });
		const alone = await decide('comment', things.reply, { decision: 'hide', reason: 'Rude.' });
		expect(await counted()).toEqual({ comments: 1, listed: 1 });
		expect((await buyer.client.listComments(of)).items[0]).toMatchObject({ replies: 0 });
		await lift(alone.id);
		expect(await counted()).toEqual({ comments: 2, listed: 1 });
	});

	test('a suspended seller is gone from every surface of any process, and comes back as it was', async () => {
		await expectEverywhere(sellerSurfaces, true);
		const surfaces = (at: TestServer) => adSurfaces(at, things.ad, things.files[0]);
		await expectEverywhere(surfaces, true);
		// What was hidden before stays so.
		const second = await postPictureAd(seller, { title: 'A second tambourine', category: 'Motorcycles' });
		await decide('ad', second.id, { decision: 'hide', reason: 'Not here.' });
		const tweet = async () => (await seller.client.createPost({ body: { kind: 'tweet', text: 'Not for long' } })).id;
		const [hiddenPost, deletedPost, liftedPost] = [await tweet(), await tweet(), await tweet()];
		await decide('post', hiddenPost, { decision: 'hide', reason: 'Not here.' });
		await seller.client.deletePost({ params: { id: String(deletedPost) } });
		const on = { target: 'ads' as const, id: String(things.buyersAd) };
		const comment = await seller.client.createComment({ params: on, body: { text: 'Rude' } });
		await decide('comment', comment.id, { decision: 'hide', reason: 'Not here.' });
		const liftedAd = await postPictureAd(seller, { title: 'A third tambourine', category: 'Motorcycles' });
		const rude = await seller.client.createComment({ params: on, body: { text: 'Not so rude' } });
		const hidden = [
			await decide('ad', liftedAd.id, { decision: 'hide', reason: 'Not here.' }),
			await decide('post', liftedPost, { decision: 'hide', reason: 'Not here.' }),
			await decide('comment', rude.id, { decision: 'hide', reason: 'Not here.' }),
		];
		const { id } = await decide('account', seller.session.id, { decision: 'suspend', reason: 'Fraud.', days: null });
		// Nor does taking another decision back show anything of a suspended seller.
		for (const one of hidden) await lift(one.id);
		await expectEverywhere(sellerSurfaces, false);
		await expectEverywhere(surfaces, false);
		const { count: _all, ...lifted } = await adSurfaces(server, liftedAd.id, fileOf(liftedAd.cover));
		expect(lifted).toEqual(all(lifted, false));

		await lift(id);
		seller.token = (
			await createApiClient(server).logIn({ body: { email: seller.session.email, password: seller.password } })
		).token;
		await expectEverywhere(sellerSurfaces, true);
		await expectEverywhere(surfaces, true);
		const { count: _, ...onSurfaces } = await adSurfaces(server, second.id, fileOf(second.cover));
		expect(onSurfaces).toEqual(all(onSurfaces, false));
		const posts = (await createApiClient(server).listPosts({ query: { limit: 50 } })).items.map((post) => post.id);
		expect(posts).not.toContain(hiddenPost);
		expect(posts).not.toContain(deletedPost);
		expect(posts).toContain(liftedPost);
		const comments = (await buyer.client.listComments({ params: on, query: {} })).items.map(({ id }) => id);
		expect(comments).not.toContain(comment.id);
		expect(comments).toContain(rude.id);
		await createApiClient(server, seller.token).deleteComment({ params: { id: String(rude.id) } });
		expect((await buyer.client.getAd({ params: { id: String(things.buyersAd) } })).comments).toBe(2);
	});

	test('what is deleted is gone with its files, and cannot be brought back', async () => {
		const someone = await signUp(server);
		const { secure_url } = await uploadPicture(someone);
		const ad = await postPictureAd(someone);
		const post = await someone.client.createPost({ body: { kind: 'picture', text: '', images: [{ secure_url }] } });
		await decide('ad', ad.id, { decision: 'delete', reason: 'Stolen.' });
		await decide('post', post.id, { decision: 'delete', reason: 'Stolen.' });
		const params = { id: String(post.id) };
		await expect(someone.client.restorePost({ params })).rejects.toMatchObject({ status: 404 });
		await expect(someone.client.getAd({ params: { id: String(ad.id) } })).rejects.toMatchObject({ status: 404 });
		expect((await someone.client.listMyAds({ query: {} })).items).toEqual([]);
		await server.jobs.whenIdle();
		for (const file of [fileOf(ad.cover), fileOf(post.images[0])]) expect(await statusOf(server, file)).toBe(404);
		expect(adPath(ad)).toContain(String(ad.id));
		const comment = await decide('comment', things.comment, { decision: 'delete', reason: 'Rude.' });
		expect(comment.target.title).toBe('Mine is nicer');
		expect((await buyer.client.getAd({ params: { id: String(things.buyersAd) } })).comments).toBe(0);
	});

	test('a video that finishes brings back neither a hidden ad nor a suspended seller', {
		timeout: 60_000,
	}, async () => {
		// Makes no video playable until its jobs are started.
		const at = await startTestServer({ engine, runJobs: false });
		onTestFinished(() => at.close());
		const [owner, suspended, boss] = [await signUp(at), await signUp(at), await signUpAdministrator(at)];
		const videos = [await postVideoAd(owner), await postVideoAd(owner), await postVideoAd(suspended)] as const;
		const [hidden, lifted] = videos;

		const hide = async (id: number) => {
			await suspended.client.report({ body: { target: { kind: 'ad', id }, reason: 'scam' } });
			const { items } = await boss.client.listReports({ query: { kind: 'ad' } });
			const params = { id: String(items.find(({ target }) => target.id === id)?.id) };
			return boss.client.decideReports({ params, body: { decision: 'hide', reason: 'Not yours.' } });
		};
		const suspend = ({ session }: TestPerson) =>
			boss.client.suspendUser({ params: { id: String(session.id) }, body: { reason: 'Fraud.', days: null } });
		const liftNow = ({ id }: { id: number }) =>
			boss.client.liftDecision({ params: { id: String(id) }, body: { reason: 'Ours.' } });
		const feed = async () => new Set((await createApiClient(at).getFeed({ query: {} })).items.map(({ id }) => id));
		const pages = () => Promise.all(videos.map((id) => statusOf(at, `/api/ads/${id}`)));

		// What is not playable is in no list, whatever is decided about it.
		await liftNow(await hide(lifted));
		expect(await feed()).toEqual(new Set());
		await liftNow(await suspend(owner));
		expect(await feed()).toEqual(new Set());
		const hiding = await hide(hidden);
		const suspension = await suspend(suspended);
		expect(await pages()).toEqual([404, 200, 404]);

		await at.jobs.start();
		await at.jobs.whenIdle();
		expect(await feed()).toEqual(new Set([lifted]));
		expect(await pages()).toEqual([404, 200, 404]);
		await liftNow(hiding);
		await liftNow(suspension);
		expect(await feed()).toEqual(new Set(videos));
		expect(await pages()).toEqual([200, 200, 200]);
	});

	describe('an account suspended while it', () => {
		const suspend = ({ session }: TestPerson) =>
			admin.client.suspendUser({ params: { id: String(session.id) }, body: { reason: 'Fraud.', days: 3 } });

		test('uploads has its file refused, and nothing is left of it', async () => {
			const person = await signUp(server);
			const file = await makeJpeg({ width: 900, height: 900 });
			const { upload_url, upload_preset, cloud_name, folder } = await requestCapability(person, 'image', file.length);
			const boundary = 'a-boundary';
			const part = (name: string, value: string) =>
				`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
			const head = Buffer.from(
				`${part('upload_preset', upload_preset)}${part('cloud_name', cloud_name)}${part('folder', folder)}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
			);
			const body = Buffer.concat([head, file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
			const sending = request(upload_url, {
				method: 'POST',
				headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': body.length },
			});
			const status = new Promise<number | undefined>((resolve, reject) => {
				sending.on('response', (response) => resolve(response.resume().statusCode));
				sending.on('error', reject);
			});
			const half = head.length + Math.floor(file.length / 2);
			await new Promise((resolve) => sending.write(body.subarray(0, half), resolve));
			await suspend(person);
			sending.end(body.subarray(half));
			expect(await status).toBe(403);
			const media = server.db.tables<{ media: { id: number; account_id: number } }>().selectFrom('media');
			expect(await media.select('id').where('account_id', '=', person.session.id).execute()).toEqual([]);
		});

		test('posts leaves nothing on show', async () => {
			const person = await signUp(server);
			const posting = Array.from({ length: 20 }, (_, index) =>
				person.client.createPost({ body: { kind: 'tweet', text: `Number ${index}` } }),
			);
			const [suspended] = await Promise.all([suspend(person), Promise.allSettled(posting)]);
			expect(suspended.kind).toBe('suspend');
			const { items } = await createApiClient(server).listPosts({ query: { limit: 50 } });
			expect(items.filter(({ author }) => author.id === person.session.id)).toEqual([]);
			const rows = server.db.tables<{ posts: { author_id: number; visible: number } }>().selectFrom('posts');
			const shown = rows.select('visible').where('author_id', '=', person.session.id).where('visible', '=', 1);
			expect(await shown.execute()).toEqual([]);
		});
	});
});
