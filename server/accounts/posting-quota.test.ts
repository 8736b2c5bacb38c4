import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import * as accountsApiText from '../../contract/text/accounts-api.ts';
import type { Engine } from '../platform/database/index.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { defaultEngine, onBothEngines } from '../platform/testing/database.ts';
import {
	createApiClient,
	lamp,
	postPictureAd,
	signUp,
	signUpAdministrator,
	type TestPerson,
} from '../testing/people.ts';
import { seedAd, seedMedia } from '../testing/seed-ads.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import type { AccountTables } from './tables.ts';

let server: TestServer;
let clock: FakeClock;
let person: TestPerson;

const pace = {
	unverified: { ads: 2, posts: 3, comments: 4 },
	verified: { ads: 3, posts: 4, comments: 5 },
	older: { ads: 4, posts: 5, comments: 6 },
};
const hour = 3_600_000;

const post = (who = person) => who.client.createPost({ body: { kind: 'tweet', text: 'Fresh garri' } });

/** How many go through until one is refused, and how it is. */
async function untilRefused(make: () => Promise<unknown>): Promise<{ made: number; refusal: unknown }> {
	for (let made = 0; made < 10; made += 1) {
		try {
			await make();
		} catch (refusal) {
			return { made, refusal };
		}
	}
	throw new Error('Nothing was refused');
}

async function retryAfter(): Promise<string | null> {
	const response = await fetch(`${server.address}/api/posts`, {
		method: 'POST',
		headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
		body: JSON.stringify({ kind: 'tweet', text: 'Fresh garri' }),
	});
	expect(response.status).toBe(429);
	await response.arrayBuffer();
	return response.headers.get('retry-after');
}

const verify = (who = person) =>
	server.db
		.tables<AccountTables>()
		.updateTable('accounts')
		.set({ email_verified_at: clock.now() })
		.where('id', '=', who.session.id)
		.execute();

function useServer(engine: Engine = defaultEngine): void {
	beforeAll(async () => {
		clock = fakeClock();
		server = await startTestServer({ engine, clock, postingQuota: pace });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		person = await signUp(server);
	});
}

describe('how much an account posts a day', () => {
	useServer();

	test('is little while it is new, and more once its address is confirmed', async () => {
		const { made, refusal } = await untilRefused(post);
		expect(made).toBe(3);
		expect(refusal).toMatchObject({
			status: 429,
			problem: { message: accountsApiText.mostUnconfirmed(3, 'posts', 4) },
		});
		expect(await retryAfter()).toBe('86400');
		await verify();
		expect((await untilRefused(post)).made).toBe(1);
		clock.advance(24 * hour);
		expect((await untilRefused(post)).made).toBe(5);
		const { refusal: later } = await untilRefused(post);
		expect(later).toMatchObject({
			status: 429,
			problem: { message: accountsApiText.mostADay(5, 'posts') },
		});
	});

	test('says when it is a day old, where that is sooner', async () => {
		clock.advance(20 * hour);
		await untilRefused(post);
		expect(await retryAfter()).toBe(String(4 * 3600));
		clock.advance(4 * hour);
		await post();
	});

	test('counts ads, posts and comments apart, and only what was posted', async () => {
		const form = { ...lamp, pictures: [{ secure_url: '/media/none' }] };
		for (let index = 0; index < 5; index += 1) {
			await expect(person.client.createAd({ body: form })).rejects.toMatchObject({ status: 422 });
		}
		await postPictureAd(person);
		const { id, user_name } = person.session;
		const { secure_url } = await server.db.transaction((tx) => seedMedia(tx, person, 'video'));
		const { title, category, description } = lamp;
		const video = { titlevideourl: secure_url, user_id: id, user_name, categories: category, title, description };
		await person.client.createVideoAd({ body: video });
		expect(await untilRefused(() => postPictureAd(person))).toMatchObject({ made: 0, refusal: { status: 429 } });
		const params = { target: 'ads' as const, id: String(await seedAd(server, person)) };
		const comment = () => person.client.createComment({ params, body: { text: 'Is it new?' } });
		expect((await untilRefused(comment)).made).toBe(4);
		expect((await untilRefused(post)).made).toBe(3);
	});

	test('is told before a video for everyone is sent, and asking uses nothing up', async () => {
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

	test('grows with how well it is known', () => {
		const { unverified, verified, older } = limits.postingQuota;
		for (const what of ['ads', 'posts', 'comments'] as const) {
			expect(verified[what]).toBeGreaterThan(unverified[what]);
			expect(older[what]).toBeGreaterThan(verified[what]);
		}
	});
});

onBothEngines('what an account may post', (engine) => {
	useServer(engine);

	test('is not more for deleting, or for asking at the same moment', async () => {
		const { id } = await post();
		await person.client.deletePost({ params: { id: String(id) } });
		const asked = await Promise.allSettled(Array.from({ length: 8 }, () => post()));
		expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
		// A repeat of what went through is no second one.
		const admin = await signUpAdministrator(server);
		for (let index = 0; index < 10; index += 1) await post(admin);
		expect((await createApiClient(server).listPosts({ query: { limit: 50 } })).items.length).toBeGreaterThan(10);
	});
});
