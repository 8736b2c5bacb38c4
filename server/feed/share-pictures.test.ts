import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sharePicturePaths, statusCardPath } from '../../contract/core/page-paths.ts';
import { courses } from '../../contract/courses/course-catalogue.ts';
import type { AccountTables } from '../accounts/tables.ts';
import type { AdTables } from '../ads/tables.ts';
import { makeJpeg } from '../testing/media-files.ts';
import { postPictureAd, postVideoAd, signUp, type TestPerson, uploadPicture } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let seller: TestPerson;

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.address + path, { headers });

async function getPicture(path: string) {
	const response = await get(path);
	expect(response.status).toBe(200);
	expect(response.headers.get('content-type')).toBe('image/jpeg');
	const jpeg = Buffer.from(await response.arrayBuffer());
	expect(jpeg.length).toBeLessThanOrEqual(250_000);
	expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
	return { jpeg, etag: response.headers.get('etag') ?? '', headers: response.headers };
}

async function listKeys(prefix: string): Promise<string[]> {
	const keys = [];
	for await (const { key } of server.files.list(prefix)) keys.push(key);
	return keys;
}

describe('the preview picture of a link', () => {
	beforeAll(async () => {
		server = await startTestServer();
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		seller = await signUp(server);
	});

	test('is composed once for an ad, and again when its content changes', async () => {
		const { id } = await postPictureAd(seller, { title: 'Aṣọ òkè 👗' });
		const path = sharePicturePaths.ad(id);
		const first = await getPicture(path);
		expect(first.headers.get('cache-control')).toBe('public, max-age=600');
		const keys = await listKeys(`share/ads/${id}/`);
		expect(keys).toHaveLength(1);
		expect(await getPicture(path)).toMatchObject({ etag: first.etag, jpeg: first.jpeg });
		expect((await get(path, { 'if-none-match': first.etag })).status).toBe(304);

		await seller.client.updateAd({ params: { id: String(id) }, body: { price_kobo: 1_000_000_000_000 } });
		const second = await getPicture(path);
		expect(second.etag).not.toBe(first.etag);
		expect(second.jpeg).not.toEqual(first.jpeg);
		const after = await listKeys(`share/ads/${id}/`);
		expect(after).toHaveLength(1);
		expect(after).not.toEqual(keys);
	});

	test('shows the picture of the ad on the left', async () => {
		const { secure_url } = await uploadPicture(seller, await makeJpeg({ width: 900, height: 900, red: 120 }));
		const ad = await seller.client.createAd({
			body: {
				title: 'Red',
				category: 'Motorcycles',
				description: 'Red.',
				price_kobo: null,
				pictures: [{ secure_url }],
			},
		});
		const { jpeg } = await getPicture(sharePicturePaths.ad(ad.id));
		const { data } = await sharp(jpeg)
			.extract({ left: 50, top: 50, width: 400, height: 400 })
			.raw()
			.toBuffer({ resolveWithObject: true });
		expect(data[0]).toBeCloseTo(120, -1);
		expect(data.at(-1)).toBeCloseTo(120, -1);
	});

	test('exists for videos, posts and people', async () => {
		const video = await postVideoAd(seller);
		await server.jobs.whenIdle();
		await getPicture(sharePicturePaths.ad(video));
		const { id } = await seller.client.createPost({ body: { kind: 'talk', text: 'Ẹ káàárọ̀. '.repeat(300).trim() } });
		await getPicture(sharePicturePaths.post(id));
		await getPicture(sharePicturePaths.person(seller.session.user_name));
	});

	test('of an ad exists as a card for WhatsApp Status, whose QR code holds its short link', async () => {
		const { id } = await postPictureAd(seller, { title: 'Red bag' });
		const response = await get(statusCardPath(id));
		expect(response.status).toBe(200);
		const picture = sharp(await response.arrayBuffer())
			.ensureAlpha()
			.raw();
		const { data, info } = await picture.toBuffer({ resolveWithObject: true });
		expect([info.width, info.height]).toEqual([1080, 1920]);
		expect(decodeQr({ width: info.width, height: info.height, data })).toMatch(
			new RegExp(`^http://localhost:\\d+/a/${id}$`),
		);
		const video = await postVideoAd(seller);
		expect((await get(statusCardPath(video))).status).toBe(404);
		await server.jobs.whenIdle();
		expect((await get(statusCardPath(video))).status).toBe(200);
		await seller.client.deleteAd({ params: { id: String(id) } });
		expect((await get(statusCardPath(id))).status).toBe(404);
		await server.feed.sharePictures.sweep(new AbortController().signal);
		expect(await listKeys(`share/status/${id}/`)).toEqual([]);
	});

	test('of a shop shows its best pictures, and changes with them', async () => {
		const path = sharePicturePaths.person(seller.session.user_name);
		const empty = await getPicture(path);
		await postPictureAd(seller);
		const { id } = await postPictureAd(seller);
		const full = await getPicture(path);
		expect(full.etag).not.toBe(empty.etag);
		await seller.client.markAdSold({ params: { id: String(id) }, body: { sold: true } });
		expect((await getPicture(path)).etag).not.toBe(full.etag);
	});

	test('exists for courses and returns 404 for unknown ones', async () => {
		for (const { id } of courses) await getPicture(sharePicturePaths.course(id));
		for (const id of ['no-such-course', 'constructor']) {
			expect((await get(sharePicturePaths.course(id))).status).toBe(404);
		}
	});

	test('is composed once for concurrent requests', async () => {
		const { id } = await postPictureAd(seller);
		const etags = await Promise.all(Array.from({ length: 12 }, () => getPicture(sharePicturePaths.ad(id))));
		expect(new Set(etags.map(({ etag }) => etag)).size).toBe(1);
		expect(await listKeys(`share/ads/${id}/`)).toHaveLength(1);
	});

	test('returns 404 for hidden content, and is removed for deleted content', async () => {
		const hidden = await postPictureAd(seller);
		await getPicture(sharePicturePaths.ad(hidden.id));
		await server.db.tables<AdTables>().updateTable('ads').set({ hidden_at: 1 }).where('id', '=', hidden.id).execute();
		const deleted = await postPictureAd(seller);
		const visible = await postPictureAd(seller);
		await getPicture(sharePicturePaths.ad(deleted.id));
		await getPicture(sharePicturePaths.ad(visible.id));
		await seller.client.deleteAd({ params: { id: String(deleted.id) } });
		const other = await signUp(server);
		const { id: accountId, user_name } = other.session;
		await getPicture(sharePicturePaths.person(user_name));
		await getPicture(sharePicturePaths.person(seller.session.user_name));
		const erased = await signUp(server);
		await getPicture(sharePicturePaths.person(erased.session.user_name));
		expect(await listKeys(`share/people/${erased.session.id}/`)).toHaveLength(1);
		await server.db
			.tables<AccountTables>()
			.updateTable('accounts')
			.set({ suspended_at: 1 })
			.where('id', '=', accountId)
			.execute();
		await erased.client.deleteMe({ body: { password: erased.password } });
		for (const path of [
			sharePicturePaths.ad(hidden.id),
			sharePicturePaths.ad(deleted.id),
			sharePicturePaths.ad(999_999_999),
			sharePicturePaths.post(999_999_999),
			sharePicturePaths.person(user_name),
			sharePicturePaths.person('nobody_at_all'),
			'/share/ads/0.jpg',
			'/share/ads/1e3.jpg',
			`/share/ads/${visible.id}.png`,
			`/share/ads/${visible.id}.jpg.jpg`,
			`/share/__proto__/${visible.id}.jpg`,
			`/share/courses/${visible.id}.jpg`,
			`/share/ads/..%2f..%2fmedia.jpg`,
		]) {
			expect((await get(path)).status, path).toBe(404);
		}
		await server.jobs.whenIdle();
		await server.feed.sharePictures.sweep(new AbortController().signal);
		expect(await listKeys(`share/ads/${deleted.id}/`)).toEqual([]);
		expect(await listKeys(`share/ads/${hidden.id}/`)).toEqual([]);
		expect(await listKeys(`share/ads/${visible.id}/`)).toHaveLength(1);
		expect(await listKeys(`share/people/${accountId}/`)).toEqual([]);
		expect(await listKeys(`share/people/${erased.session.id}/`)).toEqual([]);
		expect(await listKeys(`share/people/${seller.session.id}/`)).toHaveLength(1);
	});
});
