import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { postPath, shortAdPath } from '../../contract/core/page-paths.ts';
import type { DecisionKind, ReportCase, ReportTarget } from '../../contract/moderation/moderation.ts';
import * as adminApiText from '../../text/server/admin-api.ts';
import * as moderationApiText from '../../text/server/moderation-api.ts';
import * as notificationTexts from '../../text/server/notification-texts.ts';
import type { Tx } from '../database/index.ts';
import { describeOnBothEngines } from '../testing/database.ts';
import {
	createApiClient,
	exampleAdForm,
	goodPassword,
	type PictureAdForm,
	signUp,
	signUpAdministrator,
	type TestPerson,
	uploadPicture,
} from '../testing/people.ts';
import { seedAd } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { removedItemPersonalData } from './personal-data.ts';
import { findHeldItems, insertHeldItem } from './removed-items-store.ts';
import type { ModerationTables, RemovedPart } from './tables.ts';

let server: TestServer;
let admin: TestPerson;
let seller: TestPerson;
let other: TestPerson;
let texts = 0;

/** Makes a picture of blurred patches. Each `number` gives a different picture. */
function makePatches(number: number): Promise<Buffer> {
	let state = number * 7919 + 1;
	const next = () => {
		state = (state * 48271) % 2147483647;
		return state / 2147483647;
	};
	const grid = Buffer.from(Array.from({ length: 12 * 9 * 3 }, () => Math.floor(next() * 256)));
	const picture = sharp(grid, { raw: { width: 12, height: 9, channels: 3 } });
	return picture.resize({ width: 480, height: 360, fit: 'fill' }).jpeg().toBuffer();
}

/** Writes a text of 30 words that resembles no other. */
function makeText(): string {
	texts += 1;
	let state = texts * 104729;
	return Array.from({ length: 30 }, () => {
		state = (state * 48271) % 2147483647;
		return state.toString(36).replace(/\d/g, '');
	}).join(' ');
}

async function post(person: TestPerson, picture: Buffer, form: Partial<PictureAdForm> = {}): Promise<number> {
	const { secure_url } = await uploadPicture(person, picture);
	const body = { ...exampleAdForm, description: makeText(), ...form, pictures: [{ secure_url }] };
	const { id } = await person.client.createAd({ body });
	await server.jobs.whenIdle();
	return id;
}

async function findCase(kind: ReportTarget, id: number): Promise<ReportCase | undefined> {
	const { items } = await admin.client.listReports({ query: { kind, limit: 50 } });
	return items.find(({ target }) => target.id === id);
}

/** Decides about the open case of an item, which the administrator reports if there is none. Returns the id of the decision. */
async function decide(kind: ReportTarget, id: number, decision: Exclude<DecisionKind, 'suspend'>): Promise<number> {
	if (!(await findCase(kind, id))) await admin.client.report({ body: { target: { kind, id }, reason: 'scam' } });
	const params = { id: String((await findCase(kind, id))?.id) };
	const made = await admin.client.decideReports({ params, body: { decision, reason: 'Not yours.' } });
	await server.jobs.whenIdle();
	return made.id;
}

const listNotices = async ({ client }: TestPerson) => {
	await server.jobs.whenIdle();
	return (await client.listNotices({ query: {} })).items.map(({ kind, text, path }) => ({ kind, text, path }));
};

const sameAsRemoved = (parts: RemovedPart[], decision: number | null) =>
	adminApiText.asInRemoved(adminApiText.sameParts(parts), decision);

const isPublic = (id: number) =>
	createApiClient(server)
		.getAd({ params: { id: String(id) } })
		.then(
			() => true,
			() => false,
		);

/** Erases an account as the hourly job does once its owner cannot restore it any more. */
async function erase({ session }: TestPerson): Promise<void> {
	await sql`update accounts set deletes_at = 1 where id = ${session.id}`.execute(server.db.kysely);
	await server.accounts.eraseDue();
}

/** Marks a decision as lifted without deleting what it remembered. */
const liftOnly = (tx: Tx, id: number) =>
	tx.tables<ModerationTables>().updateTable('decisions').set({ lifted_at: 1 }).where('id', '=', id).execute();

const logIn = ({ session }: TestPerson, device: string) =>
	createApiClient(server).logIn({
		body: { email: session.email, password: goodPassword, device_key: device.padEnd(40, '0') },
	});

