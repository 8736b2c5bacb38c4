import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as accountLimits from '../contract/accounts/limits.ts';
import * as limits from '../contract/core/limits.ts';
import * as notificationTexts from '../text/server/notification-texts.ts';
import { backUp } from './operations/index.ts';
import { requestVerification } from './testing/business-documents.ts';
import { createFakeClock, type FakeClock } from './testing/clock.ts';
import { describeOnBothEngines } from './testing/database.ts';
import { passChecks } from './testing/pass-checks.ts';
import {
	createApiClient,
	exampleAdForm,
	goodPassword,
	postPictureAd,
	signUp,
	signUpAdministrator,
	type TestPerson,
	uploadPicture,
} from './testing/people.ts';
import { seedAd } from './testing/seed-ads.ts';
import { seedFailedJob } from './testing/seed-failed-job.ts';
import { seedContact } from './testing/seed-reviews.ts';
import { seedWebhook } from './testing/seed-webhooks.ts';
import { makeTestEnvironment, startTestServer, type TestEnvironment, type TestServer } from './testing/start-server.ts';

/** Words that no other text of the market has. Each text of the account has one of them, so that a trace says where it comes from. */
const marker = 'zorvex';
const name = `${marker}name`;
const email = `${name}@example.com`;
const phone = '2348139572604';
/** Any of these letters in a file is a trace. Digits of the phone number without its country code. */
const tracePattern = /zorvex[a-z]{0,12}|8139572604/gi;

let server: TestServer;
let clock: FakeClock;
let admin: TestPerson;
let bola: TestPerson;
let zorvex: TestPerson;

const params = (id: number) => ({ params: { id: String(id) } });
const onAd = (id: number) => ({ params: { target: 'ads' as const, id: String(id) } });

async function insert(table: string, row: Record<string, string | number | null>): Promise<void> {
	await server.db.tables<Record<string, typeof row>>().insertInto(table).values(row).execute();
}

/** Makes a picture with a perceptual hash, which a picture of one colour has not. */
async function makePatternedPicture(): Promise<Buffer> {
	const pixels = Buffer.from(Array.from({ length: 12 * 9 * 3 }, (_, index) => (index * index * 37) % 256));
	const raw = { width: 12, height: 9, channels: 3 } as const;
	return sharp(pixels, { raw }).resize(480, 360, { kernel: 'nearest' }).jpeg().toBuffer();
}

