import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../database/index.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { makeJpeg } from '../testing/media-files.ts';
import { createApiClient, postPictureAd, signUp, type TestPerson, uploadPicture } from '../testing/people.ts';
import { seedUpload } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let seller: TestPerson;
let other: TestPerson;

const unauthenticated = { status: 401, problem: { code: 'unauthenticated' } };
const getProfile = ({ session }: TestPerson) =>
	createApiClient(server).getUser({ params: { user_name: session.user_name } });

const upload = async (person = seller, width = 400) => {
	const { secure_url } = await uploadPicture(person, await makeJpeg({ width, height: width }));
	return { secure_url };
};

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		server = await startTestServer({ engine });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		[seller, other] = [await signUp(server), await signUp(server)];
	});
}

describe('profile', () => {
	useServer();

	test('has a public place and a private phone number by default', async () => {
		expect(await seller.client.getMe()).toMatchObject({
			bio: '',
			place: null,
			place_public: true,
			phone: null,
			phone_public: false,
		});
		expect(await getProfile(seller)).toMatchObject({
			place: null,
			has_whatsapp: false,
			followers: 0,
			user_image: null,
		});
	});

	test('updates only the given fields', async () => {
		const me = await seller.client.updateMe({
			body: { display_name: ' Mama Risi ', bio: 'Foodstuff.', place: 'Bodija, Ibadan', phone: '0803 123 4567' },
		});
		expect(me).toMatchObject({
			display_name: 'Mama Risi',
			bio: 'Foodstuff.',
			place: 'Bodija, Ibadan',
			phone: '2348031234567',
		});
		expect(await seller.client.updateMe({ body: { bio: '' } })).toEqual({ ...me, bio: '' });
		expect(await seller.client.updateMe({ body: {} })).toEqual({ ...me, bio: '' });
		expect(await seller.client.updateMe({ body: { place: '', phone: null } })).toMatchObject({
			place: null,
			phone: null,
		});
		expect(await other.client.getMe()).toMatchObject({ bio: '', phone: null });
	});

	test('shows phone number and place only if they are public', async () => {
		await seller.client.updateMe({ body: { place: 'Kano', phone: '08031234567' } });
		expect(await getProfile(seller)).toMatchObject({ place: 'Kano', has_whatsapp: false });
		await seller.client.updateMe({ body: { place_public: false, phone_public: true } });
		expect(await getProfile(seller)).toMatchObject({ place: null, has_whatsapp: true });
		expect(await seller.client.getMe()).toMatchObject({ place: 'Kano', place_public: false });
		await seller.client.updateMe({ body: { phone_public: false } });
		expect(JSON.stringify(await getProfile(seller))).not.toContain('8031234567');
	});

	test.each([
		[{ display_name: '' }, 'display_name'],
		[{ display_name: 'x'.repeat(61) }, 'display_name'],
		[{ bio: 'x'.repeat(301) }, 'bio'],
		[{ bio: 'a\0b' }, 'bio'],
		[{ place: 'x'.repeat(61) }, 'place'],
		[{ phone: '123' }, 'phone'],
		[{ phone_public: 'yes' }, 'phone_public'],
		[{ user_name: 'another' }, 'user_name'],
		[{ role: 'admin' }, 'role'],
		[{ followers: 1000 }, 'followers'],
	])('rejects %j', async (body, field) => {
		const response = await fetch(`${server.address}/api/me`, {
			method: 'PATCH',
			headers: { 'content-type': 'application/json', authorization: `Bearer ${seller.token}` },
			body: JSON.stringify(body),
		});
		expect(response.status).toBe(422);
		expect(await response.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
	});

	test('requires a session for changes', async () => {
		await expect(createApiClient(server).updateMe({ body: { bio: 'x' } })).rejects.toMatchObject(unauthenticated);
	});

	test('updates the name in the feed immediately', async () => {
		await postPictureAd(seller, { category: 'Sportswear' });
		const sellers = async () =>
			(await createApiClient(server).getFeed({ query: { category: 'Sportswear' } })).items.map(
				(ad) => ad.seller.display_name,
			);
		await sellers();
		await seller.client.updateMe({ body: { display_name: 'Ugo Sports' } });
		expect(await sellers()).toContain('Ugo Sports');
	});

	describe('avatar', () => {
		test('is a small size of the picture, updates everywhere immediately, and deletes the previous files', async () => {
			const ad = await postPictureAd(seller, { category: 'Motorcycles' });
			const getFeedAvatar = async () =>
				(await createApiClient(server).getFeed({ query: { category: 'Motorcycles' } })).items.find(
					({ id }) => id === ad.id,
				)?.seller.user_image;
			expect(await getFeedAvatar()).toBeNull();
			const first = await seller.client.setAvatar({ body: await upload() });
			expect(first.user_image).toMatch(/^\/media\/[0-9a-f]{24}\/w320\.webp$/);
			expect(await getFeedAvatar()).toBe(first.user_image);
			expect((await getProfile(seller)).user_image).toBe(first.user_image);
			expect((await fetch(server.address + first.user_image)).status).toBe(200);

			const second = await seller.client.setAvatar({ body: await upload(seller, 100) });
			expect(second.user_image).not.toBe(first.user_image);
			await server.jobs.whenIdle();
			expect((await fetch(server.address + first.user_image)).status).toBe(404);
			expect((await fetch(server.address + second.user_image)).status).toBe(200);
			expect(await getFeedAvatar()).toBe(second.user_image);

			expect((await seller.client.removeAvatar()).user_image).toBeNull();
			expect((await seller.client.removeAvatar()).user_image).toBeNull();
			expect(await getFeedAvatar()).toBeNull();
			await server.jobs.whenIdle();
			expect((await fetch(server.address + second.user_image)).status).toBe(404);
		});

		test("rejects visitors, another's upload, a video and a used upload", async () => {
			const set = (body: { secure_url: string }) => seller.client.setAvatar({ body });
			await expect(createApiClient(server).setAvatar({ body: await upload() })).rejects.toMatchObject(unauthenticated);
			await expect(createApiClient(server).removeAvatar()).rejects.toMatchObject(unauthenticated);
			await expect(set(await upload(other))).rejects.toMatchObject({ status: 403 });
			const { secure_url } = await seedUpload(server, seller, 'video');
			await expect(set({ secure_url })).rejects.toMatchObject({ status: 422 });
			await expect(set({ secure_url: 'https://elsewhere.example/a.png' })).rejects.toMatchObject({ status: 422 });
			const ownUpload = await upload();
			await set(ownUpload);
			await expect(set(ownUpload)).rejects.toMatchObject({ status: 422 });
			expect((await seller.client.getMe()).user_image).not.toBeNull();
		});
	});
});

describeOnBothEngines('concurrent avatars', (engine) => {
	useServer(engine);

	test('keep only one file', async () => {
		const uploads = [await upload(), await upload(), await upload()];
		const results = await Promise.all(uploads.map((body) => seller.client.setAvatar({ body })));
		const { user_image } = await seller.client.getMe();
		await server.jobs.whenIdle();
		for (const result of results) {
			const { status } = await fetch(server.address + result.user_image);
			expect(status).toBe(result.user_image === user_image ? 200 : 404);
		}
	});
});
