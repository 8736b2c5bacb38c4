import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as accountLimits from '../../contract/accounts/limits.ts';
import { importLimits } from '../../contract/imports/import-limits.ts';
import * as adminApiText from '../../text/server/admin-api.ts';
import * as importsApiText from '../../text/server/imports-api.ts';
import * as notificationTexts from '../../text/server/notification-texts.ts';
import type { AdTables } from '../ads/tables.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import {
	exampleAdForm,
	type PictureAdForm,
	postPictureAd,
	signUp,
	signUpAdministrator,
	type TestPerson,
	uploadPicture,
} from '../testing/people.ts';
import { seedUpload } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { importPersonalData } from './personal-data.ts';

let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;

const start = (ads: number, person = seller) => person.client.startImport({ body: { ads } });

/** Signs up a seller whose account is no longer new. */
async function signUpSeller(): Promise<TestPerson> {
	const person = await signUp(server);
	await server.db
		.tables<{ accounts: { id: number; created_at: number } }>()
		.updateTable('accounts')
		.set({ created_at: clock.now() - accountLimits.newAccountPeriod })
		.where('id', '=', person.session.id)
		.execute();
	return person;
}

async function add(id: number, form: Partial<PictureAdForm> = {}, key?: string): Promise<number> {
	const { secure_url } = await seedUpload(server, seller, 'image');
	const body = { ...exampleAdForm, ...form, pictures: [{ secure_url }] };
	const input = { params: { id: String(id) }, body };
	return (await seller.client.importAd(input, key === undefined ? {} : { idempotencyKey: key })).id;
}

async function importAds(...titles: string[]): Promise<{ id: number; ads: number[] }> {
	const { id } = await start(titles.length);
	const ads = [];
	for (const title of titles) ads.push(await add(id, { title }));
	await seller.client.finishImport({ params: { id: String(id) } });
	return { id, ads };
}

const undo = (id: number, person = seller) => person.client.undoImport({ params: { id: String(id) } });
const list = async () => (await seller.client.listImports({ query: {} })).items;
const listOwnTitles = async () => (await seller.client.listMyAds({ query: {} })).items.map(({ title }) => title);

async function listInbox(person: TestPerson): Promise<{ text: string; path: string }[]> {
	await server.jobs.whenIdle();
	const { items } = await person.client.listNotices({ query: {} });
	return items.map(({ text, path }) => ({ text, path }));
}

