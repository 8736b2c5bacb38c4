import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as accountLimits from '../../contract/accounts/limits.ts';
import * as limits from '../../contract/core/limits.ts';
import * as adminApiText from '../../text/server/admin-api.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import type { Engine } from '../database/index.ts';
import type { EnrollmentTables } from '../enrollments/tables.ts';
import type { FeedTables } from '../feed/tables.ts';
import type { MediaTables } from '../media/tables.ts';
import type { DeviceTables } from '../notifications/tables.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { makeJpeg } from '../testing/media-files.ts';
import { passChecks } from '../testing/pass-checks.ts';
import {
	createApiClient,
	exampleAdForm,
	goodPassword,
	postPictureAd,
	signUp,
	type TestPerson,
	uploadPicture,
} from '../testing/people.ts';
import { seedEnrollment } from '../testing/seed-enrollments.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { readZip } from '../testing/zip.ts';
import type { AccountTables } from './tables.ts';

let server: TestServer;
let clock: FakeClock;
let ada: TestPerson;
let bola: TestPerson;

const password = goodPassword;
const deleteAccount = (person = ada) => person.client.deleteMe({ body: { password } });
const logIn = ({ session }: TestPerson) => createApiClient(server).logIn({ body: { email: session.email, password } });
const erase = () => server.accounts.eraseDue();
const notFound = { status: 404 };
const forbidden = { status: 403 };
const targetParams = (id: number) => ({ params: { target: 'ads' as const, id: String(id) } });

/** Creates ads of Ada and Bola, a post of Ada, and likes, comments, follows and mutes between the two. Ada saves Bola's ad. */
async function seedActivity() {
	const [adaAd, bolaAd] = [await postPictureAd(ada), await postPictureAd(bola)];
	const post = await ada.client.createPost({ body: { kind: 'tweet', text: 'Fresh lamps.' } });
	await ada.client.like(targetParams(bolaAd.id));
	await bola.client.like(targetParams(adaAd.id));
	const comment = await ada.client.createComment({ ...targetParams(bolaAd.id), body: { text: 'Is it new?' } });
	await bola.client.createComment({ ...targetParams(bolaAd.id), body: { text: 'Yes.', parent_id: comment.id } });
	await bola.client.createComment({ ...targetParams(bolaAd.id), body: { text: 'Anyone?' } });
	await ada.client.follow({ params: { user_name: bola.session.user_name } });
	await bola.client.follow({ params: { user_name: ada.session.user_name } });
	await ada.client.save({ params: { list: 'wishlist', id: String(bolaAd.id) } });
	for (const [one, other] of [
		[ada, bola],
		[bola, ada],
	] as const) {
		await one.client.showLess({ body: { of: { what: 'seller', user_name: other.session.user_name } } });
	}
	return { adaAd, bolaAd, post, comment };
}

const getCounts = async (id: number) => {
	const { likes, comments } = await createApiClient(server).getAd({ params: { id: String(id) } });
	return { likes, comments };
};

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ engine, clock });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		clock.advance(3_600_000);
		[ada, bola] = [await signUp(server), await signUp(server)];
	});
}

