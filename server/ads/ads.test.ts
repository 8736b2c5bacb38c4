import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import * as messages from '../../contract/core/messages.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import type { Engine } from '../database/index.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { makeJpeg } from '../testing/media-files.ts';
import {
	createApiClient,
	exampleAdForm,
	postPictureAd,
	postVideoAd,
	signUp,
	type TestPerson,
	uploadPicture,
} from '../testing/people.ts';
import { seedAd, seedUpload } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { deriveTitle } from './create-ad.ts';

let server: TestServer;
let seller: TestPerson;
let other: TestPerson;

const notFound = { status: 404, problem: { code: 'not_found' } };
const forbidden = { status: 403, problem: { code: 'forbidden' } };

/** Sends an API request as the seller without the contract's client, which would reject invalid requests. */
async function send(path: string, body: unknown, { method = 'POST', headers = {} } = {}) {
	const response = await fetch(server.address + path, {
		method,
		headers: { 'content-type': 'application/json', authorization: `Bearer ${seller.token}`, ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	return {
		status: response.status,
		headers: response.headers,
		body: (await response.json()) as { code: string; message: string; fields: Record<string, string> },
	};
}

async function picture(): Promise<{ secure_url: string }> {
	const { secure_url } = await uploadPicture(seller);
	return { secure_url };
}

const ids = (page: { items: { id: number }[] }) => page.items.map(({ id }) => id);

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		server = await startTestServer({ engine });
		[seller, other] = [await signUp(server), await signUp(server)];
	});
	afterAll(() => server.close());
}