/** Lets the account do everything that leaves rows, and others do everything that leaves rows about it. */
async function touchEverything(): Promise<void> {
	const { client, session } = zorvex;
	const id = session.id;
	const visitor = createApiClient(server);
	await client.updateMe({
		body: { display_name: `${marker}shown Traders`, bio: `${marker}bio sells lamps`, phone, call_number: phone },
	});
	await client.setAvatar({ body: { secure_url: (await uploadPicture(zorvex)).secure_url } });
	const picture = await makePatternedPicture();
	const ad = await client.createAd({
		body: {
			...exampleAdForm,
			title: `${marker}title lamp`,
			description: `${marker}text, pay before delivery`,
			place: `${marker}place`,
			whatsapp: phone,
			pictures: [{ secure_url: (await uploadPicture(zorvex, picture)).secure_url }],
		},
	});
	await server.jobs.whenIdle();
	// Moderators are told whose picture this is.
	const pictures = [{ secure_url: (await uploadPicture(bola, picture)).secure_url }];
	await bola.client.createAd({ body: { ...exampleAdForm, pictures } });
	const bolaAd = await postPictureAd(bola, { title: 'A kettle' });
	const video = await seedAd(server, zorvex, { format: 'video', title: `${marker}video` });
	const { rows: covers } = await sql<{ cover_id: number }>`select cover_id from ads where id = ${video}`.execute(
		server.db.kysely,
	);
	await insert('media_captions', {
		media_id: covers[0]?.cover_id ?? 0,
		name: 'c.vtt',
		text: `WEBVTT ${marker}caption`,
	});
	await client.updateAd({ ...params(video), body: { products: [ad.id] } });
	const post = await client.createPost({ body: { kind: 'talk', text: `${marker}talk: who sells lamps?` } });
	const comment = await client.createComment({ ...onAd(bolaAd.id), body: { text: `${marker}comment` } });
	await bola.client.createComment({ ...onAd(bolaAd.id), body: { text: 'Yes.', parent_id: comment.id } });
	await bola.client.createComment({ ...onAd(ad.id), body: { text: 'Is it new?' } });
	const talkComment = { params: { target: 'posts' as const, id: String(post.id) }, body: { text: 'I do.' } };
	const inTalk = await bola.client.createComment(talkComment);
	await client.createComment({ ...talkComment, body: { text: `${marker}answer`, parent_id: inTalk.id } });
	clock.advance(limits.reviewDelay);
	for (const [one, other, target] of [
		[zorvex, bola, bolaAd.id],
		[bola, zorvex, ad.id],
	] as const) {
		await one.client.like(onAd(target), { idempotencyKey: `like-${target}` });
		const user = { params: { user_name: other.session.user_name } };
		await one.client.follow(user, { idempotencyKey: `follow-${target}` });
		await one.client.save({ params: { list: 'wishlist', id: String(target) } });
		await one.client.showLess({ body: { of: { what: 'seller', user_name: other.session.user_name } } });
		await seedContact(server, one, target, clock.now());
		const review = { stars: 4, text: one === zorvex ? `${marker}review` : 'Good.' };
		const { id } = await one.client.createReview(
			{ ...params(target), body: review },
			{ idempotencyKey: `review-${target}` },
		);
		const reply = one === zorvex ? 'Thank you.' : `${marker}reply`;
		await other.client.replyToReview({ ...params(id), body: { text: reply } });
	}
	await client.createSavedSearch({ body: { q: `${marker}search` } });
	await bola.client.createSavedSearch({ body: { q: 'lamp' } });
	await insert('saved_search_matches', { search_id: 1, ad_id: bolaAd.id, matched_at: 1 });
	await client.report({ body: { target: { kind: 'ad', id: bolaAd.id }, reason: 'scam', note: `${marker}note` } });
	await bola.client.report({ body: { target: { kind: 'ad', id: ad.id }, reason: 'scam' } });
	const { items } = await admin.client.listReports({ query: { kind: 'ad', limit: 50 } });
	const opened = items.find(({ target }) => target.id === ad.id)?.id ?? 0;
	await admin.client.decideReports(
		{ ...params(opened), body: { decision: 'warn', reason: 'Say what it costs.' } },
		{ idempotencyKey: 'decide' },
	);
	const { items: decisions } = await client.listMyDecisions({ query: {} });
	await client.appeal({ params: { key: decisions[0]?.key ?? '' }, body: { text: `${marker}appeal` } });
	await requestVerification(server, zorvex, `${marker}business Ltd`);
	await client.sendPhoneCode({ body: { phone } });
	const started = await client.startImport({ body: { ads: 1 } });
	const { secure_url } = await uploadPicture(zorvex);
	const imported = {
		title: `${marker}imported`,
		category: 'Motorcycles' as const,
		description: 'It runs.',
		pictures: [{ secure_url }],
	};
	await client.importAd({ ...params(started.id), body: imported });
	await client.finishImport(params(started.id));
	await client.updateMe({ body: { call_number: '+2348099887766' } });
	const legalRequest = { kind: 'access', name: `${marker}asks`, email, text: `${marker}wants data` } as const;
	await client.sendLegalRequest({ body: legalRequest }, { idempotencyKey: 'legal-request' });
	const { items: asked } = await admin.client.listLegalRequests({ query: {} });
	await admin.client.answerLegalRequest({
		...params(asked[0]?.id ?? 0),
		body: { state: 'done', answer: `${marker}answer` },
	});
	const { id: breachId } = await admin.client.recordBreach({
		body: {
			...{
				title: 'Lost laptop',
				facts: '',
				data: '',
				measures: '',
				risk: 'risk',
				noticed_at: '2026-01-01T00:00:00.000Z',
			},
			...{ commission_notified_at: null, people_notified_at: null, closed_at: null },
		},
	});
	await admin.client.addBreachAccounts({ ...params(breachId), body: { people: [name, email] } });
	await seedWebhook(server, zorvex);
	await client.createApiToken({ body: { name: `${marker}token`, scopes: ['read'], days: 1, password: goodPassword } });
	await client.getForYou({ query: {} });
	await insert('send_handles', { handle_hash: 'h', account_id: id, ends_at: 9e12 });
	await client.updateNotificationSettings({ body: { kinds: { like: { push: false } } } });
	await bola.client.revealContact({ params: { subject: String(ad.id), channel: 'whatsapp' }, body: {} });
	await client
		.revealContact({ params: { subject: String(bolaAd.id), channel: 'whatsapp' }, body: {} })
		.catch(() => null);
	const page = `/feed/${ad.id}/${marker}title-lamp`;
	const insights = [
		{ type: 'pageview' as const, route: 'feed/:id/:productName', path: page },
		{ type: 'view' as const, target: 'ads' as const, id: ad.id },
	];
	await visitor.sendInsights({ body: { day_key: 'k'.repeat(20), insights } });
	await server.insights.flush();

	// Requests for courses. The account has not confirmed its address, so only the second one is linked, as after an administrator's change.
	const form = {
		coursetype: `${marker}course`,
		name: `${marker}learner`,
		email: email.toUpperCase(),
		phone: `0${phone.slice(3)}`,
	};
	for (const courseTitle of ['JavaScript: The Complete Guide', 'Web Hacking Essentials'])
		await client.enroll({ body: { ...form, courseTitle } });
	await sql`update enrollments set account_id = ${id}, state = 'paid' where course_id = 'web-hacking-essentials'`.execute(
		server.db.kysely,
	);
	const { items: requests } = await admin.client.listEnrollments({ query: {} });
	const request = requests[0]?.id ?? 0;
	await admin.client.updateEnrollment(
		{ ...params(Number(request)), body: { note: `${marker}called` } },
		{ idempotencyKey: 'enrollment' },
	);
	await server.db.transaction((tx) =>
		server.courses.addLearner(tx, { accountId: id, courseId: 'web-hacking-essentials', name: `${marker}pupil` }),
	);
	const course_id = { params: { id: 'web-hacking-essentials' } };
	await client.setProgress({ ...course_id, body: { module: 1, done: true } });
	await passChecks(zorvex, course_id.params.id);
	await client.getProgress(course_id);

	// Failed logins, and rows that need a browser, a phone or another service.
	await visitor.logIn({ body: { email, password: 'not this password' } }).catch(() => null);
	await visitor.forgotPassword({ body: { email } });
	await client.changeEmail({ body: { email: `${marker}next@example.com`, password: goodPassword } });
	await server.jobs.whenIdle();
	await insert('identities', {
		account_id: id,
		issuer: 'https://accounts.google.com',
		subject: `${marker}subject`,
		email,
		created_at: 1,
	});
	await insert('google_sign_ins', {
		browser_hash: 'b',
		intent: 'link',
		account_id: id,
		state: `${marker}state`,
		nonce: 'n',
		verifier: 'v',
		next: `/user/${name}`,
		ends_at: 9e12,
	});
	await insert('second_factors', { account_id: id, secret: `${marker}secret`, confirmed_at: null, created_at: 1 });
	await insert('passkeys', {
		account_id: id,
		credential_id: `${marker}credential`,
		public_key: 'k',
		sign_count: 0,
		transports: 'internal',
		name: `${marker}passkey`,
		created_at: 1,
	});
	await insert('passkey_challenges', { challenge_hash: 'h', account_id: id, ends_at: 9e12 });
	await insert('recovery_codes', { account_id: id, code_hash: `${marker}hash` });
	await insert('uploads', {
		id: 'u',
		account_id: id,
		capability: 'c',
		kind: 'image',
		file_name: `${marker}upload`,
		bytes: 1,
		created_at: 1,
	});
	await insert('email_changes', {
		account_id: id,
		email: `${marker}old@example.com`,
		email_key: `${marker}old@example.com`,
		changed_at: 1,
	});
	await insert('devices', {
		account_id: id,
		session_id: await getSessionId(id),
		engine: 'web',
		token: `${marker}push`,
		token_hash: 't',
		name: 'Firefox',
		created_at: 1,
	});
	await seedFailedJob(server, {
		name: 'accounts.notice-mail',
		data: { to: email, name: `${marker}failed`, notice: 'password-changed' },
		error: `No server for ${email}`,
	});
}