describe('account deletion', () => {
	useServer();

	describe('scheduling', () => {
		test('hides everything immediately and ends every session', async () => {
			const { adaAd, bolaAd, post } = await seedActivity();
			const second = await logIn(ada);
			const { deletes_at } = await deleteAccount();
			expect(Date.parse(deletes_at)).toBe(clock.now() + accountLimits.accountDeletionGrace);
			for (const token of [ada.token, second.token]) {
				await expect(createApiClient(server, token).getMe()).rejects.toMatchObject({ status: 401 });
			}
			const visitor = createApiClient(server);
			const params = { user_name: ada.session.user_name };
			await expect(visitor.getUser({ params })).rejects.toMatchObject(notFound);
			await expect(visitor.listUserPosts({ params, query: {} })).rejects.toMatchObject(notFound);
			await expect(visitor.getAd({ params: { id: String(adaAd.id) } })).rejects.toMatchObject(notFound);
			await expect(visitor.getPost({ params: { id: String(post.id) } })).rejects.toMatchObject(notFound);
			const feed = await visitor.getFeed({ query: {} });
			expect(feed.items.map((item) => item.id)).not.toContain(adaAd.id);
			const found = await visitor.search({ query: { q: ada.session.user_name } });
			expect(JSON.stringify(found)).not.toContain(ada.session.display_name);
			const comments = await visitor.listComments({ ...targetParams(bolaAd.id), query: {} });
			expect(comments.items.map(({ text }) => text)).toEqual(['Anyone?']);
			expect((await fetch(new URL(adaAd.cover?.url ?? '', server.address))).status).toBe(404);
		});

		test('requires the password', async () => {
			await expect(ada.client.deleteMe({ body: { password: 'not this one' } })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { password: expect.any(String) } },
			});
			expect((await ada.client.getMe()).deletes_at).toBeNull();
		});

		test('requires the code of an active second factor', async () => {
			const accounts = server.db.tables<AccountTables>().updateTable('accounts').where('id', '=', ada.session.id);
			await accounts.set({ role: 'admin' }).execute();
			const { secret } = await ada.client.beginSecondFactor({ body: { password } });
			const codeNow = () => new TOTP({ secret }).generate({ timestamp: clock.now() });
			await ada.client.confirmSecondFactor({ body: { code: codeNow() } });
			clock.advance(60_000);
			await accounts.set({ role: 'user' }).execute();
			const codeRequired = { status: 422, problem: { fields: { code: expect.any(String) } } };
			await expect(deleteAccount()).rejects.toMatchObject(codeRequired);
			const email = 'elsewhere@example.com';
			await expect(ada.client.changeEmail({ body: { email, password } })).rejects.toMatchObject(codeRequired);
			const wrongCode = codeNow() === '000000' ? '000001' : '000000';
			await expect(ada.client.deleteMe({ body: { password, code: wrongCode } })).rejects.toMatchObject(codeRequired);
			await ada.client.deleteMe({ body: { password, code: codeNow() } });
		});

		test('revokes certificates until the account is restored', async () => {
			const params = { id: 'web-hacking-essentials' };
			const learner = { accountId: ada.session.id, courseId: params.id, name: 'Ada Obi' };
			await server.db.transaction((tx) => server.courses.addLearner(tx, learner));
			await passChecks(ada, params.id);
			const code = (await ada.client.getProgress({ params })).certificate ?? '';
			const certificate = () => createApiClient(server).getCertificate({ params: { code } });
			expect((await certificate()).name).toBe('Ada Obi');
			await deleteAccount();
			await expect(certificate()).rejects.toMatchObject(notFound);
			const { token } = await logIn(ada);
			await createApiClient(server, token).restoreMe();
			expect((await certificate()).name).toBe('Ada Obi');
		});

		test('allows only restoring, which brings everything back', async () => {
			const { adaAd, bolaAd, post } = await seedActivity();
			const before = await getCounts(bolaAd.id);
			await deleteAccount();
			const session = await logIn(ada);
			expect(session.deletes_at).not.toBeNull();
			const restored = createApiClient(server, session.token);
			await expect(restored.createPost({ body: { kind: 'tweet', text: 'x' } })).rejects.toMatchObject(forbidden);
			await expect(restored.listSessions()).rejects.toMatchObject(forbidden);
			await expect(restored.updateMe({ body: { bio: 'x' } })).rejects.toMatchObject(forbidden);
			// Logging in does not restore a deleted account.
			const visitor = createApiClient(server);
			await expect(visitor.getAd({ params: { id: String(adaAd.id) } })).rejects.toMatchObject(notFound);
			expect((await restored.restoreMe()).deletes_at).toBeNull();
			expect((await restored.restoreMe()).deletes_at).toBeNull();
			await visitor.getAd({ params: { id: String(adaAd.id) } });
			await visitor.getPost({ params: { id: String(post.id) } });
			expect(await getCounts(bolaAd.id)).toEqual(before);
			expect((await restored.getMe()).user_name).toBe(ada.session.user_name);
			await restored.createPost({ body: { kind: 'tweet', text: 'I am back.' } });
		});

		test('keeps the account hidden when a suspension ends', async () => {
			const { adaAd } = await seedActivity();
			await deleteAccount();
			await server.db.transaction((tx) => server.accounts.suspend(tx, ada.session.id, null));
			await server.db.transaction((tx) => server.accounts.unsuspend(tx, ada.session.id));
			await expect(createApiClient(server).getAd({ params: { id: String(adaAd.id) } })).rejects.toMatchObject(notFound);
		});
	});

	describe('after 14 days', () => {
		test('erases rows and files, and keeps the counts of others correct', async () => {
			const { bolaAd } = await seedActivity();
			await uploadPicture(ada);
			const media = () =>
				server.db.tables<MediaTables>().selectFrom('media').selectAll().where('account_id', '=', ada.session.id);
			const files = await media().execute();
			expect(files).toHaveLength(2);
			await deleteAccount();
			const followersOfBola = async () =>
				(await createApiClient(server).getUser({ params: { user_name: bola.session.user_name } })).followers;
			// Bola's counts lose the likes, comments and follows of Ada once: when the deletion is scheduled, not again at the erasure.
			expect([await getCounts(bolaAd.id), await followersOfBola()]).toEqual([{ likes: 0, comments: 1 }, 0]);
			clock.advance(accountLimits.accountDeletionGrace - 1);
			await erase();
			expect(await media().execute()).toHaveLength(2);
			clock.advance(1);
			await expect(
				(await logIn(ada).then((session) => createApiClient(server, session.token))).restoreMe(),
			).rejects.toMatchObject(notFound);
			await erase();
			await server.jobs.whenIdle();
			expect(await media().execute()).toEqual([]);
			for (const { public_id } of files) {
				for await (const file of server.files.list(`media/${public_id}/`)) expect.unreachable(file.key);
			}
			expect(await getCounts(bolaAd.id)).toEqual({ likes: 0, comments: 1 });
			expect(await followersOfBola()).toBe(0);
			const { token } = await logIn(bola);
			expect((await createApiClient(server, token).listFollowing({ query: {} })).items).toEqual([]);
			const choices = server.db.tables<FeedTables>().selectFrom('for_you_less').selectAll();
			expect((await choices.execute()).filter(({ value }) => value === String(ada.session.id))).toEqual([]);
			expect(await choices.where('account_id', '=', ada.session.id).execute()).toEqual([]);
			await expect(logIn(ada)).rejects.toMatchObject({ status: 422 });
			const body = { user_name: ada.session.user_name, email: 'somebody@example.com', password };
			await expect(createApiClient(server).signUp({ body })).rejects.toMatchObject({
				status: 422,
				problem: { fields: { user_name: accountsApiText.userNameTaken } },
			});
			// After the erasure, the email address can sign up again.
			await createApiClient(server).signUp({
				body: { ...body, user_name: `${body.user_name}b`, email: ada.session.email },
			});
		});

		test('keeps paid enrollments without personal data, and deletes unpaid ones', async () => {
			const [paid, requested] = [await seedEnrollment(server), await seedEnrollment(server)];
			const tables = server.db.tables<EnrollmentTables>();
			for (const [{ number }, state] of [
				[paid, 'paid'],
				[requested, 'requested'],
			] as const) {
				const values = { account_id: ada.session.id, state };
				await tables.updateTable('enrollments').set(values).where('id', '=', number).execute();
			}
			await deleteAccount();
			clock.advance(accountLimits.accountDeletionGrace);
			await erase();
			const rows = await tables.selectFrom('enrollments').selectAll().execute();
			expect(rows.find(({ id }) => id === requested.number)).toBeUndefined();
			expect(rows.find(({ id }) => id === paid.number)).toMatchObject({
				name: adminApiText.accountErased,
				email: '',
				phone: '',
				account_id: null,
				price_kobo: expect.any(Number),
			});
		});

		test('does not erase a restored account', async () => {
			await deleteAccount();
			const session = await logIn(ada);
			await createApiClient(server, session.token).restoreMe();
			clock.advance(accountLimits.accountDeletionGrace);
			await erase();
			expect((await logIn(ada)).id).toBe(ada.session.id);
		});
	});

	describe('data export', () => {
		async function download(url: string) {
			const response = await fetch(new URL(url, server.address));
			return { response, files: response.ok ? await readZip(new Uint8Array(await response.arrayBuffer())) : null };
		}

		test('contains all data as JSON and pictures, and only ids of other accounts', async () => {
			const { adaAd, bolaAd } = await seedActivity();
			const [session] = (await ada.client.listSessions()).items;
			const device = { engine: 'web' as const, name: 'Chrome on Android', created_at: clock.now() };
			await server.db
				.tables<DeviceTables>()
				.insertInto('devices')
				.values({
					...device,
					account_id: ada.session.id,
					session_id: session?.id ?? 0,
					token: 'secret-token',
					token_hash: 'token-of-ada',
				})
				.execute();
			await server.jobs.whenIdle();
			const { url, expires_at } = await ada.client.exportMe();
			expect(Date.parse(expires_at)).toBe(clock.now() + limits.signedUrlTtl);
			const { response, files } = await download(url);
			expect(response.headers.get('content-type')).toBe('application/zip');
			expect(response.headers.get('content-disposition')).toMatch(
				new RegExp(`^attachment; filename="kasuwa-${ada.session.user_name}-\\d{4}-\\d\\d-\\d\\d\\.zip"$`),
			);
			const json = (name: string) => JSON.parse(new TextDecoder().decode(files?.get(`${name}.json`)));
			expect(json('account')).toMatchObject({
				email: ada.session.email,
				user_name: ada.session.user_name,
				followers: 1,
				known_callers: [{ kind: 'network', last_used_at: expect.any(String) }],
			});
			expect(Object.keys(json('account').known_callers[0])).toEqual(['kind', 'last_used_at']);
			expect(json('ads')).toMatchObject([{ id: adaAd.id, title: exampleAdForm.title, likes: 1 }]);
			expect(json('posts')).toMatchObject([{ kind: 'tweet', text: 'Fresh lamps.' }]);
			expect(json('comments')).toMatchObject([{ target: 'ads', target_id: bolaAd.id, text: 'Is it new?' }]);
			expect(json('likes')).toMatchObject([{ target: 'ads', target_id: bolaAd.id }]);
			expect(json('follows')).toMatchObject([{ account_id: bola.session.id }]);
			expect(json('saved-items')).toMatchObject([{ list: 'wishlist', id: bolaAd.id }]);
			expect(json('less-of')).toMatchObject([{ what: 'seller', value: String(bola.session.id) }]);
			expect(json('notifications')).toMatchObject({
				settings: { kinds: { like: { inbox: true, push: true } }, quiet_hours: null },
				devices: [{ name: device.name, created_at: new Date(device.created_at).toISOString() }],
				notifications: expect.arrayContaining([
					{
						kind: 'like',
						count: 1,
						account_ids: [bola.session.id],
						path: `/a/${adaAd.id}`,
						created_at: expect.any(String),
						read_at: null,
					},
					expect.objectContaining({ kind: 'reply', subject: { target: 'ads', id: bolaAd.id } }),
				]),
			});
			for (const noun of ['reports', 'decisions', 'insights', 'watching', 'enrollments'])
				expect(json(noun)).toEqual([]);
			const [picture] = json('media');
			expect(files?.get(picture.file)?.subarray(8, 12)).toEqual(new TextEncoder().encode('WEBP'));
			const all = [...(files ?? [])].filter(([name]) => name.endsWith('.json'));
			const text = all.map(([, bytes]) => new TextDecoder().decode(bytes)).join('\n');
			expect(text).not.toContain(bola.session.user_name);
			expect(text).not.toContain('Anyone?');
			expect(text).not.toMatch(/argon2|password_hash|token_hash|secret-token/);
		});

		test('contains enrollments with their state and proofs', async () => {
			const requested = await seedEnrollment(server);
			const tables = server.db.tables<EnrollmentTables>();
			const own = { account_id: ada.session.id, state: 'awaiting_payment' as const };
			await tables.updateTable('enrollments').set(own).where('id', '=', requested.number).execute();
			const form = new FormData();
			form.append('file', new Blob([new Uint8Array(await makeJpeg())], { type: 'image/jpeg' }), 'receipt.jpg');
			const sent = await fetch(`${server.address}/api/enrollments/${requested.id}/proof`, {
				method: 'POST',
				body: form,
			});
			expect(sent.status).toBe(200);
			const { files } = await download((await ada.client.exportMe()).url);
			const [request] = JSON.parse(new TextDecoder().decode(files?.get('enrollments.json')));
			expect(request).toMatchObject({
				state: 'awaiting_payment',
				proofs_sent_at: [expect.any(String)],
				steps: expect.any(Array),
			});
			const pictures = [...(files ?? [])].filter(([name]) => name.startsWith('media/'));
			expect(pictures).toHaveLength(1);
			expect(pictures[0]?.[1].subarray(8, 12)).toEqual(new TextEncoder().encode('WEBP'));
		});

		test('has a signed URL that is valid for one account and a few minutes', async () => {
			const { url } = await ada.client.exportMe();
			const others = url.replace(`/${ada.session.id}.zip`, `/${bola.session.id}.zip`);
			expect((await download(others)).response.status).toBe(403);
			expect((await download(`${url}x`)).response.status).toBe(403);
			expect((await download(url.replace(/ends=\d+/, 'ends=9999999999999'))).response.status).toBe(403);
			expect((await download(url.split('?')[0] ?? '')).response.status).toBe(403);
			clock.advance(limits.signedUrlTtl);
			expect((await download(url)).response.status).toBe(403);
		});

		test('is available during the grace period, and rate-limited', async () => {
			await deleteAccount();
			const session = await logIn(ada);
			const restored = createApiClient(server, session.token);
			const { url } = await restored.exportMe();
			expect((await download(url)).response.status).toBe(200);
			for (let time = 0; time < 4; time++) await restored.exportMe();
			await expect(restored.exportMe()).rejects.toMatchObject({ status: 429 });
		});
	});
});

describeOnBothEngines('concurrent account deletion', (engine) => {
	useServer(engine);

	test('is rejected for the last administrator', async () => {
		const accounts = server.db.tables<AccountTables>();
		const makeAdmin = (person: TestPerson) =>
			accounts.updateTable('accounts').set({ role: 'admin' }).where('id', '=', person.session.id).execute();
		await makeAdmin(ada);
		await expect(deleteAccount()).rejects.toMatchObject({ status: 409 });
		await makeAdmin(bola);
		const both = await Promise.allSettled([deleteAccount(ada), deleteAccount(bola)]);
		expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
		await accounts.updateTable('accounts').set({ role: 'user' }).where('role', '=', 'admin').execute();
	});
});