describe('ads', () => {
	useServer();

	describe('options of an item', () => {
		const options = {
			negotiable: true,
			condition: 'foreign_used',
			delivery: ['nationwide', 'pickup'],
			location: { state: 'Lagos', lga: 'Eti-Osa' },
		} as const;
		const params = ({ id }: { id: number }) => ({ id: String(id) });

		test('are shown on the ad, its card, among own ads, in search and in the export', async () => {
			const shown = { ...options, delivery: ['pickup', 'nationwide'], place: 'Lekki' };
			const form = { ...options, delivery: [...options.delivery], place: 'Lekki', title: 'A kettle' };
			const ad = await postPictureAd(seller, form);
			expect(ad).toMatchObject(shown);
			const { items } = await seller.client.listMyAds({ query: {} });
			expect(items.find(({ id }) => id === ad.id)).toMatchObject(shown);
			expect((await other.client.listAdsById({ query: { ids: String(ad.id) } })).items).toMatchObject([shown]);
			const found = await other.client.search({ query: { q: 'kettle eti osa lagos' } });
			expect(ids(found.ads)).toEqual([ad.id]);
		});

		test('are empty on an ad that gives none', async () => {
			expect(await postPictureAd(seller)).toMatchObject({
				...{ negotiable: false, condition: null, delivery: [], location: null },
			});
		});

		test('belong to a video ad, too', async () => {
			const { secure_url } = await seedUpload(server, seller, 'video');
			const { id: user_id, user_name } = seller.session;
			const { id } = await seller.client.createVideoAd({
				body: {
					...{ titlevideourl: secure_url, user_id, user_name, categories: 'Motorcycles', description: 'It runs.' },
					...options,
					delivery: [...options.delivery],
				},
			});
			const { normalads } = await seller.client.getVideoAd({ params: { id: String(id), description: 'x' } });
			expect(normalads).toMatchObject({ ...options, delivery: ['pickup', 'nationwide'] });
		});

		test('stay unless they are changed', async () => {
			const ad = await postPictureAd(seller, { ...options, delivery: [...options.delivery] });
			const update = (body: Parameters<typeof seller.client.updateAd>[0]['body']) =>
				seller.client.updateAd({ params: params(ad), body });
			expect(await update({ title: 'A red lamp' })).toMatchObject({ ...options, delivery: ['pickup', 'nationwide'] });
			expect(await update({ location: { state: 'Kano' } })).toMatchObject({ location: { state: 'Kano', lga: null } });
			expect(await update({ location: null, negotiable: false, condition: null, delivery: [] })).toMatchObject({
				...{ location: null, negotiable: false, condition: null, delivery: [] },
			});
		});

		test('are dropped by a change to a category of property, except the location', async () => {
			const ad = await postPictureAd(seller, { ...options, delivery: [...options.delivery] });
			const body = { category: 'Real Estate' } as const;
			const { location } = options;
			expect(await seller.client.updateAd({ params: params(ad), body })).toMatchObject({
				...{ condition: null, delivery: [], negotiable: true, location },
			});
			const condition = await send(`/api/ads/${ad.id}`, { condition: 'new' }, { method: 'PATCH' });
			expect([condition.status, Object.keys(condition.body.fields)]).toEqual([422, ['condition']]);
		});

		test.each([
			[{ category: 'Luxury Apartments', condition: 'new' }, 'condition'],
			[{ category: 'Luxury Apartments', delivery: ['pickup'] }, 'delivery'],
			[{ condition: 'old' }, 'condition'],
			[{ condition: ['new'] }, 'condition'],
			[{ negotiable: 'yes' }, 'negotiable'],
			[{ delivery: 'pickup' }, 'delivery'],
			[{ delivery: ['drone'] }, 'delivery.0'],
			[{ delivery: ['pickup', 'pickup'] }, 'delivery'],
			[{ location: { state: 'Atlantis' } }, 'location.state'],
			[{ location: { lga: 'Ikeja' } }, 'location.state'],
			[{ location: { state: 'Ogun', lga: 'Ikeja' } }, 'location.lga'],
			[{ location: { state: 'Lagos', lga: 'toString' } }, 'location.lga'],
			[{ location: { state: 'toString', lga: 'Ikeja' } }, 'location.state'],
			[{ location: { state: 'Lagos', city: 'Ikeja' } }, 'city'],
			[{ location: 'Lagos' }, 'location'],
			[{ lga: 'Ikeja' }, 'lga'],
		])('rejects %j', async (fields, field) => {
			const { status, body } = await send('/api/ads', { ...exampleAdForm, pictures: [await picture()], ...fields });
			expect([status, Object.keys(body.fields)]).toEqual([422, [field]]);
		});
	});

	describe('posting pictures', () => {
		test('creates an ad with three pictures, in their order', async () => {
			const pictures = [];
			for (const width of [50, 60, 70]) {
				const { secure_url } = await uploadPicture(seller, await makeJpeg({ width }));
				pictures.push({ secure_url });
			}
			pictures.reverse();
			const body = { ...exampleAdForm, whatsapp: '0803 123 4567', pictures };
			const ad = await seller.client.createAd({ body });
			expect(ad).toMatchObject({
				format: 'image',
				state: 'ready',
				title: 'A lamp',
				category: exampleAdForm.category,
				description: 'It shines.',
				price_kobo: 1_500_000,
				price: 'NGN 15,000',
				place: 'Yaba, Lagos',
				has_whatsapp: true,
				has_call_number: false,
				pictures: 3,
				seller: { user_name: seller.session.user_name },
				video: null,
				likes: 0,
			});
			expect(ad.gallery.map(({ width }) => width)).toEqual([70, 60, 50]);
			expect(ad.cover).toEqual(ad.gallery[0]);
			expect(await createApiClient(server).getAd({ params: { id: String(ad.id) } })).toEqual(ad);
			for (const { url } of ad.gallery) expect((await fetch(server.address + url)).status).toBe(200);
		});

		test('requires only pictures, title, category and description', async () => {
			const { title, category, description } = exampleAdForm;
			const ad = await seller.client.createAd({ body: { title, category, description, pictures: [await picture()] } });
			expect(ad).toMatchObject({ price: null, price_kobo: null, place: null, has_whatsapp: false });
		});

		test('gives the numbers of an ad only to its seller', async () => {
			const numbers = { whatsapp: '08031234567', call_number: '08091234567' };
			const ad = await seller.client.createAd({ body: { ...exampleAdForm, ...numbers, pictures: [await picture()] } });
			const { client } = other;
			const answers = [
				await client.getAd({ params: { id: String(ad.id) } }),
				(await client.listAdsById({ query: { ids: String(ad.id) } })).items,
				(await client.getFeed({ query: {} })).items,
				(await client.search({ query: { q: 'lamp' } })).ads.items,
				(await client.listUserPosts({ params: { user_name: seller.session.user_name }, query: {} })).items,
				(await client.listUserAds({ params: { user_name: seller.session.user_name }, query: {} })).items,
			];
			for (const answer of answers) {
				expect(JSON.stringify(answer)).toContain('A lamp');
				expect(JSON.stringify(answer)).not.toMatch(/803123|809123/);
			}
			const shown = { whatsapp: '2348031234567', call_number: '2348091234567' };
			const params = { id: String(ad.id) };
			expect(await seller.client.getMyAd({ params })).toMatchObject(shown);
			await expect(client.getMyAd({ params })).rejects.toMatchObject({ status: 403 });
			const video = await seedAd(server, seller, { format: 'video', whatsapp: '2348031234567' });
			const { normalads } = await client.getVideoAd({ params: { id: String(video), description: 'lamp' } });
			expect(normalads).toMatchObject({ id: video, has_whatsapp: true });
			expect(JSON.stringify(normalads)).not.toContain('803123');
			const own = await seller.client.listMyAds({ query: { format: 'image' } });
			expect(own.items[0]).toMatchObject(shown);
		});

		test('reports all invalid fields at once', async () => {
			const { status, body } = await send('/api/ads', {
				title: ' ',
				category: 'Nothing of the kind',
				description: '',
				price_kobo: 99,
				place: 'x'.repeat(limits.place.max + 1),
				whatsapp: '12',
				pictures: [],
				sold: true,
			});
			expect(status).toBe(422);
			expect(body.code).toBe('invalid');
			expect(Object.keys(body.fields).sort()).toEqual(
				['category', 'description', 'pictures', 'place', 'price_kobo', 'sold', 'title', 'whatsapp'].sort(),
			);
		});

		const nine = Array.from({ length: 9 }, (_, index) => ({ secure_url: `/media/${index}` }));
		test.each([
			['nine pictures', { pictures: nine }, 'pictures'],
			['pictures that are not a list', { pictures: 'a.jpg' }, 'pictures'],
			['a picture that is not here', { pictures: [{ secure_url: 'https://elsewhere.example/a.webp' }] }, 'pictures'],
			['a picture without an address', { pictures: [{ secure_url: '' }] }, 'pictures'],
			['a picture whose address holds NUL', { pictures: [{ secure_url: '/media/\0' }] }, 'pictures'],
			['a picture whose address is half a letter', { pictures: [{ secure_url: '\ud800' }] }, 'pictures'],
			['a price below a naira', { price_kobo: 99 }, 'price_kobo'],
			['a price beyond all', { price_kobo: limits.priceKobo.max + 1 }, 'price_kobo'],
			['a price with parts of a kobo', { price_kobo: 100.5 }, 'price_kobo'],
			['a price in words', { price_kobo: '1000' }, 'price_kobo'],
			['NUL in a title', { title: 'a\0b' }, 'title'],
			['half a letter in a description', { description: '\udc00' }, 'description'],
			['a title of 81 letters', { title: 'x'.repeat(81) }, 'title'],
			['a description of 4001 letters', { description: 'x'.repeat(4001) }, 'description'],
			['a list of categories', { category: ['Motorcycles'] }, 'category'],
		])('rejects %s', async (_, wrong, field) => {
			const { status, body } = await send('/api/ads', {
				...exampleAdForm,
				pictures: [{ secure_url: '/media/x' }],
				...wrong,
			});
			expect(status).toBe(422);
			expect(Object.keys(body.fields).some((name) => name.startsWith(field))).toBe(true);
		});

		test("rejects another account's picture, a used one, the same one twice, and a video", async () => {
			const pictures = [await picture()];
			await expect(other.client.createAd({ body: { ...exampleAdForm, pictures } })).rejects.toMatchObject(forbidden);
			await expect(
				seller.client.createAd({ body: { ...exampleAdForm, pictures: [...pictures, ...pictures] } }),
			).rejects.toMatchObject({ status: 422 });
			await seller.client.createAd({ body: { ...exampleAdForm, pictures } });
			await expect(seller.client.createAd({ body: { ...exampleAdForm, pictures } })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { pictures: mediaApiText.fileUsedAlready } },
			});
			const { secure_url } = await seedUpload(server, seller, 'video');
			await expect(
				seller.client.createAd({ body: { ...exampleAdForm, pictures: [{ secure_url }] } }),
			).rejects.toMatchObject({
				status: 422,
				problem: { fields: { pictures: mediaApiText.notAPicture } },
			});
		});
	});

	describe('idempotency keys', () => {
		test('create one ad and replay one response', async () => {
			const body = { ...exampleAdForm, pictures: [await picture()] };
			const first = await seller.client.createAd({ body }, { idempotencyKey: 'key-1' });
			const again = await send('/api/ads', body, { headers: { 'idempotency-key': 'key-1' } });
			expect(again.status).toBe(201);
			expect(again.headers.get('idempotency-replayed')).toBe('true');
			expect(again.body).toEqual(first);
			await expect(
				seller.client.createAd({ body: { ...body, title: 'Another' } }, { idempotencyKey: 'key-1' }),
			).rejects.toMatchObject({ status: 422 });
		});

		test('are scoped to one account', async () => {
			await seller.client.createAd(
				{ body: { ...exampleAdForm, pictures: [await picture()] } },
				{ idempotencyKey: 'shared' },
			);
			const { secure_url } = await uploadPicture(other);
			const ad = await other.client.createAd(
				{ body: { ...exampleAdForm, pictures: [{ secure_url }] } },
				{ idempotencyKey: 'shared' },
			);
			expect(ad.seller.id).toBe(other.session.id);
		});

		test('are bound to the first request', async () => {
			const key = { idempotencyKey: 'one-comment' };
			const body = { text: 'Is it still there?' };
			const [first, second] = [await seedAd(server, other), await seedAd(server, other)];
			const on = (id: number) => ({ target: 'ads' as const, id: String(id) });
			const comment = await seller.client.createComment({ params: on(first), body }, key);
			await expect(seller.client.createComment({ params: on(second), body }, key)).rejects.toMatchObject({
				status: 422,
				problem: { fields: { 'idempotency-key': expect.any(String) } },
			});
			expect(await seller.client.createComment({ params: on(first), body }, key)).toEqual(comment);
			expect((await seller.client.listComments({ params: on(second), query: {} })).items).toEqual([]);
		});

		test('stay usable after a failed request', async () => {
			const key = { idempotencyKey: 'after-failure' };
			const body = { ...exampleAdForm, pictures: [{ secure_url: '/media/nothing' }] };
			await expect(seller.client.createAd({ body }, key)).rejects.toMatchObject({ status: 422 });
			await seller.client.createAd({ body: { ...exampleAdForm, pictures: [await picture()] } }, key);
		});

		test('are rejected unless they consist of up to 100 visible characters', async () => {
			for (const key of ['a b', 'x'.repeat(101)]) {
				const { status } = await send(
					'/api/ads',
					{ ...exampleAdForm, pictures: [{ secure_url: '/a' }] },
					{
						headers: { 'idempotency-key': key },
					},
				);
				expect(status).toBe(422);
			}
		});
	});

	describe('own ads', () => {
		test('change only in the given fields', async () => {
			const ad = await postPictureAd(seller);
			const params = { id: String(ad.id) };
			const changed = await seller.client.updateAd({ params, body: { title: 'A red lamp', price_kobo: null } });
			expect(changed).toEqual({
				...ad,
				title: 'A red lamp',
				price_kobo: null,
				price: null,
				updated_at: changed.updated_at,
			});
			expect(await seller.client.updateAd({ params, body: { place: '' } })).toMatchObject({ place: null });
			const nothing = await seller.client.updateAd({ params, body: {} });
			expect(nothing.title).toBe('A red lamp');
			for (const body of [{ title: '' }, { state: 'ready' }, { pictures: [] }, { seller_id: 1 }, { category: null }]) {
				expect((await send(`/api/ads/${ad.id}`, body, { method: 'PATCH' })).status).toBe(422);
			}
		});

		test('can be marked as sold and back', async () => {
			const { id } = await postPictureAd(seller);
			const params = { id: String(id) };
			expect((await seller.client.markAdSold({ params, body: { sold: true } })).state).toBe('sold');
			expect((await seller.client.markAdSold({ params, body: { sold: true } })).state).toBe('sold');
			expect((await createApiClient(server).getAd({ params })).state).toBe('sold');
			expect(ids(await createApiClient(server).getFeed({ query: { limit: 50 } }))).not.toContain(id);
			expect((await seller.client.markAdSold({ params, body: { sold: false } })).state).toBe('ready');
			expect(ids(await createApiClient(server).getFeed({ query: { limit: 50 } }))).toContain(id);
		});

		test('are deleted with their files', async () => {
			const ad = await postPictureAd(seller);
			const params = { id: String(ad.id) };
			const url = server.address + (ad.cover?.url ?? '');
			expect((await fetch(url)).status).toBe(200);
			await seller.client.deleteAd({ params });
			await expect(createApiClient(server).getAd({ params })).rejects.toMatchObject(notFound);
			await expect(seller.client.deleteAd({ params })).rejects.toMatchObject(notFound);
			expect((await fetch(url)).status).toBe(404);
			await server.jobs.whenIdle();
			const key = (ad.cover?.url ?? '').split('/').slice(1, 3).join('/');
			for await (const file of server.files.list(`${key}/`)) expect(file).toBeUndefined();
		});
	});

	describe('ads of another account', () => {
		test('cannot be changed, sold or deleted', async () => {
			const { id } = await postPictureAd(seller);
			const params = { id: String(id) };
			await expect(other.client.updateAd({ params, body: { title: 'Mine' } })).rejects.toMatchObject(forbidden);
			await expect(other.client.markAdSold({ params, body: { sold: true } })).rejects.toMatchObject(forbidden);
			await expect(other.client.deleteAd({ params })).rejects.toMatchObject(forbidden);
			expect(await createApiClient(server).getAd({ params })).toMatchObject({ title: 'A lamp', state: 'ready' });
		});

		test('are absent from the own list', async () => {
			const [mine, theirs] = [await postPictureAd(seller), await postPictureAd(other)];
			const list = ids(await seller.client.listMyAds({ query: { limit: 50 } }));
			expect(list).toContain(mine.id);
			expect(list).not.toContain(theirs.id);
		});

		test('return 404 when hidden', async () => {
			const { id } = await postPictureAd(seller);
			await server.db
				.tables<{ ads: { id: number; hidden_at: number | null } }>()
				.updateTable('ads')
				.set({ hidden_at: 1 })
				.where('id', '=', id)
				.execute();
			const params = { id: String(id) };
			await expect(createApiClient(server).getAd({ params })).rejects.toMatchObject(notFound);
			await expect(other.client.getAd({ params })).rejects.toMatchObject(notFound);
			await expect(other.client.updateAd({ params, body: { title: 'Mine' } })).rejects.toMatchObject(notFound);
			expect((await seller.client.getAd({ params })).state).toBe('hidden');
			expect(ids(await createApiClient(server).listAdsById({ query: { ids: params.id } }))).toEqual([]);
		});
	});

	test('returns 404 for unknown ids and 422 for malformed ones', async () => {
		for (const id of ['999999999', '999999999999999']) {
			await expect(createApiClient(server).getAd({ params: { id } })).rejects.toMatchObject(notFound);
		}
		for (const id of ['0', '-1', '1.5', 'abc', '1e3', '9'.repeat(16), '1\0']) {
			await expect(createApiClient(server).getAd({ params: { id } })).rejects.toMatchObject({ status: 422 });
		}
	});

	test('lists ads in the order of the given ids, without deleted ones', async () => {
		const [a, b, c] = [await seedAd(server, seller), await seedAd(server, seller), await seedAd(server, other)];
		await seller.client.deleteAd({ params: { id: String(b) } });
		const list = (ids: string) => createApiClient(server).listAdsById({ query: { ids } });
		expect(ids(await list(`${c},${b},${a},99999999`))).toEqual([c, a]);
		for (const wrong of ['', 'a', '1,', '1;2', Array.from({ length: 51 }, (_, index) => index + 1).join(',')]) {
			await expect(list(wrong)).rejects.toMatchObject({
				status: 422,
				problem: { fields: { ids: expect.any(String) } },
			});
		}
	});

	describe('the own list', () => {
		test('pages newest first, filtered by format', async () => {
			const own = await signUp(server);
			const created = [];
			for (let index = 0; index < 7; index += 1) {
				created.unshift(await seedAd(server, own, { format: index % 3 === 0 ? 'video' : 'image' }));
			}
			const walked = [];
			let cursor: string | undefined;
			do {
				const page = await own.client.listMyAds({ query: { limit: 2, ...(cursor && { cursor }) } });
				walked.push(...ids(page));
				cursor = page.next_cursor ?? undefined;
			} while (cursor);
			expect(walked).toEqual(created);
			expect(ids(await own.client.listMyAds({ query: { format: 'video' } }))).toHaveLength(3);
		});

		test('lists picture ads with their descriptions and all pictures, also hidden ones', async () => {
			const own = await signUp(server);
			const body = { ...exampleAdForm, pictures: [] as { secure_url: string }[] };
			for (let index = 0; index < 2; index += 1) {
				body.pictures.push({ secure_url: (await uploadPicture(own)).secure_url });
			}
			const { id } = await own.client.createAd({ body });
			await seedAd(server, own, { format: 'video' });
			const hidden = await seedAd(server, own);
			await server.db.transaction((tx) => server.ads.hide(tx, { role: 'admin' }, hidden, 'No.'));
			const first = await own.client.listMyAdDetails({ query: { limit: 1 } });
			expect(first.items).toMatchObject([{ id: hidden, state: 'hidden' }]);
			const next = await own.client.listMyAdDetails({ query: { cursor: String(first.next_cursor) } });
			expect(next.items).toMatchObject([{ id, description: exampleAdForm.description }]);
			expect(next.items[0]?.gallery).toHaveLength(2);
			expect(next.next_cursor).toBeNull();
		});
	});

	describe('posting a video (specification, calls 5 and 6)', () => {
		test('returns status 200 in the body, and the video under normalads', async () => {
			const id = await postVideoAd(seller, 'A lamp that turns.\nAnd shines.');
			const before = await createApiClient(server).getVideoAd({ params: { id: String(id), description: 'whatever' } });
			expect(before.normalads).toMatchObject({
				id,
				title: 'A lamp that turns.',
				user_name: seller.session.user_name,
				display_name: seller.session.display_name,
				categories: 'Motorcycles',
				description: 'A lamp that turns.\nAnd shines.',
			});
			await server.jobs.whenIdle();
			const description = 'any / description? ✓ of '.repeat(100);
			const after = await createApiClient(server).getVideoAd({ params: { id: String(id), description } });
			expect(after.normalads.state).toBe('ready');
			expect(after.normalads.video?.renditions).toHaveLength(1);
			expect((await fetch(server.address + after.normalads.titlevideourl)).status).toBe(200);
		});

		test('accepts a category with a comma', async () => {
			const { secure_url } = await seedUpload(server, seller, 'video');
			const { id: user_id, user_name } = seller.session;
			const categories = 'Residential and Commercial, CNG';
			const body = { titlevideourl: secure_url, user_id, user_name, categories, description: 'Gas' } as const;
			const { id } = await seller.client.createVideoAd({ body });
			const { normalads } = await createApiClient(server).getVideoAd({
				params: { id: String(id), description: 'gas' },
			});
			expect(normalads.categories).toBe(categories);
			const feed = await createApiClient(server).getFeed({ query: { category: categories } });
			expect(ids(feed)).toEqual([id]);
		});

		test('rejects missing fields with the message of the specification', async () => {
			const { status, body } = await send('/videotest', { titlevideourl: '' });
			expect(status).toBe(422);
			expect(body.fields).toMatchObject({
				titlevideourl: messages.uploadFieldsMissing,
				user_id: expect.any(String),
				user_name: expect.any(String),
				categories: expect.any(String),
				description: expect.any(String),
			});
		});

		test("rejects another identity, another account's file, and a used file", async () => {
			const { secure_url: titlevideourl } = await seedUpload(server, seller, 'video');
			const { id: user_id, user_name } = seller.session;
			const body = { titlevideourl, user_id, user_name, categories: 'Motorcycles', description: 'x' } as const;
			const theirs = { user_id: other.session.id, user_name: other.session.user_name };
			for (const wrong of [{ user_id: theirs.user_id }, { user_name: theirs.user_name }]) {
				await expect(seller.client.createVideoAd({ body: { ...body, ...wrong } })).rejects.toMatchObject(forbidden);
			}
			await expect(other.client.createVideoAd({ body: { ...body, ...theirs } })).rejects.toMatchObject(forbidden);
			await seller.client.createVideoAd({ body });
			await expect(seller.client.createVideoAd({ body })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { titlevideourl: expect.any(String) } },
			});
		});

		test('returns 404 for the video of a picture ad', async () => {
			const { id } = await postPictureAd(seller);
			await expect(
				createApiClient(server).getVideoAd({ params: { id: String(id), description: 'x' } }),
			).rejects.toMatchObject({ status: 404, problem: { message: messages.videoNotFound } });
		});
	});
});

