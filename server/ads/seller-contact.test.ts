import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, postPictureAd, signUp, type TestPerson } from '../testing/people.ts';
import { seedUpload } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';

let server: TestServer;
let seller: TestPerson;

const whatsapp = '2348031234567';
const callNumber = '2348091234567';
const contact = { place: 'Yaba', whatsapp: `+${whatsapp}`, call_number: `+${callNumber}` };

const post = (form: Parameters<typeof postPictureAd>[1]) => postPictureAd(seller, form);

const getNumbers = async (id: number) => {
	const ad = await seller.client.getMyAd({ params: { id: String(id) } });
	return [ad.whatsapp, ad.call_number];
};

const getProfile = () => createApiClient(server).getUser({ params: { user_name: seller.session.user_name } });

describeOnBothEngines("the contact of a seller's account", (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		seller = await signUp(server);
	});

	test('takes over place and numbers of the first ad, and publishes the numbers', async () => {
		await post({ ...contact, remember_contact: true });
		expect(await seller.client.getMe()).toMatchObject({
			place: 'Yaba',
			phone: whatsapp,
			call_number: callNumber,
			phone_public: true,
		});
		expect(await getProfile()).toMatchObject({ place: 'Yaba', has_whatsapp: true, has_call_number: true });
		await post({ place: 'Ikeja', whatsapp: '08051234567', remember_contact: true });
		expect(await seller.client.getMe()).toMatchObject({ place: 'Yaba', phone: whatsapp });
	});

	test('takes over the location of the first ad that has one, and shows it only to its owner', async () => {
		await post({ remember_contact: true });
		expect(await seller.client.getMe()).toMatchObject({ location: null });
		await post({ location: { state: 'Lagos', lga: 'Ikeja' }, remember_contact: true });
		await post({ location: { state: 'Kano' }, remember_contact: true });
		expect(await seller.client.getMe()).toMatchObject({ location: { state: 'Lagos', lga: 'Ikeja' } });
		expect(JSON.stringify(await getProfile())).not.toContain('Ikeja');
		await seller.client.updateMe({ body: { location: { state: 'Kano' } } });
		expect(await seller.client.getMe()).toMatchObject({ location: { state: 'Kano', lga: null } });
		await seller.client.updateMe({ body: { bio: 'Foodstuff.' } });
		expect(await seller.client.getMe()).toMatchObject({ location: { state: 'Kano', lga: null } });
		await seller.client.updateMe({ body: { location: null } });
		expect(await seller.client.getMe()).toMatchObject({ location: null });
	});

	test.each([
		{ state: 'Accra' },
		{ state: 'Lagos', lga: 'Kano Municipal' },
		{ lga: 'Ikeja' },
		{ state: 'Lagos', more: 1 },
	])('rejects the location %o', async (location) => {
		await expect(seller.client.updateMe({ body: { location: location as never } })).rejects.toMatchObject({
			status: 422,
		});
	});

	test('takes over the contact of a video ad', async () => {
		const { secure_url } = await seedUpload(server, seller, 'video');
		const { id, user_name } = seller.session;
		const ad = { titlevideourl: secure_url, categories: 'Motorcycles', description: 'It turns.' } as const;
		await seller.client.createVideoAd({
			body: { ...ad, user_id: id, user_name, ...contact, remember_contact: true },
		});
		expect(await seller.client.getMe()).toMatchObject({ phone: whatsapp, call_number: callNumber, phone_public: true });
	});

	test('stays empty if the ad does not ask for it', async () => {
		await post(contact);
		expect(await seller.client.getMe()).toMatchObject({
			place: null,
			phone: null,
			call_number: null,
			phone_public: false,
		});
	});

	test('stays hidden when an ad with a number is posted', async () => {
		await seller.client.updateMe({ body: { phone: whatsapp } });
		await post({ ...contact, remember_contact: true });
		expect(await seller.client.getMe()).toMatchObject({ phone: whatsapp, call_number: null, phone_public: false });
		expect(await getProfile()).toMatchObject({ has_whatsapp: false, has_call_number: false });
	});

	test('changes and removes its numbers on the ads that show them', async () => {
		const [own, other] = [await post({ ...contact, remember_contact: true }), await post({ whatsapp: '08051234567' })];
		expect(await getNumbers(own.id)).toEqual([whatsapp, callNumber]);
		await seller.client.updateMe({ body: { phone: '08021234567', call_number: null } });
		expect(await getNumbers(own.id)).toEqual(['2348021234567', null]);
		expect(await getNumbers(other.id)).toEqual(['2348051234567', null]);
		await seller.client.updateMe({ body: { phone_public: false } });
		expect(await getNumbers(own.id)).toEqual(['2348021234567', null]);
	});

	test('does not publish a new number while it is hidden, and removes one that the seller removes', async () => {
		const { id } = await post({ ...contact, remember_contact: true });
		await seller.client.updateMe({ body: { phone: '08021234567', call_number: null, phone_public: false } });
		expect(await getNumbers(id)).toEqual([whatsapp, null]);
	});

	test("changes no other seller's ads", async () => {
		const { id } = await post(contact);
		const other = await signUp(server);
		await other.client.updateMe({ body: { phone: whatsapp } });
		await other.client.updateMe({ body: { phone: null } });
		expect(await getNumbers(id)).toEqual([whatsapp, callNumber]);
	});
});
