import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as savedSearchLimits from '../../contract/saved-searches/limits.ts';
import * as mailsSavedSearchesText from '../../text/server/mails-saved-searches.ts';
import * as notificationTexts from '../../text/server/notification-texts.ts';
import * as savedSearchesText from '../../text/shared/saved-searches.ts';
import type { AccountTables } from '../accounts/tables.ts';
import { adCreatedOrEdited, adVideoProcessingEnded } from '../ads/index.ts';
import type { AdTables } from '../ads/tables.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import { openMailbox } from '../testing/mailbox.ts';
import { signUp, type TestPerson } from '../testing/people.ts';
import { searchCases } from '../testing/search-cases.ts';
import { type AdSeed, seedAd } from '../testing/seed-ads.ts';
import { type LoopbackSmtpServer, startSmtpServer } from '../testing/smtp-server.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { getLastDailyTime } from './daily-time.ts';
import { savedSearchPersonalData } from './personal-data.ts';
import type { SavedSearchTables } from './tables.ts';

let server: TestServer;
let clock: FakeClock;
let smtp: LoopbackSmtpServer;
let mailbox: ReturnType<typeof openMailbox>;
let seller: TestPerson;
let buyer: TestPerson;

const morning = Date.parse('2026-03-10T06:30:00Z');
const hour = 3_600_000;

type Body = Parameters<TestPerson['client']['createSavedSearch']>[0]['body'];
const save = (body: Body, person = buyer) => person.client.createSavedSearch({ body });
const params = ({ id }: { id: number }) => ({ params: { id: String(id) } });

/** Posts an ad and waits for the jobs. */
async function publish(ad: AdSeed = {}, person = seller): Promise<number> {
	const id = await seedAd(server, person, { title: 'Clean iPhone 12', ...ad });
	await emitPosted(id, person);
	return id;
}

async function emitPosted(adId: number, person = seller): Promise<void> {
	const about = { adId, ownerId: person.session.id, title: '', text: '' };
	await server.db.transaction((tx) =>
		server.events.emit(tx, adCreatedOrEdited, { ...about, isNew: true, importId: null }),
	);
	await server.jobs.whenIdle();
}

const changeAd = (id: number, change: Partial<Pick<AdTables['ads'], 'hidden_at' | 'media_state'>>) =>
	server.db.tables<AdTables>().updateTable('ads').set(change).where('id', '=', id).execute();

async function inbox(person = buyer): Promise<string[]> {
	await server.jobs.whenIdle();
	const { items } = await person.client.listNotices({ query: {} });
	return items.filter(({ kind }) => kind === 'saved_search').map(({ text }) => text);
}

async function readAll(person = buyer): Promise<void> {
	const { up_to } = await person.client.listNotices({ query: {} });
	await person.client.readNotices({ body: { up_to: up_to ?? 1 } });
}

const newAds = async (search: { id: number }, person = buyer) =>
	(await person.client.getSavedSearch(params(search))).ads.map(({ id }) => id);

async function sendDailyAlerts(): Promise<void> {
	await server.savedSearches.queueDailyAlerts(new AbortController().signal);
	await server.jobs.whenIdle();
}

const verifyEmail = ({ session }: TestPerson) =>
	server.db
		.tables<AccountTables>()
		.updateTable('accounts')
		.set({ email_verified_at: 1 })
		.where('id', '=', session.id)
		.execute();

const mails = async (person = buyer) =>
	(await mailbox.all(server)).filter(
		({ envelope, subject }) => envelope.to.includes(person.session.email) && subject.startsWith('We found'),
	);

