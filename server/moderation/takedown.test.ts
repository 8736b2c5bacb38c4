import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { adPath, postPath, profilePath } from '../../contract/core/page-paths.ts';
import type { ReportTarget } from '../../contract/moderation/moderation.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { makeJpeg } from '../testing/media-files.ts';
import {
	createApiClient,
	exampleAdForm,
	postPictureAd,
	postVideoAd,
	requestUploadCapability,
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

let environment: TestEnvironment;
/** Server process that receives the decisions. */
let server: TestServer;
/** A second server process on the same PostgreSQL database. With SQLite, the same process as `server`. */
let other: TestServer;
let admin: TestPerson;
let seller: TestPerson;
let buyer: TestPerson;
/** Content of the seller, and an ad of the buyer with a comment by the seller. */
let content: {
	ad: number;
	video: number;
	post: number;
	comment: number;
	reply: number;
	buyersAd: number;
	files: string[];
};

const getStatus = async (target: TestServer, path: string) => {
	const response = await fetch(target.address + path);
	await response.arrayBuffer();
	return response.status;
};
const getText = async (target: TestServer, path: string) => (await fetch(target.address + path)).text();

/** Whether each place where visitors could find the content, such as a page or a list, shows it. By name of the place. */
type Surfaces = Record<string, boolean>;

async function adSurfaces(target: TestServer, id: number, file: string | undefined): Promise<Surfaces> {
	const client = createApiClient(target);
	const [params, has] = [
		{ id: String(id) },
		(items: readonly { id: number }[]) => items.some((item) => item.id === id),
	];
	const user = { params: { user_name: seller.session.user_name }, query: {} };
	const found = await client.search({ query: { q: 'tambourine' } });
	const wishlist = await buyer.client.getSaved({ params: { list: 'wishlist' } });
	const targets = { params: { target: 'ads' as const, id: String(id) } };
	const own = await createApiClient(target, buyer.token).listAdsById({ query: { ids: wishlist.ids.join(',') } });
	return {
		feed: has((await client.getFeed({ query: {} })).items),
		'feed of the category': has((await client.getFeed({ query: { category: exampleAdForm.category } })).items),
		'feed with words': has((await client.getFeed({ query: { q: 'tambourine' } })).items),
		search: has(found.ads.items),
		shop: has((await client.listUserAds(user).catch(() => ({ items: [] }))).items),
		'search in the shop': has(
			(await client.listUserAds({ ...user, query: { q: 'tambourine' } }).catch(() => ({ items: [] }))).items,
		),
		'by its id': has((await client.listAdsById({ query: { ids: String(id) } })).items),
		page: await client.getAd({ params }).then(
			() => true,
			() => false,
		),
		profile: (await client.listUserPosts(user).catch(() => ({ items: [] }))).items.some(
			(item) => item.type === 'ad' && item.ad.id === id,
		),
		count: (await client.listCategories()).items.some(
			({ category, ads }) => category === exampleAdForm.category && ads > 0,
		),
		comments: await client.listComments({ ...targets, query: {} }).then(
			() => true,
			() => false,
		),
		likes: await createApiClient(target, buyer.token)
			.like(targets)
			.then(
				() => true,
				() => false,
			),
		saved: has(own.items),
		'share picture': (await getStatus(target, `/share/ads/${id}.jpg`)) === 200,
		'site map': (await getText(target, '/sitemap/ads-1.xml')).includes(`/${id}/`),
		...(file !== undefined && { file: (await getStatus(target, file)) === 200 }),
	};
}

async function sellerSurfaces(target: TestServer): Promise<Surfaces> {
	const client = createApiClient(target);
	const { user_name, id } = seller.session;
	const user = { params: { user_name }, query: {} };
	const post = { params: { id: String(content.post) } };
	const forYou = await client.getForYou({ query: { limit: 50 } });
	const found = await client.search({ query: { q: 'tambourine' } });
	const comments = await client.listComments({
		params: { target: 'ads', id: String(content.buyersAd) },
		query: {},
	});
	const isOfSeller = (item: { author: { id: number } }) => item.author.id === id;
	const toAnswer = await createApiClient(target, buyer.token).listCommentsToAnswer({ query: {} });
	return {
		profile: await client.getUser({ params: { user_name } }).then(
			() => true,
			() => false,
		),
		shop: await client.listUserAds(user).then(
			() => true,
			() => false,
		),
		'counts of the shop': await client.countUserAds(user).then(
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
		'posts found': found.posts.items.some(isOfSeller),
		'suggested sellers': (await client.listSuggestedSellers()).items.some((person) => person.id === id),
		'list of posts': (await client.listPosts({ query: {} })).items.some(isOfSeller),
		'posts by id': (await client.listPosts({ query: { ids: String(content.post) } })).items.length > 0,
		'post page': await client.getPost(post).then(
			() => true,
			() => false,
		),
		'for you': forYou.items.some((item) => item.type === 'post' && isOfSeller(item.post)),
		'ads for you': forYou.items.some((item) => item.type === 'ad' && item.ad.seller.id === id),
		'video page': await client.getVideoAd({ params: { id: String(content.video), description: 'x' } }).then(
			() => true,
			() => false,
		),
		comments: comments.items.some(isOfSeller),
		'count of comments': (await client.getAd({ params: { id: String(content.buyersAd) } })).comments > 0,
		'comments to answer': toAnswer.items.some(isOfSeller),
		followed: (await createApiClient(target, buyer.token).listFollowing({ query: {} })).items.length > 0,
		'own session': await createApiClient(target, seller.token)
			.getMe()
			.then(
				() => true,
				() => false,
			),
		'share picture': (await getStatus(target, `/share/people/${user_name}.jpg`)) === 200,
		'share picture of a post': (await getStatus(target, `/share/posts/${content.post}.jpg`)) === 200,
		'site map of people': (await getText(target, '/sitemap/people-1.xml')).includes(profilePath(user_name)),
		'site map of posts': (await getText(target, '/sitemap/posts-1.xml')).includes(
			postPath({ id: content.post, kind: 'tweet', text: '' }),
		),
		...Object.fromEntries(
			await Promise.all(content.files.map(async (file) => [file, (await getStatus(target, file)) === 200] as const)),
		),
	};
}

const setAll = (surfaces: Surfaces, isVisible: boolean) =>
	Object.fromEntries(Object.keys(surfaces).map((name) => [name, isVisible]));

/** Waits until both server processes show the content in all places, or in none. */
async function expectEverywhere(surfaces: (at: TestServer) => Promise<Surfaces>, isVisible: boolean) {
	for (const target of new Set([server, other])) {
		await vi.waitFor(
			async () => {
				const current = await surfaces(target);
				expect(current).toEqual(setAll(current, isVisible));
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

const toPath = (picture: { url: string } | null | undefined) => new URL(picture?.url ?? '', 'http://x').pathname;

describeOnBothEngines('takedown', (engine) => {
	beforeAll(async () => {
		environment = await makeTestEnvironment({ engine });
		server = await startTestServer({ environment });
		other = engine === 'postgres' ? await startTestServer({ environment, runJobs: false }) : server;
		[seller, buyer, admin] = [await signUp(server), await signUp(server), await signUpAdministrator(server)];
		const { secure_url } = await uploadPicture(seller);
		const ad = await postPictureAd(seller, { title: 'A tambourine' });
		const avatar = await seller.client.setAvatar({ body: { secure_url: (await uploadPicture(seller)).secure_url } });
		const post = await seller.client.createPost({
			body: { kind: 'tweet', text: 'One more tambourine', images: [{ secure_url }] },
		});
		await seller.client.updateMe({ body: { bio: 'Every tambourine there is.' } });
		await buyer.client.follow({ params: { user_name: seller.session.user_name } });
		// The comments are on the buyer's ad, which stays visible, so that no list or count is empty for another reason.
		const buyersAd = await seedAd(server, buyer, {});
		const on = { target: 'ads' as const, id: String(buyersAd) };
		const comment = await seller.client.createComment({ params: on, body: { text: 'Mine is nicer' } });
		const reply = await (await signUp(server)).client.createComment({
			params: on,
			body: { text: 'No', parent_id: comment.id },
		});
		await buyer.client.save({ params: { list: 'wishlist', id: String(ad.id) } });
		content = {
			ad: ad.id,
			video: await seedAd(server, seller, { format: 'video', title: 'Tambourine, played' }),
			post: post.id,
			comment: comment.id,
			reply: reply.id,
			buyersAd,
			files: [toPath(ad.cover), toPath(post.images[0]), toPath({ url: avatar.user_image ?? '' })],
		};
	});
	afterAll(async () => {
		if (other !== server) await other.close();
		await server.close();
		await environment.remove();
	});

	test('removes a hidden ad from all surfaces of all processes, and tells its seller the reason', async () => {
		const surfaces = (target: TestServer) => adSurfaces(target, content.ad, content.files[0]);
		await expectEverywhere(surfaces, true);
		const { id } = await decide('ad', content.ad, { decision: 'hide', reason: 'This is not yours to sell.' });
		await expectEverywhere(surfaces, false);

		const { items } = await seller.client.listMyAds({ query: { format: 'image' } });
		expect(items[0]).toMatchObject({ id: content.ad, state: 'hidden', failure: 'This is not yours to sell.' });
		// The seller can still load the pictures of a hidden ad.
		expect(await getStatus(server, items[0]?.cover?.url ?? '')).toBe(200);
		const params = { id: String(content.ad) };
		await seller.client.updateAd({ params, body: { title: 'A tambourine, new' } });
		await seller.client.markAdSold({ params, body: { sold: true } });
		await seller.client.markAdSold({ params, body: { sold: false } });
		await expectEverywhere(surfaces, false);

		await lift(id);
		await expectEverywhere(surfaces, true);
	});

	test('removes hidden posts and comments, with their counts', async () => {
		const surfaces = async (target: TestServer) => ({
			page: (await getStatus(target, `/api/posts/${content.post}`)) === 200,
			list: (await createApiClient(target).listPosts({ query: {} })).items.some((post) => post.id === content.post),
			file: (await getStatus(target, content.files[1] ?? '')) === 200,
		});
		const { id } = await decide('post', content.post, { decision: 'hide', reason: 'Advertising.' });
		await expectEverywhere(surfaces, false);
		expect((await seller.client.listMyPosts({ query: {} })).items).toMatchObject([{ hidden: 'Advertising.' }]);
		expect(await seller.client.getPost({ params: { id: String(content.post) } })).toMatchObject({
			hidden: 'Advertising.',
		});
		// Deleting and restoring a hidden post doesn't unhide the post.
		await seller.client.deletePost({ params: { id: String(content.post) } });
		await seller.client.restorePost({ params: { id: String(content.post) } });
		await expectEverywhere(surfaces, false);
		await lift(id);
		await expectEverywhere(surfaces, true);
		expect((await seller.client.listMyPosts({ query: {} })).items).toMatchObject([{ hidden: null }]);
		expect(await buyer.client.getPost({ params: { id: String(content.post) } })).not.toHaveProperty('hidden');

		const of = { params: { target: 'ads' as const, id: String(content.buyersAd) }, query: {} };
		const countComments = async () => ({
			comments: (await buyer.client.getAd({ params: { id: String(content.buyersAd) } })).comments,
			listed: (await buyer.client.listComments(of)).items.length,
		});
		expect(await countComments()).toEqual({ comments: 2, listed: 1 });
		const hidden = await decide('comment', content.comment, { decision: 'hide', reason: 'Rude.' });
		expect(await countComments()).toEqual({ comments: 0, listed: 0 });
		const replies = { params: { id: String(content.comment) }, query: {} };
		await expect(buyer.client.listReplies(replies)).rejects.toMatchObject({ status: 404 });
		const answer = { params: of.params, body: { text: 'Hm', parent_id: content.comment } };
		await expect(buyer.client.createComment(answer)).rejects.toMatchObject({ status: 422 });
		const edit = { params: { id: String(content.comment) }, body: { text: 'Kinder' } };
		await expect(seller.client.updateComment(edit)).rejects.toMatchObject({ status: 404 });
		await lift(hidden.id);
		expect(await countComments()).toEqual({ comments: 2, listed: 1 });
		const alone = await decide('comment', content.reply, { decision: 'hide', reason: 'Rude.' });
		expect(await countComments()).toEqual({ comments: 1, listed: 1 });
		expect((await buyer.client.listComments(of)).items[0]).toMatchObject({ replies: 0 });
		await lift(alone.id);
		expect(await countComments()).toEqual({ comments: 2, listed: 1 });
	});

	test('removes a suspended seller from all surfaces of all processes, and restores them', async () => {
		await expectEverywhere(sellerSurfaces, true);
		const surfaces = (target: TestServer) => adSurfaces(target, content.ad, content.files[0]);
		await expectEverywhere(surfaces, true);
		// Content that was hidden before the suspension stays hidden after the suspension.
		const second = await postPictureAd(seller, { title: 'A second tambourine', category: 'Motorcycles' });
		await decide('ad', second.id, { decision: 'hide', reason: 'Not here.' });
		const tweet = async () => (await seller.client.createPost({ body: { kind: 'tweet', text: 'Not for long' } })).id;
		const [hiddenPost, deletedPost, liftedPost] = [await tweet(), await tweet(), await tweet()];
		await decide('post', hiddenPost, { decision: 'hide', reason: 'Not here.' });
		await seller.client.deletePost({ params: { id: String(deletedPost) } });
		const on = { target: 'ads' as const, id: String(content.buyersAd) };
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
		// Lifting another decision does not show content of a suspended seller.
		for (const one of hidden) await lift(one.id);
		await expectEverywhere(sellerSurfaces, false);
		await expectEverywhere(surfaces, false);
		const { count: _all, ...lifted } = await adSurfaces(server, liftedAd.id, toPath(liftedAd.cover));
		expect(lifted).toEqual(setAll(lifted, false));

		await lift(id);
		seller.token = (
			await createApiClient(server).logIn({ body: { email: seller.session.email, password: seller.password } })
		).token;
		await expectEverywhere(sellerSurfaces, true);
		await expectEverywhere(surfaces, true);
		const { count: _, ...onSurfaces } = await adSurfaces(server, second.id, toPath(second.cover));
		expect(onSurfaces).toEqual(setAll(onSurfaces, false));
		const posts = (await createApiClient(server).listPosts({ query: { limit: 50 } })).items.map((post) => post.id);
		expect(posts).not.toContain(hiddenPost);
		expect(posts).not.toContain(deletedPost);
		expect(posts).toContain(liftedPost);
		const comments = (await buyer.client.listComments({ params: on, query: {} })).items.map(({ id }) => id);
		expect(comments).not.toContain(comment.id);
		expect(comments).toContain(rude.id);
		await createApiClient(server, seller.token).deleteComment({ params: { id: String(rude.id) } });
		expect((await buyer.client.getAd({ params: { id: String(content.buyersAd) } })).comments).toBe(2);
	});

	test('deletes content with its files for good', async () => {
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
		for (const file of [toPath(ad.cover), toPath(post.images[0])]) expect(await getStatus(server, file)).toBe(404);
		expect(adPath(ad)).toContain(String(ad.id));
		const comment = await decide('comment', content.comment, { decision: 'delete', reason: 'Rude.' });
		expect(comment.target.title).toBe('Mine is nicer');
		expect((await buyer.client.getAd({ params: { id: String(content.buyersAd) } })).comments).toBe(0);
	});

	// The other tests prove for each engine what is visible.
	if (engine === defaultEngine)
		test('keeps hidden ads and suspended sellers hidden when their videos finish', {
			timeout: 60_000,
		}, async () => {
			// The server processes videos only after `jobs.start()`.
			const paused = await startTestServer({ engine, runJobs: false });
			onTestFinished(() => paused.close());
			const [owner, suspended, adminOfServer] = [
				await signUp(paused),
				await signUp(paused),
				await signUpAdministrator(paused),
			];
			const videos = [await postVideoAd(owner), await postVideoAd(owner), await postVideoAd(suspended)] as const;
			const [hidden, lifted] = videos;

			const hide = async (id: number) => {
				await suspended.client.report({ body: { target: { kind: 'ad', id }, reason: 'scam' } });
				const { items } = await adminOfServer.client.listReports({ query: { kind: 'ad' } });
				const params = { id: String(items.find(({ target }) => target.id === id)?.id) };
				return adminOfServer.client.decideReports({ params, body: { decision: 'hide', reason: 'Not yours.' } });
			};
			const suspend = ({ session }: TestPerson) =>
				adminOfServer.client.suspendUser({
					params: { id: String(session.id) },
					body: { reason: 'Fraud.', days: null },
				});
			const liftDecision = ({ id }: { id: number }) =>
				adminOfServer.client.liftDecision({ params: { id: String(id) }, body: { reason: 'Ours.' } });
			const feed = async () =>
				new Set((await createApiClient(paused).getFeed({ query: {} })).items.map(({ id }) => id));
			const pages = () => Promise.all(videos.map((id) => getStatus(paused, `/api/ads/${id}`)));

			// Lists never contain unfinished videos, whatever administrators decide.
			await liftDecision(await hide(lifted));
			expect(await feed()).toEqual(new Set());
			await liftDecision(await suspend(owner));
			expect(await feed()).toEqual(new Set());
			const hiding = await hide(hidden);
			const suspension = await suspend(suspended);
			expect(await pages()).toEqual([404, 200, 404]);

			await paused.jobs.start();
			await paused.jobs.whenIdle();
			expect(await feed()).toEqual(new Set([lifted]));
			expect(await pages()).toEqual([404, 200, 404]);
			await liftDecision(hiding);
			await liftDecision(suspension);
			expect(await feed()).toEqual(new Set(videos));
			expect(await pages()).toEqual([200, 200, 200]);
		});

	describe('an account suspended during', () => {
		const suspend = ({ session }: TestPerson) =>
			admin.client.suspendUser({ params: { id: String(session.id) }, body: { reason: 'Fraud.', days: 3 } });

		test('an upload gets a 403 and keeps no file', async () => {
			const person = await signUp(server);
			const file = await makeJpeg({ width: 900, height: 900 });
			const { upload_url, upload_preset, cloud_name, folder } = await requestUploadCapability(
				person,
				'image',
				file.length,
			);
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

		test('posting has no visible posts', async () => {
			const person = await signUp(server);
			const posting = Array.from({ length: 20 }, (_, index) =>
				person.client.createPost({ body: { kind: 'tweet', text: `Number ${index}` } }),
			);
			const [suspended] = await Promise.all([suspend(person), Promise.allSettled(posting)]);
			expect(suspended.kind).toBe('suspend');
			const { items } = await createApiClient(server).listPosts({ query: { limit: 50 } });
			expect(items.filter(({ author }) => author.id === person.session.id)).toEqual([]);
			const rows = server.db.tables<{ posts: { author_id: number; visible: number } }>().selectFrom('posts');
			const visible = rows.select('visible').where('author_id', '=', person.session.id).where('visible', '=', 1);
			expect(await visible.execute()).toEqual([]);
		});
	});
});