async function getSessionId(accountId: number): Promise<number> {
	const { rows } = await sql<{ id: number }>`select id from sessions where account_id = ${accountId} limit 1`.execute(
		server.db.kysely,
	);
	return rows[0]?.id ?? 0;
}

/** Lists the tables and columns that refer to accounts, from the database itself. */
async function listReferences(): Promise<{ table: string; column: string }[]> {
	const query =
		server.db.engine === 'sqlite'
			? sql<{ table: string; column: string }>`select m.name as "table", f."from" as "column"
				from sqlite_master as m, pragma_foreign_key_list(m.name) as f where m.type = 'table' and f."table" = 'accounts'`
			: sql<{ table: string; column: string }>`select conrelid::regclass::text as "table", attname as "column"
				from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
				where contype = 'f' and confrelid = 'accounts'::regclass`;
	return (await query.execute(server.db.kysely)).rows;
}

async function listUntouched(accountId: number): Promise<string[]> {
	const untouched: string[] = [];
	for (const { table, column } of await listReferences()) {
		const { rows } =
			await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${accountId} limit 1`.execute(
				server.db.kysely,
			);
		if (rows.length === 0) untouched.push(`${table}.${column}`);
	}
	return untouched;
}

function findTraces(where: string, text: string): string[] {
	return [...new Set(text.match(tracePattern))].map((trace) => `${where}: ${trace}`);
}

async function searchFolder(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const traces: string[] = [];
	for (const entry of entries.filter((one) => one.isFile())) {
		const path = join(entry.parentPath, entry.name);
		traces.push(...findTraces(path.slice(folder.length), await readFile(path, 'latin1')));
	}
	return traces;
}

/** Reads all rows of all tables, those of the job queue too. */
async function searchPostgres(): Promise<string[]> {
	const { rows: tables } = await sql<{ name: string }>`select schemaname || '.' || tablename as name from pg_tables
		where schemaname = 'public'`.execute(server.db.kysely);
	const traces: string[] = [];
	for (const { name } of tables) {
		const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} as t`.execute(
			server.db.kysely,
		);
		traces.push(...findTraces(name, rows.map(({ row }) => row).join('\n')));
	}
	return traces;
}

