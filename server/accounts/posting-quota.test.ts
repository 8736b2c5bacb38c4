import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import type { Engine } from '../database/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import {
	createApiClient,
	exampleAdForm,
	postPictureAd,
	signUp,
	signUpAdministrator,
	type TestPerson,
} from '../testing/people.ts';
import { seedAd, seedUpload } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import type { AccountTables } from './tables.ts';

let server: TestServer;
let clock: FakeClock;
let person: TestPerson;

const postingQuota = {
	unverified: { ads: 2, posts: 3, comments: 4, contacts: 4, reviews: 4, reports: 4 },
	verified: { ads: 3, posts: 4, comments: 5, contacts: 5, reviews: 5, reports: 5 },
	older: { ads: 4, posts: 5, comments: 6, contacts: 6, reviews: 6, reports: 6 },
};
const hour = 3_600_000;

const post = (poster = person) => poster.client.createPost({ body: { kind: 'tweet', text: 'Fresh garri' } });

/** Calls `create` until the quota rejects a call. Returns the number of successful calls and the error. */
async function postUntilRejected(create: () => Promise<unknown>): Promise<{ count: number; rejection: unknown }> {
	for (let count = 0; count < 10; count += 1) {
		try {
			await create();
		} catch (rejection) {
			return { count, rejection };
		}
	}
	throw new Error('Nothing was rejected');
}

async function getRetryAfter(): Promise<string | null> {
	const response = await fetch(`${server.address}/api/posts`, {
		method: 'POST',
		headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ kind: 'tweet', text: 'Fresh garri' }),
	});
	expect(response.status).toBe(429);
	await response.arrayBuffer();
	return response.headers.get('retry-after');
}

const verify = (poster = person) =>
	server.db
		.tables<AccountTables>()
		.updateTable('accounts')
		.set({ email_verified_at: clock.now() })
		.where('id', '=', poster.session.id)
		.execute();

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		clock = createFakeClock();
		server = await startTestServer({ engine, clock, postingQuota });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		person = await signUp(server);
	});
}

describe('posting quota', () => {
	useServer();

	test('is low for a new account, and higher once its email address is verified', async () => {
		const { count, rejection } = await postUntilRejected(post);
		expect(count).toBe(3);
		expect(rejection).toMatchObject({
			status: 429,
			problem: { message: accountsApiText.mostUnconfirmed(3, 'posts', 4) },
		});
		expect(await getRetryAfter()).toBe('86400');
		await verify();
		expect((await postUntilRejected(post)).count).toBe(1);
		clock.advance(24 * hour);
		expect((await postUntilRejected(post)).count).toBe(5);
		const { rejection: later } = await postUntilRejected(post);
		expect(later).toMatchObject({
			status: 429,
			problem: { message: accountsApiText.mostADay(5, 'posts') },
		});
	});

	test('returns the time until the account is a day old, if that is sooner', async () => {
		clock.advance(20 * hour);
		await postUntilRejected(post);
		expect(await getRetryAfter()).toBe(String(4 * 3600));
		clock.advance(4 * hour);
		await post();
	});

	test('counts ads, posts and comments separately, and only successful ones', async () => {
		const form = { ...exampleAdForm, pictures: [{ secure_url: '/media/none' }] };
		for (let index = 0; index < 5; index += 1) {
			await expect(person.client.createAd({ body: form })).rejects.toMatchObject({ status: 422 });
		}
		await postPictureAd(person);
		const { id, user_name } = person.session;
		const { secure_url } = await seedUpload(server, person, 'video');
		const { title, category, description } = exampleAdForm;
		const video = { titlevideourl: secure_url, user_id: id, user_name, categories: category, title, description };
		await person.client.createVideoAd({ body: video });
		expect(await postUntilRejected(() => postPictureAd(person))).toMatchObject({
			count: 0,
			rejection: { status: 429 },
		});
		const params = { target: 'ads' as const, id: String(await seedAd(server, person)) };
		const comment = () => person.client.createComment({ params, body: { text: 'Is it new?' } });
		expect((await postUntilRejected(comment)).count).toBe(4);
		expect((await postUntilRejected(post)).count).toBe(3);
	});

	test('is checked before the upload of a public video, without using it up', async () => {
		const body = { kind: 'video', bytes: 1000, file_name: 'a.mp4' } as const;
		for (let index = 0; index < 5; index += 1) await person.client.createUpload({ body });
		await postPictureAd(person);
		await person.client.createUpload({ body });
		await postPictureAd(person);
		await expect(person.client.createUpload({ body })).rejects.toMatchObject({
			status: 429,
			problem: { message: accountsApiText.mostUnconfirmed(2, 'ads', 3) },
		});
		await person.client.createUpload({ body: { ...body, kind: 'image' } });
		await verify();
		await person.client.createUpload({ body });
		clock.advance(24 * hour);
		await person.client.createUpload({ body });
	});

	test('grows with the trust level', () => {
		const { unverified, verified, older } = limits.postingQuota;
		for (const kind of ['ads', 'posts', 'comments'] as const) {
			expect(verified[kind]).toBeGreaterThan(unverified[kind]);
			expect(older[kind]).toBeGreaterThan(verified[kind]);
		}
	});
});

describeOnBothEngines('concurrent posts', (engine) => {
	useServer(engine);

	test('do not exceed the quota, which deletions do not restore', async () => {
		const { id } = await post();
		await person.client.deletePost({ params: { id: String(id) } });
		const results = await Promise.allSettled(Array.from({ length: 8 }, () => post()));
		expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
		// Administrators have no posting quota.
		const admin = await signUpAdministrator(server);
		for (let index = 0; index < 10; index += 1) await post(admin);
		expect((await createApiClient(server).listPosts({ query: { limit: 50 } })).items.length).toBeGreaterThan(10);
	});
});