describeOnBothEngines('saved searches', (engine) => {
	beforeAll(async () => {
		clock = createFakeClock(morning);
		smtp = await startSmtpServer();
		mailbox = openMailbox(smtp);
		server = await startTestServer({
			engine,
			clock,
			env: { SMTP_URL: smtp.url, PUBLIC_URL: 'https://market.example' },
		});
	});
	afterAll(async () => {
		await server.close();
		await smtp.close();
	});
	beforeEach(async () => {
		[seller, buyer] = [await signUp(server), await signUp(server)];
	});
	afterEach(async () => void (await server.db.tables<SavedSearchTables>().deleteFrom('saved_searches').execute()));

	test('are listed newest first, with names made of words and filters', async () => {
		const words = await save({ q: ' iPhone 12 ' });
		const filters = await save({ category: 'Motorcycles', state: 'Lagos', lga: 'Ikeja', max_price: 30_000_000 });
		expect(words).toMatchObject({ name: '“iPhone 12”', search: { q: 'iPhone 12' }, alerts: 'at_once', new_ads: 0 });
		expect(filters.name).toBe('Motorcycles, Ikeja, Lagos, Up to NGN 300,000');
		const { items } = await buyer.client.listSavedSearches();
		expect(items.map(({ id }) => id)).toEqual([filters.id, words.id]);
		expect(items).toEqual([filters, words]);
	});

	test('are stored once: saving the same search again changes the alerts, if given', async () => {
		const first = await save({ q: 'iPhone', state: 'Kano', min_price: 100 });
		const again = await save({ q: 'IPHONE ', min_price: 100, state: 'Kano', alerts: 'daily' });
		expect(again).toEqual({ ...first, alerts: 'daily' });
		expect(await save({ q: 'iphone', state: 'Kano', min_price: 100 })).toEqual(again);
		expect((await buyer.client.listSavedSearches()).items).toHaveLength(1);
	});

	test('match new ads in all spellings of their words', async () => {
		const titles = [
			'Wi-Fi',
			'wifi',
			'iPhone12',
			'iPhone 12',
			'Şık kılıf đa',
			'Ｓａｍｓｕｎｇ',
			'T-shirt',
			'Hand made bag',
		];
		const cases = searchCases.filter(({ title }) => titles.includes(title));
		const saved = new Map<string, { id: number }>();
		for (const { search } of cases) if (!saved.has(search)) saved.set(search, await save({ q: search }));
		for (const title of titles) {
			const ad = await publish({ title });
			for (const one of cases.filter((same) => same.title === title)) {
				const found = await newAds(saved.get(one.search) ?? { id: 0 });
				expect(found.includes(ad), `${one.search} ${title}`).toBe(one.isFound);
			}
		}
	});

	test.each([
		['nothing to search', {}],
		['only punctuation', { q: ' ?! ' }],
		['only punctuation as the place', { place: '?!' }],
		['an area without its state', { q: 'x', lga: 'Ikeja' }],
		['an area of another state', { q: 'x', state: 'Kano', lga: 'Ikeja' }],
		['an unknown category', { category: 'toString' }],
		['an unknown mode', { q: 'x', alerts: 'hourly' }],
		['an unknown field', { q: 'x', sort: 'newest' }],
	])('with %s are rejected', async (_, body) => {
		await expect(save(body as Body)).rejects.toMatchObject({ status: 422 });
	});

	test('are limited per account', async () => {
		for (let count = 0; count < savedSearchLimits.savedSearches; count += 1) await save({ q: `lamp ${count}` });
		await expect(save({ q: 'one more' })).rejects.toMatchObject({
			status: 409,
			message: savedSearchesText.limitReached(savedSearchLimits.savedSearches),
		});
		await expect(save({ q: 'lamp 1', alerts: 'off' })).resolves.toMatchObject({ alerts: 'off' });
	});

	test('are limited per account, also when they are saved at the same time', async () => {
		for (let count = 1; count < savedSearchLimits.savedSearches; count += 1) await save({ q: `lamp ${count}` });
		const results = await Promise.allSettled(['iron', 'kettle', 'fan'].map((q) => save({ q })));
		expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
	});

	test('of another account are not found', async () => {
		const search = await save({ q: 'iphone' });
		const { client } = await signUp(server);
		const notFound = { status: 404, message: savedSearchesText.notFound };
		await expect(client.getSavedSearch(params(search))).rejects.toMatchObject(notFound);
		await expect(client.listSavedSearchAds({ ...params(search), query: {} })).rejects.toMatchObject(notFound);
		await expect(client.updateSavedSearch({ ...params(search), body: { alerts: 'off' } })).rejects.toMatchObject(
			notFound,
		);
		await expect(client.markSavedSearchSeen({ ...params(search), body: { up_to: 1 } })).rejects.toMatchObject(notFound);
		await expect(client.deleteSavedSearch(params(search))).rejects.toMatchObject(notFound);
		await buyer.client.deleteSavedSearch(params(search));
		expect((await buyer.client.listSavedSearches()).items).toEqual([]);
	});

	describe('matching', () => {
		const phone = {
			category: 'Entertainment',
			condition: 'new',
			negotiable: true,
			delivery: ['pickup', 'nationwide'],
			location: { state: 'Lagos', lga: 'Ikeja' },
			place: 'Computer Village',
			price_kobo: 25_000_000,
			description: 'Battery health 90 %',
		} as const satisfies AdSeed;
		test.each<[string, Body, boolean]>([
			['the same words', { q: 'iphone 12' }, true],
			['words of the description', { q: 'battery iphone' }, true],
			['the beginning of a word', { q: 'iph' }, true],
			['another word', { q: 'iphone 13' }, false],
			['a misspelled word, because spelling is not corrected', { q: 'ihpone' }, false],
			['the category', { category: 'Entertainment' }, true],
			['another category', { category: 'Motorcycles' }, false],
			['the condition', { q: 'iphone', condition: 'new' }, true],
			['another condition', { q: 'iphone', condition: 'refurbished' }, false],
			['a negotiable price', { negotiable: 'true' }, true],
			['one of its deliveries', { delivery: 'nationwide' }, true],
			['a delivery it does not have', { delivery: 'within_state' }, false],
			['the state', { state: 'Lagos' }, true],
			['the area', { state: 'Lagos', lga: 'Ikeja' }, true],
			['another area of the state', { state: 'Lagos', lga: 'Epe' }, false],
			['the spot', { place: 'computer vil' }, true],
			['another spot', { place: 'Alaba' }, false],
			['photos', { q: 'iphone', format: 'image' }, true],
			['a video', { q: 'iphone', format: 'video' }, false],
			['its exact price as the highest', { max_price: 25_000_000 }, true],
			['a kobo less', { max_price: 24_999_999 }, false],
			['its exact price as the lowest', { min_price: 25_000_000 }, true],
			['a kobo more', { min_price: 25_000_001 }, false],
			['all at once', { q: 'iphone', category: 'Entertainment', state: 'Lagos', max_price: 30_000_000 }, true],
		])('compares %s as the search does', async (_, body, isMatch) => {
			const search = await save(body);
			const id = await publish(phone);
			expect(await newAds(search)).toEqual(isMatch ? [id] : []);
			const { items } = await buyer.client.listSavedSearchAds({ ...params(search), query: {} });
			expect(items.some((ad) => ad.id === id)).toBe(isMatch);
		});

		test('leaves out ads without a price if the search has one', async () => {
			const search = await save({ q: 'iphone', max_price: 900 });
			await publish({});
			expect(await newAds(search)).toEqual([]);
		});

		test("leaves out the owner's own ads, and ads of sellers whose posts the owner hides", async () => {
			const search = await save({ q: 'iphone' });
			await publish({}, buyer);
			await buyer.client.showLess({ body: { of: { what: 'seller', user_name: seller.session.user_name } } });
			await publish();
			expect(await newAds(search)).toEqual([]);
			expect(await inbox()).toEqual([]);
		});

		test('waits for the video of a video ad', async () => {
			const search = await save({ q: 'iphone' });
			const id = await seedAd(server, seller, { title: 'iPhone', format: 'video' });
			await changeAd(id, { media_state: 'processing' });
			await emitPosted(id);
			expect(await newAds(search)).toEqual([]);
			await changeAd(id, { media_state: 'ready' });
			const ended = { adId: id, ownerId: seller.session.id, state: 'ready' } as const;
			await server.db.transaction((tx) => server.events.emit(tx, adVideoProcessingEnded, ended));
			expect(await inbox()).toEqual([notificationTexts.savedSearch(1, '“iphone”')]);
			expect(await newAds(search)).toEqual([id]);
		});

		test('happens once: not when an ad is edited or renewed', async () => {
			const search = await save({ q: 'iphone' });
			const id = await publish({ title: 'Phone', at: clock.now() - 8 * 24 * hour });
			await seller.client.updateAd({ params: { id: String(id) }, body: { title: 'iPhone' } });
			await seller.client.renewAd({ params: { id: String(id) } });
			await server.jobs.whenIdle();
			expect(await newAds(search)).toEqual([]);
		});

		test('keeps the newest ads of a search that nobody looks at', async () => {
			const search = await save({ q: 'iphone', alerts: 'off' });
			const ids: number[] = [];
			for (let count = 0; count < 2 * savedSearchLimits.savedSearchMatches; count += 1) {
				ids.unshift(await seedAd(server, seller, { title: 'iPhone' }));
				await server.savedSearches.matchAd(ids[0] ?? 0, new AbortController().signal);
			}
			expect(await newAds(search)).toEqual(ids.slice(0, savedSearchLimits.savedSearchMatches));
			const matches = await server.db
				.tables<SavedSearchTables>()
				.selectFrom('saved_search_matches')
				.selectAll()
				.execute();
			expect(matches.filter(({ search_id }) => search_id === search.id)).toHaveLength(
				savedSearchLimits.savedSearchMatches,
			);
		});
	});

	test('show new ads until their owner has seen them', async () => {
		const search = await save({ q: 'iphone' });
		const [first, second] = [await publish(), await publish()];
		const shown = await buyer.client.getSavedSearch(params(search));
		expect(shown).toMatchObject({ new_ads: 2, up_to: second, seen_at: null });
		expect(shown.ads.map(({ id }) => id)).toEqual([second, first]);
		expect((await buyer.client.listSavedSearches()).items).toMatchObject([{ new_ads: 2 }]);
		const third = await publish();
		await buyer.client.markSavedSearchSeen({ ...params(search), body: { up_to: second } });
		expect(await newAds(search)).toEqual([third]);
		expect((await buyer.client.listSavedSearches()).items).toMatchObject([
			{ new_ads: 1, seen_at: new Date(clock.now()).toISOString() },
		]);
		await seller.client.markAdSold({ params: { id: String(third) }, body: { sold: true } });
		expect(await newAds(search)).toEqual([]);
	});

	describe('alerts at once', () => {
		test('share one notification per search, which counts up until it is read', async () => {
			const search = await save({ q: 'iphone' });
			await save({ category: 'Motorcycles', condition: 'new' });
			for (let count = 0; count < 3; count += 1) await publish({ condition: 'new' });
			expect(await inbox()).toEqual([
				notificationTexts.savedSearch(3, 'Motorcycles, New'),
				notificationTexts.savedSearch(3, '“iphone”'),
			]);
			const { items } = await buyer.client.listNotices({ query: {} });
			expect(items.map(({ path }) => path)).toContain(`/dashboard/saved-searches/${search.id}`);
			await readAll();
			await publish();
			expect(await inbox()).toEqual([
				notificationTexts.savedSearch(1, '“iphone”'),
				notificationTexts.savedSearch(3, 'Motorcycles, New'),
				notificationTexts.savedSearch(3, '“iphone”'),
			]);
			expect(await mails()).toEqual([]);
		});

		test('leave out ads that are hidden or sold since', async () => {
			await save({ q: 'iphone' });
			const [first, second] = [await publish(), await publish()];
			await changeAd(second, { hidden_at: 1 });
			expect(await inbox()).toEqual([notificationTexts.savedSearch(1, '“iphone”')]);
			await seller.client.markAdSold({ params: { id: String(first) }, body: { sold: true } });
			expect(await inbox()).toEqual([]);
		});

		test('go out once per ad, however often its job runs', async () => {
			await save({ q: 'iphone' });
			const id = await publish();
			await emitPosted(id);
			expect(await inbox()).toEqual([notificationTexts.savedSearch(1, '“iphone”')]);
		});

		test('are off for a search without alerts, and begin with the next ad', async () => {
			const search = await save({ q: 'iphone', alerts: 'off' });
			await publish();
			await buyer.client.updateSavedSearch({ ...params(search), body: { alerts: 'at_once' } });
			expect(await inbox()).toEqual([]);
			await publish();
			expect(await inbox()).toEqual([notificationTexts.savedSearch(1, '“iphone”')]);
			expect(await newAds(search)).toHaveLength(2);
		});

		test('obey the switch of the notification settings', async () => {
			await save({ q: 'iphone' });
			const { kinds } = await buyer.client.updateNotificationSettings({
				body: { kinds: { saved_search: { inbox: false } } },
			});
			expect(kinds.saved_search).toEqual({ inbox: false, push: true, mail: true });
			expect(kinds.comment).toEqual({ inbox: true, push: true });
			await publish();
			expect(await inbox()).toEqual([]);
			await expect(
				buyer.client.updateNotificationSettings({ body: { kinds: { comment: { mail: false } } } }),
			).rejects.toMatchObject({ status: 422 });
		});
	});

	describe('daily alerts', () => {
		beforeEach(async () => {
			clock.advance(getLastDailyTime(clock.now()) + 27 * hour - clock.now());
			await verifyEmail(buyer);
			await mails();
		});

		test('tell about all searches in one notification and one mail after 8 in the morning', async () => {
			await save({ q: 'iphone', alerts: 'daily' });
			await save({ state: 'Kano', alerts: 'daily' });
			await publish();
			await publish({ location: { state: 'Kano', lga: null } });
			await sendDailyAlerts();
			expect(await inbox()).toEqual([]);
			clock.advance(21 * hour);
			await publish();
			await sendDailyAlerts();
			await sendDailyAlerts();
			expect(await inbox()).toEqual([notificationTexts.savedSearches(2)]);
			expect((await buyer.client.listNotices({ query: {} })).items).toMatchObject([
				{ path: '/dashboard/saved-searches' },
			]);
			const [mail, ...more] = await mails();
			expect(more).toEqual([]);
			expect(mail?.subject).toBe(mailsSavedSearchesText.subject(2));
			expect(mail?.text).toContain('“iphone”');
			expect(mail?.text).toContain('Kano');
		});

		test('leave out what the owner has seen, and what is gone', async () => {
			const [phones, lamps] = [
				await save({ q: 'iphone', alerts: 'daily' }),
				await save({ q: 'lamp', alerts: 'daily' }),
			];
			const seen = await publish();
			await buyer.client.markSavedSearchSeen({ ...params(phones), body: { up_to: seen } });
			const hidden = await publish({ title: 'A lamp' });
			const kept = await publish({ title: 'A lamp' });
			await changeAd(hidden, { hidden_at: 1 });
			clock.advance(24 * hour);
			await sendDailyAlerts();
			expect(await inbox()).toEqual([notificationTexts.savedSearch(1, '“lamp”')]);
			expect((await buyer.client.listNotices({ query: {} })).items).toMatchObject([
				{ path: `/dashboard/saved-searches/${lamps.id}` },
			]);
			expect(await newAds(lamps)).toEqual([kept]);
		});

		test('are mailed only to a verified address, and not if mails are off', async () => {
			const visitor = await signUp(server);
			await save({ q: 'iphone', alerts: 'daily' });
			await save({ q: 'iphone', alerts: 'daily' }, visitor);
			await buyer.client.updateNotificationSettings({ body: { kinds: { saved_search: { mail: false } } } });
			await publish();
			clock.advance(24 * hour);
			await mailbox.all(server);
			await sendDailyAlerts();
			expect(await mailbox.all(server)).toEqual([]);
			expect(await inbox()).toHaveLength(1);
			expect(await inbox(visitor)).toHaveLength(1);
		});
	});

	test('are exported and erased with the account', async () => {
		const search = await save({ q: 'iphone', state: 'Lagos' });
		await publish({ location: { state: 'Lagos', lga: null } });
		const exported = await savedSearchPersonalData.export(server.db, buyer.session.id);
		expect(exported).toMatchObject([{ id: search.id, search: { q: 'iphone', state: 'Lagos' }, alerts: 'at_once' }]);
		await server.db.tables<AccountTables>().deleteFrom('accounts').where('id', '=', buyer.session.id).execute();
		const tables = server.db.tables<SavedSearchTables>();
		expect(await tables.selectFrom('saved_searches').where('id', '=', search.id).selectAll().execute()).toEqual([]);
		expect(
			await tables.selectFrom('saved_search_matches').where('search_id', '=', search.id).selectAll().execute(),
		).toEqual([]);
	});
});

test('daily alerts are due at 8 in the morning in Lagos', () => {
	const at = (time: string) => new Date(getLastDailyTime(Date.parse(time))).toISOString();
	expect(at('2026-03-10T06:59:59Z')).toBe('2026-03-09T07:00:00.000Z');
	expect(at('2026-03-10T07:00:00Z')).toBe('2026-03-10T07:00:00.000Z');
});