async function searchAll(): Promise<string[]> {
	const files = await searchFolder(server.environment.dataDir);
	return server.db.engine === 'postgres' ? [...files, ...(await searchPostgres())] : files;
}

describeOnBothEngines('erasure', (engine) => {
	let environment: TestEnvironment;
	let backups: string;

	const start = () => startTestServer({ engine, clock, environment });

	beforeAll(async () => {
		backups = await mkdtemp(join(tmpdir(), 'kasuwa-erasure-'));
		environment = await makeTestEnvironment({ engine });
		clock = createFakeClock();
		server = await start();
		admin = await signUpAdministrator(server);
		bola = await signUp(server);
		zorvex = await signUp(server, name);
	});
	afterAll(async () => {
		await server.close();
		await environment.remove();
		await rm(backups, { recursive: true });
	});

	test('leaves no trace of an account in rows, indexes, files and the next backup', async () => {
		await touchEverything();
		await server.jobs.whenIdle();
		// A new table that refers to accounts needs a row above.
		expect(await listUntouched(zorvex.session.id)).toEqual([]);
		expect(await searchAll()).not.toEqual([]);
		await zorvex.client.deleteMe({ body: { password: goodPassword } });
		await server.jobs.whenIdle();
		clock.advance(accountLimits.accountDeletionGrace);
		// The hourly sweeps run when the server starts.
		await server.close();
		server = await start();
		await server.accounts.eraseDue();
		await server.jobs.whenIdle();
		expect(await searchFolder(server.environment.dataDir)).toEqual([]);
		const target = { folder: backups };
		await backUp({ config: server.config, target, now: clock.now(), signal: new AbortController().signal });
		expect([...(await searchAll()), ...(await searchFolder(backups))]).toEqual([]);
		const { token } = await createApiClient(server).logIn({
			body: { email: bola.session.email, password: goodPassword },
		});
		const { items } = await createApiClient(server, token).listNotices({ query: {} });
		const texts = items.map(({ text }) => text);
		expect(texts).toContain(notificationTexts.follow(notificationTexts.deletedAccount, 1));
		expect(texts.join()).not.toContain(notificationTexts.nameless);
	}, 180_000);
});