describeOnBothEngines('imports', (engine) => {
	beforeAll(async () => {
		clock = createFakeClock();
		const none = { ads: 0, posts: 9, comments: 9, contacts: 9, reviews: 9, reports: 9 };
		// The posting quota allows no ads, because ads of an import do not count against it.
		const postingQuota = { unverified: none, verified: none, older: none };
		server = await startTestServer({ engine, clock, postingQuota });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		seller = await signUpSeller();
	});

	test('posts the announced ads outside the posting quota, and no more', async () => {
		const { id } = await start(2);
		const ads = [await add(id, { title: 'First' }), await add(id, { title: 'Second' })];
		await expect(add(id)).rejects.toMatchObject({ status: 422, problem: { message: importsApiText.importFull(2) } });
		expect(await list()).toMatchObject([{ id, state: 'open', ads: 2, posted: 2, remaining: 2 }]);
		expect(await listOwnTitles()).toEqual(['Second', 'First']);
		await seller.client.getAd({ params: { id: String(ads[0]) } });
		await expect(postPictureAd(seller)).rejects.toMatchObject({ status: 429 });
	});

	test('posts a row once, whose response was lost', async () => {
		const { id } = await start(2);
		const { secure_url } = await uploadPicture(seller);
		const input = { params: { id: String(id) }, body: { ...exampleAdForm, pictures: [{ secure_url }] } };
		const first = await seller.client.importAd(input, { idempotencyKey: 'row-1' });
		expect(await seller.client.importAd(input, { idempotencyKey: 'row-1' })).toEqual(first);
		expect(await list()).toMatchObject([{ posted: 1 }]);
	});

	test('counts no rejected row', async () => {
		const { id } = await start(1);
		await expect(add(id, { category: 'Real Estate', condition: 'new' })).rejects.toMatchObject({ status: 422 });
		expect(await list()).toMatchObject([{ posted: 0 }]);
		await add(id);
	});

	test("rejects ads for another seller's import and for one that has ended", async () => {
		const { id } = await importAds('First');
		await expect(add(id)).rejects.toMatchObject({ status: 422, problem: { message: importsApiText.importEnded } });
		const open = await start(1);
		seller = await signUpSeller();
		await expect(add(open.id)).rejects.toMatchObject({ status: 404 });
	});

	test('applies its own quota', async () => {
		await start(1);
		const { id } = await start(1);
		await expect(start(1)).rejects.toMatchObject({
			status: 429,
			problem: { message: importsApiText.importsPerDay(importLimits.importsPerDay) },
		});
		// An import that ends without ads does not count.
		await seller.client.finishImport({ params: { id: String(id) } });
		expect(await list()).toHaveLength(1);
		await start(1);
		const { unverified, verified } = importLimits.adsPerWeek;
		await expect(start(unverified + 1, await signUp(server))).rejects.toMatchObject({
			status: 429,
			problem: { message: importsApiText.newAccountUnconfirmed(unverified, verified) },
		});
	});

	test('lowers the trending score with each ad, so that an import does not fill the feed', async () => {
		const { ads } = await importAds('First', 'Second', 'Third');
		const rows = await server.db
			.tables<AdTables>()
			.selectFrom('ads')
			.select('score')
			.where('id', 'in', ads)
			.orderBy('id')
			.execute();
		const [first = 0, ...others] = rows.map(({ score }) => Number(score));
		expect(others.map((score) => first - score)).toEqual([importLimits.scoreSpacing, 2 * importLimits.scoreSpacing]);
	});

	test('notifies followers once, when the import ends', async () => {
		const follower = await signUp(server);
		const { user_name } = seller.session;
		await follower.client.follow({ params: { user_name } });
		const { id } = await start(3);
		for (const title of ['First', 'Second', 'Third']) await add(id, { title });
		expect(await listInbox(follower)).toEqual([]);
		const params = { id: String(id) };
		await seller.client.finishImport({ params });
		await seller.client.finishImport({ params });
		const path = `/profile/user/${user_name}`;
		expect(await listInbox(follower)).toEqual([{ text: notificationTexts.newAds(user_name, 3), path }]);
		const { unread } = await follower.client.listNotices({ query: {} });
		expect(unread).toBe(1);
		await undo(id);
		expect(await listInbox(follower)).toEqual([]);
	});

	test('names the ad of an import with one ad', async () => {
		const follower = await signUp(server);
		await follower.client.follow({ params: { user_name: seller.session.user_name } });
		const { ads } = await importAds('Red cloth');
		const text = notificationTexts.newAd(seller.session.user_name, '“Red cloth”');
		expect(await listInbox(follower)).toEqual([{ text, path: `/a/${ads[0]}` }]);
	});

	test('ends an import after a day without ads', async () => {
		const { id } = await start(5);
		clock.advance(importLimits.silence - 1000);
		await add(id);
		clock.advance(importLimits.silence);
		await server.imports.finishSilent(AbortSignal.timeout(60_000));
		expect(await list()).toMatchObject([{ state: 'open' }]);
		clock.advance(1);
		await server.imports.finishSilent(AbortSignal.timeout(60_000));
		expect(await list()).toMatchObject([{ state: 'finished', posted: 1 }]);
	});

	test('undoes an import: deletes its remaining ads and only these', async () => {
		const other = await importAds('Stays');
		const { id, ads } = await importAds(...Array.from({ length: 21 }, (_, index) => `Ad ${index}`));
		await seller.client.deleteAd({ params: { id: String(ads[0]) } });
		expect(await list()).toMatchObject([
			{ id, state: 'finished', posted: 21, remaining: 20 },
			{ id: other.id, remaining: 1 },
		]);
		await undo(id);
		await undo(id);
		await server.jobs.whenIdle();
		expect((await list())[0]).toMatchObject({ id, state: 'undone', posted: 21, remaining: 0, undo_until: null });
		expect(await listOwnTitles()).toEqual(['Stays']);
		await expect(seller.client.getAd({ params: { id: String(ads[1]) } })).rejects.toMatchObject({ status: 404 });
	});

	test('ends an open import when it is undone', async () => {
		const { id } = await start(3);
		await add(id);
		await undo(id);
		await expect(add(id)).rejects.toMatchObject({ status: 422 });
		await server.jobs.whenIdle();
		expect(await list()).toMatchObject([{ state: 'undone' }]);
	});

	test('undoes no import of another seller, and none after a week', async () => {
		const { id } = await importAds('First');
		await expect(undo(id, await signUp(server))).rejects.toMatchObject({ status: 404 });
		clock.advance(importLimits.undoWindow);
		const [{ undo_until } = { undo_until: null }] = await list();
		expect(undo_until).toBe(new Date(clock.now()).toISOString());
		clock.advance(1);
		await expect(undo(id)).rejects.toMatchObject({
			status: 409,
			problem: { message: importsApiText.tooLateToUndo(7) },
		});
	});

	test('opens one case for an import, which names its other ads', async () => {
		const admin = await signUpAdministrator(server);
		const { id } = await start(3);
		const description = 'Payment before delivery!';
		const first = await add(id, { title: 'First', description });
		const second = await add(id, { title: 'Second', description });
		await add(id, { title: 'Third' });
		await server.jobs.whenIdle();
		const { items } = await admin.client.listReports({ query: { kind: 'ad', reason: 'payment_first', limit: 50 } });
		const cases = items.filter(({ owner }) => owner.id === seller.session.id);
		expect(cases).toMatchObject([{ target: { id: first } }]);
		expect(cases[0]?.flags.map(({ note, path }) => ({ note, path }))).toEqual([
			{ note: adminApiText.sameImport('Second', 'payment before delivery'), path: expect.any(String) },
			{ note: 'payment before delivery', path: null },
		]);
		expect(cases[0]?.flags[0]?.path).toContain(`/feed/${second}/`);
	});

	test('is part of the data export, and ends with the account', async () => {
		const { id } = await importAds('First');
		const exportRows = () => importPersonalData.export(server.db, seller.session.id);
		expect(await exportRows()).toMatchObject([{ id, ads: 1, posted: 1 }]);
		await seller.client.deleteMe({ body: { password: seller.password } });
		clock.advance(accountLimits.accountDeletionGrace + 1);
		await server.accounts.eraseDue();
		expect(await exportRows()).toEqual([]);
	});
});