describeOnBothEngines('removed items', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
		admin = await signUpAdministrator(server);
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		[seller, other] = [await signUp(server), await signUp(server)];
	});

	test("hold their owner's new ad with nearly the same text until a moderator publishes it, and then no more", async () => {
		const description = makeText();
		const first = await post(seller, await makePatches(1), { description });
		const decision = await decide('ad', first, 'hide');
		const again = description.replace(/^\S+/, 'Fine').toUpperCase();
		const held = await post(seller, await makePatches(2), { description: again });

		expect(await isPublic(held)).toBe(false);
		const feed = await createApiClient(server).listUserAds({
			params: { user_name: seller.session.user_name },
			query: {},
		});
		expect(feed.items).toEqual([]);
		const [own] = (await seller.client.listMyAds({ query: {} })).items;
		expect(own).toMatchObject({ id: held, state: 'hidden', failure: moderationApiText.heldForReview });
		expect((await seller.client.getAd({ params: { id: String(held) } })).hidden).toBe(moderationApiText.heldForReview);
		const path = shortAdPath(held);
		const [notice] = await listNotices(seller);
		expect(notice).toEqual({ kind: 'moderation', text: notificationTexts.held(1, `“${exampleAdForm.title}”`), path });
		expect((await fetch(server.address + new URL(own?.cover?.url ?? '', server.address).pathname)).status).not.toBe(
			200,
		);
		expect(await findCase('ad', held)).toMatchObject({
			held: true,
			flags: [
				{
					reason: 'removed_before',
					note: sameAsRemoved(['text'], decision),
					removed: {
						decision: { id: decision, target: { title: exampleAdForm.title }, reason: 'Not yours.' },
						owner: { user_name: seller.session.user_name },
					},
				},
			],
		});

		await decide('ad', held, 'dismiss');
		expect(await isPublic(held)).toBe(true);
		const [released] = await listNotices(seller);
		expect(released).toMatchObject({ text: notificationTexts.released(1, `“${exampleAdForm.title}”`), path });
		await seller.client.updateAd({ params: { id: String(held) }, body: { price_kobo: 5000 } });
		await server.jobs.whenIdle();
		expect(await isPublic(held)).toBe(true);
		expect(await findCase('ad', held)).toBeUndefined();
	});

	test('hold an ad that is edited into the text of one, and hide it for good if a moderator agrees', async () => {
		const description = makeText();
		await decide('ad', await post(seller, await makePatches(3), { description }), 'delete');
		const edited = await post(seller, await makePatches(4));
		expect(await isPublic(edited)).toBe(true);
		const ad = await seller.client.updateAd({ params: { id: String(edited) }, body: { description } });
		expect(ad.state).toBe('hidden');
		await decide('ad', edited, 'hide');
		expect(await isPublic(edited)).toBe(false);
		const [notice] = await listNotices(seller);
		expect(notice).toMatchObject({ text: notificationTexts.decisionTexts.decided });
		const [own] = (await seller.client.listMyAds({ query: {} })).items;
		expect(own).toMatchObject({ state: 'hidden', failure: 'Not yours.' });
	});

	test('leave what a moderator has hidden to its decision, whatever is decided about the likeness', async () => {
		const description = makeText();
		await decide('ad', await post(seller, await makePatches(22), { description }), 'delete');
		const hidden = await post(seller, await makePatches(23));
		const decision = await decide('ad', hidden, 'hide');
		await seller.client.updateAd({ params: { id: String(hidden) }, body: { description } });
		await server.jobs.whenIdle();
		const [own] = (await seller.client.listMyAds({ query: {} })).items;
		expect(own).toMatchObject({ id: hidden, state: 'hidden', failure: 'Not yours.' });
		expect(await findCase('ad', hidden)).toMatchObject({ held: false, flags: [{ reason: 'removed_before' }] });
		await decide('ad', hidden, 'dismiss');
		expect(await isPublic(hidden)).toBe(false);
		await admin.client.liftDecision({ params: { id: String(decision) }, body: { reason: 'A mistake.' } });
		expect(await isPublic(hidden)).toBe(true);
	});

	test('publish what is held and hidden by a decision only once it is neither', async () => {
		const id = await post(seller, await makePatches(24));
		const hold = () => server.db.transaction((tx) => insertHeldItem(tx, { kind: 'ad', target_id: id }));
		const first = await decide('ad', id, 'hide');
		await hold();
		await admin.client.liftDecision({ params: { id: String(first) }, body: { reason: 'A mistake.' } });
		expect(await isPublic(id)).toBe(false);
		await seller.client.updateAd({ params: { id: String(id) }, body: { description: 'Pay before delivery.' } });
		const second = await decide('ad', id, 'hide');
		await hold();
		await seller.client.updateAd({ params: { id: String(id) }, body: { description: 'No inspection.' } });
		await decide('ad', id, 'dismiss');
		expect(await isPublic(id)).toBe(false);
		await admin.client.liftDecision({ params: { id: String(second) }, body: { reason: 'A mistake.' } });
		expect(await isPublic(id)).toBe(true);
	});

	test('hold no ads and posts that are deleted', async () => {
		const description = makeText();
		await decide('ad', await post(seller, await makePatches(28), { description }), 'hide');
		const ad = await post(seller, await makePatches(29), { description });
		const { id: talk } = await seller.client.createPost({ body: { kind: 'talk', text: description } });
		const items = [
			{ kind: 'ad' as const, target_id: ad },
			{ kind: 'post' as const, target_id: talk },
		];
		expect(await findHeldItems(server.db, items)).toEqual(new Set([`ad ${ad}`, `post ${talk}`]));
		await seller.client.deleteAd({ params: { id: String(ad) } });
		expect(await findHeldItems(server.db, items)).toEqual(new Set([`post ${talk}`]));
		await erase(seller);
		expect(await findHeldItems(server.db, items)).toEqual(new Set());
	});

	test('are shown to their seller with the reason, as pages of ads and of videos', async () => {
		const ids = [await seedAd(server, seller), await seedAd(server, seller, { format: 'video' })];
		for (const id of ids) await decide('ad', id, 'hide');
		const [ad, video] = ids.map((id) => ({ params: { id: String(id) } }));
		expect(ad && (await seller.client.getAd(ad))).toMatchObject({ state: 'hidden', hidden: 'Not yours.' });
		expect(video && (await seller.client.getOwnVideoAd(video)).normalads.hidden).toBe('Not yours.');
	});

	test('hold the mirrored and cut picture of their owner, and of a stranger only with something more in common', async () => {
		const picture = await makePatches(5);
		const description = makeText();
		const decision = await decide('ad', await post(seller, picture, { description }), 'hide');
		const cut = sharp(picture).extract({ left: 24, top: 18, width: 456, height: 342 }).flop();
		const copy = await cut.jpeg({ quality: 60 }).toBuffer();
		expect(await isPublic(await post(seller, copy))).toBe(false);

		const shown = await post(other, copy);
		expect(await isPublic(shown)).toBe(true);
		const note = sameAsRemoved(['picture'], decision);
		const signal = expect.objectContaining({ reason: 'removed_before', note });
		expect((await findCase('ad', shown))?.flags).toContainEqual(signal);
		expect(await isPublic(await post(other, copy, { description }))).toBe(false);
	});

	test('of a suspended seller hold what another account with its number and browser or text posts', async () => {
		const whatsapp = '2348031234567';
		const description = makeText();
		await post(seller, await makePatches(6), { whatsapp, description });
		await logIn(seller, 'one_phone');
		const suspend = { params: { id: String(seller.session.id) }, body: { reason: 'Scam.', days: null } };
		const { id: decision } = await admin.client.suspendUser(suspend);
		await server.jobs.whenIdle();

		const first = await post(other, await makePatches(7), { whatsapp });
		expect(await isPublic(first)).toBe(true);
		expect(await findCase('account', other.session.id)).toMatchObject({
			flags: [{ note: sameAsRemoved(['number'], decision) }],
		});
		expect(await isPublic(await post(other, await makePatches(8), { whatsapp, description }))).toBe(false);
		await logIn(other, 'one_phone');
		expect(await isPublic(await post(other, await makePatches(9), { whatsapp }))).toBe(false);

		const stranger = await signUp(server);
		await admin.client.liftDecision({ params: { id: String(decision) }, body: { reason: 'A mistake.' } });
		expect(await isPublic(await post(stranger, await makePatches(10), { whatsapp, description }))).toBe(true);
		expect(await findCase('account', stranger.session.id)).toBeUndefined();
	});

	test('of a lifted decision are not compared', async () => {
		const description = makeText();
		const decision = await decide('ad', await post(seller, await makePatches(25), { description }), 'hide');
		await server.db.transaction((tx) => liftOnly(tx, decision));
		expect(await isPublic(await post(seller, await makePatches(26), { description }))).toBe(true);
	});

	// SQLite runs one transaction at a time.
	if (engine === 'postgres') {
		test('of a suspended seller are not remembered if the suspension is lifted at that time', async () => {
			await post(seller, await makePatches(27));
			const suspend = { params: { id: String(seller.session.id) }, body: { reason: 'Scam.', days: null } };
			const { id: decision } = await admin.client.suspendUser(suspend);
			await server.jobs.whenIdle();
			await sql`delete from removed_items where decision_id = ${decision}`.execute(server.db.kysely);
			const [lifted, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
			const lifting = server.db.transaction(async (tx) => {
				await liftOnly(tx, decision);
				lifted.resolve();
				await commit.promise;
			});
			await lifted.promise;
			let isRemembered = false;
			const remembering = server.moderation.rememberContent(decision).then(() => {
				isRemembered = true;
			});
			await vi.waitFor(async () => {
				const { rows } = await sql`select 1 from pg_stat_activity
					where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db.kysely);
				expect(isRemembered || rows.length > 0).toBe(true);
			});
			commit.resolve();
			await Promise.all([lifting, remembering]);
			const { rows } = await sql`select 1 from removed_items where decision_id = ${decision}`.execute(server.db.kysely);
			expect(rows).toEqual([]);
		});
	}

	test('stay hidden for the reason of a suspension, also after its end, until it is lifted', async () => {
		const description = makeText();
		await decide('ad', await post(seller, await makePatches(30), { description }), 'hide');
		const held = await post(seller, await makePatches(31), { description });
		const params = { id: String((await findCase('ad', held))?.id) };
		const body = { decision: 'suspend' as const, reason: 'A scam.', days: 1 };
		const decision = await admin.client.decideReports({ params, body });
		await server.db.transaction((tx) => server.accounts.unsuspend(tx, seller.session.id));
		const { token } = await createApiClient(server).logIn({
			body: { email: seller.session.email, password: goodPassword },
		});
		const [own] = (await createApiClient(server, token).listMyAds({ query: {} })).items;
		expect(own).toMatchObject({ state: 'hidden', failure: 'A scam.' });
		await admin.client.liftDecision({ params: { id: String(decision.id) }, body: { reason: 'A mistake.' } });
		expect(await isPublic(held)).toBe(true);
	});

	test('hold posts with the text of a removed ad, and neither short nor other texts', async () => {
		const description = makeText();
		const short = 'Clean and strong.';
		await decide('ad', await post(seller, await makePatches(11), { description }), 'hide');
		await decide('ad', await post(seller, await makePatches(12), { description: short }), 'hide');
		const talk = async (text: string) => (await seller.client.createPost({ body: { kind: 'talk', text } })).id;
		const [copied, other] = [await talk(`A lamp\n${description}`), await talk(makeText())];
		const ids = (await createApiClient(server).listPosts({ query: {} })).items.map(({ id }) => id);
		expect(ids).toContain(other);
		expect(ids).not.toContain(copied);
		expect(await findCase('post', copied)).toMatchObject({ held: true });
		const [notice] = await listNotices(seller);
		expect(notice).toMatchObject({
			text: notificationTexts.held(1, '“A lamp”'),
			path: postPath({ id: copied, kind: 'talk', text: 'A lamp' }),
		});
		expect(await isPublic(await post(seller, await makePatches(13), { description: short }))).toBe(true);
	});

	test('are hidden also if their pictures cannot be read, which is tried before the transaction of the decision', async () => {
		const description = makeText();
		const first = await post(seller, await makePatches(18), { description });
		const reads: string[] = [];
		const broken = vi.spyOn(server.files, 'read').mockImplementation(async (key) => {
			server.db.assertOutsideTransaction();
			reads.push(key);
			throw new Error('The file store is down');
		});
		onTestFinished(() => broken.mockRestore());
		await decide('ad', first, 'hide');
		broken.mockRestore();
		expect(reads).toEqual([expect.stringContaining('media/')]);
		expect(await isPublic(first)).toBe(false);
		expect(await isPublic(await post(seller, await makePatches(19), { description }))).toBe(false);
	});

	test('are compared by their pictures outside transactions', async () => {
		const picture = await makePatches(20);
		await decide('ad', await post(seller, picture), 'hide');
		const reads: string[] = [];
		const { read } = server.files;
		const reading = vi.spyOn(server.files, 'read').mockImplementation((key, range) => {
			server.db.assertOutsideTransaction();
			reads.push(key);
			return read.call(server.files, key, range);
		});
		onTestFinished(() => reading.mockRestore());
		await post(other, picture);
		expect(reads).toEqual([expect.stringContaining('media/')]);
	});

	test('hold an ad with the picture of one once it is edited into its text, while other edits read no pictures', async () => {
		const picture = await makePatches(21);
		const description = makeText();
		await decide('ad', await post(seller, picture, { description }), 'hide');
		const copy = await post(other, picture);
		const params = { id: String(copy) };
		const read = vi.spyOn(server.files, 'read');
		onTestFinished(() => read.mockRestore());
		await other.client.updateAd({ params, body: { price_kobo: 7000 } });
		await server.jobs.whenIdle();
		expect(read).not.toHaveBeenCalled();
		expect(await isPublic(copy)).toBe(true);
		await other.client.updateAd({ params, body: { description } });
		await server.jobs.whenIdle();
		expect(await isPublic(copy)).toBe(false);
	});

	test('stay known after the erasure of their owner, whose export names what is stored without its values', async () => {
		const description = makeText();
		const whatsapp = '2348039998887';
		const first = await post(seller, await makePatches(14), { description, whatsapp });
		await decide('ad', first, 'hide');
		expect(await removedItemPersonalData.export(server.db, seller.session.id)).toEqual([
			{
				target: { kind: 'ad', id: first },
				hashes_stored: ['number', 'picture', 'text'],
				created_at: expect.any(String),
				deleted_at: expect.any(String),
			},
		]);
		await erase(seller);
		expect(await removedItemPersonalData.export(server.db, seller.session.id)).toEqual([]);
		const held = await post(other, await makePatches(14), { description });
		expect(await isPublic(held)).toBe(false);
		const note = sameAsRemoved(['picture', 'text'], null);
		const signal = expect.objectContaining({ note, removed: null });
		expect((await findCase('ad', held))?.flags).toContainEqual(signal);
	});

	test('whose likeness a moderator allowed hold it no more after the erasure of their owner, but those of other erased owners do', async () => {
		const whatsapp = '2348037776665';
		const another = await signUp(server);
		const [first, second] = [makeText(), makeText()];
		await decide('ad', await post(seller, await makePatches(30), { whatsapp, description: first }), 'hide');
		await decide('ad', await post(another, await makePatches(31), { whatsapp, description: second }), 'hide');
		const held = await post(other, await makePatches(32), { whatsapp, description: first });
		expect(await isPublic(held)).toBe(false);
		await decide('ad', held, 'dismiss');
		await erase(seller);
		await erase(another);
		const edit = async (body: Parameters<typeof other.client.updateAd>[0]['body']) => {
			await other.client.updateAd({ params: { id: String(held) }, body });
			await server.jobs.whenIdle();
			return isPublic(held);
		};
		expect(await edit({ price_kobo: 8000 })).toBe(true);
		expect(await findCase('ad', held)).toBeUndefined();
		expect(await edit({ description: second })).toBe(false);
		await decide('ad', held, 'dismiss');
		expect(await edit({ price_kobo: 9000 })).toBe(true);
		expect(await edit({ description: first })).toBe(true);
	});

	test('of a suspended seller stay known after its erasure, as long as the suspension would last', async () => {
		const whatsapp = '2348035556667';
		await post(seller, await makePatches(15), { whatsapp });
		await logIn(seller, 'old_phone');
		await admin.client.suspendUser({
			params: { id: String(seller.session.id) },
			body: { reason: 'Scam.', days: 365 },
		});
		await server.jobs.whenIdle();
		await erase(seller);
		await logIn(other, 'old_phone');
		expect(await isPublic(await post(other, await makePatches(16), { whatsapp }))).toBe(false);
		await sql`update removed_items set until = 1`.execute(server.db.kysely);
		expect(await isPublic(await post(other, await makePatches(17), { whatsapp }))).toBe(true);
	});
});
