import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as adminApiText from '../../text/server/admin-api.ts';
import { computePerceptualHash } from '../media-tools/images/index.ts';
import { makeJpeg } from '../testing/media-files.ts';
import {
	exampleAdForm,
	postPictureAd,
	signUp,
	signUpAdministrator,
	type TestPerson,
	uploadPicture,
} from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import {
	hammingDistance,
	maxHammingDistance,
	toNearbyPictureHashKeys,
	toPictureHashKeys,
} from './picture-hash-keys.ts';

let server: TestServer;
let admin: TestPerson;
let seller: TestPerson;
let other: TestPerson;

/** Makes a picture of blurred color patches. Each `number` gives a different picture. */
async function makeScene(number: number, { width = 640, height = 480, quality = 90 } = {}): Promise<Buffer> {
	let state = number * 7919 + 1;
	const next = () => {
		state = (state * 48271) % 2147483647;
		return state / 2147483647;
	};
	const grid = Buffer.from(Array.from({ length: 12 * 9 * 3 }, () => Math.floor(next() * 256)));
	return sharp(grid, { raw: { width: 12, height: 9, channels: 3 } })
		.resize({ width, height, fit: 'fill' })
		.jpeg({ quality })
		.toBuffer();
}

async function listFlags(id: number) {
	await server.jobs.whenIdle();
	const { items } = await admin.client.listReports({ query: { kind: 'ad', limit: 50 } });
	return items.find(({ target }) => target.id === id)?.flags ?? [];
}

async function postAd(person: TestPerson, ...pictures: Buffer[]): Promise<number> {
	const uploads = [];
	for (const picture of pictures) uploads.push({ secure_url: (await uploadPicture(person, picture)).secure_url });
	return (await person.client.createAd({ body: { ...exampleAdForm, pictures: uploads } })).id;
}

describe('detection', () => {
	beforeAll(async () => {
		server = await startTestServer();
		admin = await signUpAdministrator(server);
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		[seller, other] = [await signUp(server), await signUp(server)];
	});

	test("flags another seller's picture, even recompressed and smaller, with its source", async () => {
		const first = await postAd(seller, await makeScene(1), await makeScene(2));
		const copied = await postAd(
			other,
			await makeScene(3),
			await makeScene(2, { width: 333, height: 250, quality: 40 }),
		);
		expect(await listFlags(copied)).toMatchObject([
			{
				reason: 'duplicate_picture',
				note: adminApiText.pictureOfAnother(seller.session.user_name),
				path: `/feed/${first}/a-lamp`,
			},
		]);
		expect(await listFlags(first)).toEqual([]);
		// Detection does not hide the ad.
		await seller.client.getAd({ params: { id: String(copied) } });
	});

	test("ignores the seller's own pictures, different ones and blank ones", async () => {
		await postAd(seller, await makeScene(11), await makeJpeg());
		for (const ad of [
			await postAd(seller, await makeScene(11)),
			await postAd(other, await makeScene(12)),
			await postAd(other, await makeJpeg({ red: 90 })),
		]) {
			expect(await listFlags(ad)).toEqual([]);
		}
	});

	test('flags phrases that ask for payment first, in new and changed ads, posts and comments', async () => {
		const ad = await postPictureAd(seller, { description: 'Solid. Payment before delivery!' });
		const post = await seller.client.createPost({ body: { kind: 'talk', text: 'Fine words.' } });
		const params = { target: 'ads' as const, id: String(ad.id) };
		const comment = await other.client.createComment({ params, body: { text: 'Abeg send money first' } });
		await seller.client.updatePost({ params: { id: String(post.id) }, body: { text: 'You go pay first.' } });
		const { items } = await admin.client.listReports({ query: { reason: 'payment_first', limit: 50 } });
		const found = items.map(({ target, flags, reports }) => ({
			...target,
			notes: flags.map(({ note }) => note),
			reports,
		}));
		expect(found).toMatchObject([
			{ kind: 'ad', id: ad.id, title: 'A lamp', notes: ['payment before delivery'], reports: [] },
			{ kind: 'comment', id: comment.id, title: 'Abeg send money first', notes: [expect.any(String)] },
			{ kind: 'post', id: post.id, title: 'You go pay first.', notes: [expect.any(String)] },
		]);
	});

	test('flags them in names and bios, new and changed', async () => {
		const { session } = await signUp(server, 'pay_before_delivery');
		await seller.client.updateMe({ body: { bio: 'Bags and shoes. N0 P.O.D' } });
		await other.client.updateMe({ body: { display_name: 'Pаyment Fіrst Stores', bio: 'Bags' } });
		const { items } = await admin.client.listReports({
			query: { kind: 'account', reason: 'payment_first', limit: 50 },
		});
		expect(items.map(({ target, flags }) => [target.id, flags.map(({ note }) => note)])).toEqual([
			[session.id, ['pay before delivery']],
			[seller.session.id, ['n0 p o d']],
			[other.session.id, ['payment first']],
		]);
	});

	test('flags the same phrases only once', async () => {
		const ad = await postPictureAd(seller, { description: 'No inspection.' });
		const { items } = await admin.client.listReports({ query: { limit: 50 } });
		const found = items.find(({ target }) => target.id === ad.id && target.kind === 'ad');
		const params = { id: String(ad.id) };
		await seller.client.updateAd({ params, body: { title: 'A lamp, new' } });
		expect(await listFlags(ad.id)).toHaveLength(1);
		await admin.client.decideReports({
			params: { id: String(found?.id) },
			body: { decision: 'dismiss', reason: 'A hygiene article.' },
		});
		await seller.client.updateAd({ params, body: { title: 'A lamp, like new' } });
		expect(await listFlags(ad.id)).toEqual([]);
		await seller.client.updateAd({ params, body: { description: 'No inspection. Transfer first.' } });
		expect(await listFlags(ad.id)).toMatchObject([{ note: expect.stringContaining('transfer first') }]);
	});
});

test('hashes a picture and its copies alike, and different pictures differently', async () => {
	for (let number = 1; number <= 20; number += 1) {
		const hash = (await computePerceptualHash(await makeScene(number))) ?? '';
		const copies = [
			await makeScene(number, { width: 320, height: 240, quality: 50 }),
			await sharp(await makeScene(number))
				.webp({ quality: 60 })
				.toBuffer(),
			await sharp(await makeScene(number))
				.modulate({ brightness: 1.05 })
				.jpeg()
				.toBuffer(),
		];
		for (const copy of copies) {
			expect(hammingDistance(hash, (await computePerceptualHash(copy)) ?? '')).toBeLessThanOrEqual(maxHammingDistance);
		}
		expect(hammingDistance(hash, (await computePerceptualHash(await makeScene(number + 100))) ?? '')).toBeGreaterThan(
			2 * maxHammingDistance,
		);
	}
	expect(await computePerceptualHash(await makeJpeg())).toBeNull();
});

test('finds a common key for all hashes within the maximum distance', () => {
	const hash = '0123456789abcdef';
	expect(new Set(toPictureHashKeys(hash)).size).toBe(4);
	let state = 1;
	for (let round = 0; round < 2000; round += 1) {
		let bits = BigInt(`0x${hash}`);
		for (let flip = 0; flip < maxHammingDistance; flip += 1) {
			state = (state * 48271) % 2147483647;
			bits ^= 1n << BigInt(state % 64);
		}
		const near = bits.toString(16).padStart(16, '0');
		expect(hammingDistance(hash, near)).toBeLessThanOrEqual(maxHammingDistance);
		expect(toPictureHashKeys(near).some((key) => toNearbyPictureHashKeys(hash).includes(key))).toBe(true);
	}
});