describeOnBothEngines('repeated requests', (engine) => {
	useServer(engine);

	test('create one ad when they are concurrent', async () => {
		const body = { ...exampleAdForm, title: 'Only one', pictures: [await picture()] };
		const results = await Promise.allSettled(
			Array.from({ length: 5 }, () => seller.client.createAd({ body }, { idempotencyKey: 'at-once' })),
		);
		const createdIds = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
		expect(new Set(createdIds).size).toBe(1);
		for (const result of results)
			if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409 });
		const mine = await seller.client.listMyAds({ query: {} });
		expect(mine.items.filter(({ title }) => title === 'Only one')).toHaveLength(1);
	});
});

describe('deriveTitle', () => {
	const text = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '\n', '😀', '.'), maxLength: 300 });

	test('returns the start of the first line, within the limit, well-formed and trimmed', () => {
		fc.assert(
			fc.property(text, (description) => {
				const title = deriveTitle(description);
				expect(title.length).toBeLessThanOrEqual(limits.title.max);
				expect(title.isWellFormed()).toBe(true);
				expect(title).toBe(title.trim());
				expect(title).not.toContain('\n');
				expect(description.trim().startsWith(title)).toBe(true);
				if (description.trim() !== '') expect(title).not.toBe('');
			}),
			{ numRuns: 1000 },
		);
	});

	test('cuts at a word', () => {
		expect(deriveTitle(`${'word '.repeat(30)}`)).toBe('word '.repeat(16).trim());
		expect(deriveTitle('Short\nMore')).toBe('Short');
	});
});
