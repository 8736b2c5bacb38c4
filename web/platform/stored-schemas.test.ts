import { type DataTag, QueryClient } from '@tanstack/react-query';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import type { z } from 'zod';
import type { AdCard } from '../../contract/ads/ads.ts';
import { type Client, NetworkError } from '../../contract/core/client.ts';
import type { ModuleContent } from '../../contract/courses/courses.ts';
import type { Post } from '../../contract/posts/posts.ts';
import { adQuery, videoQuery } from '../ads/queries.ts';
import { lessonQuery, modulesQuery, progressQuery } from '../courses/learning-queries.ts';
import { feedQuery, forYouQuery } from '../feed/queries.ts';
import { savedItemQuery } from '../saved-items/queries.ts';
import { makeAd, makeAdCard } from '../testing/ads.ts';
import { fakeApi, type ReceivedCall, throwNetworkError } from '../testing/fake-api.ts';
import { makePost } from '../testing/posts.ts';
import { makeVideoAd } from '../testing/videos.ts';
import { listIndexedDbNames, readFromIndexedDb, storeInIndexedDb } from './indexed-db.ts';
import { buildPersistMeta, createQueryPersister, persistedQueryPrefix } from './persisted-queries.ts';
import { isValidCall, type PersistedSchemas } from './stored-schemas.ts';

type Persisted<Name extends keyof PersistedSchemas> = z.output<PersistedSchemas[Name]>;
type QueryData<Options extends (...args: never[]) => { queryKey: unknown }> =
	ReturnType<Options>['queryKey'] extends DataTag<unknown, infer Data, infer _Error> ? Data : never;

const account = 7;
const size = { url: 'https://media.example/1.jpg', width: 320, height: 240, bytes: 4000 };
const picture = { url: size.url, width: 320, height: 240, placeholder: null, sizes: [size] };
const { hidden, ...talk } = makePost(3, {
	kind: 'talk',
	category: 'Motorcycles',
	images: [picture],
	edited_at: '2026-11-02T09:00:00.000Z',
});
const video: AdCard = makeAdCard(1, {
	format: 'video',
	cover: picture,
	pictures: 0,
	video: { duration_ms: 45_000, bytes: 9 },
});
const moduleSummary = { module: 1, title: 'Routes', has_text: true, has_video: true };
const file = { duration_ms: 45_000, poster: picture, renditions: [{ ...size, fragmented: null }], hls: null };
const lesson: ModuleContent = {
	...moduleSummary,
	text: '## Routes',
	video: file,
	video_state: 'ready',
};
const videoAd = makeVideoAd(5, { video: file });
const progress = { course_id: 'cng', percent: 50, done: [1], next: 2, passed: [1], certificate: null };

const first = async <Item>(response: Promise<{ items: Item[] }>) => (await response).items[0] ?? null;

/** One query for each schema of persisted data. */
const persistedQueries = {
	feed: (api: Client) => feedQuery(api, {}),
	forYou: (api: Client) => forYouQuery(api, account),
	ad: (api: Client) => ({ ...adQuery(api, '2'), meta: buildPersistMeta(account, 'ad') }),
	video: (api: Client) => ({
		...videoQuery(api, { id: '5', description: 'film' }),
		meta: buildPersistMeta(account, 'video'),
	}),
	progress: (api: Client) => progressQuery(api, 'cng', account),
	modules: (api: Client) => modulesQuery(api, 'cng'),
	lesson: (api: Client) => lessonQuery(api, 'cng', 1, account),
	wishlist: (api: Client) =>
		savedItemQuery('wishlist', 1, account, () => first(api.listAdsById({ query: { ids: '1' } }))),
	tweets: (api: Client) => savedItemQuery('tweets', 3, account, () => first(api.listPosts({ query: { ids: '3' } }))),
	talks: (api: Client) => savedItemQuery('talks', 4, account, () => first(api.listPosts({ query: { ids: '4' } }))),
};
const names = Object.keys(persistedQueries) as (keyof typeof persistedQueries)[];

const responses = {
	getFeed: () => ({ items: [video, makeAdCard(2, { price_kobo: null, price: null, place: null })], next_cursor: 'b' }),
	getForYou: () => ({
		items: [
			{ type: 'ad', ad: video, reason: 'popular', why: 'Popular right now' } as const,
			{ type: 'post', post: talk, reason: 'fresh', why: 'New today' } as const,
		],
		next_cursor: null,
	}),
	getAd: () => makeAd(2, { cover: picture, gallery: [picture] }),
	getVideoAd: () => ({ normalads: videoAd }),
	getProgress: () => progress,
	listModules: () => ({ items: [moduleSummary] }),
	getModule: () => lesson,
	listAdsById: () => ({ items: [video] }),
	listPosts: ({ query }: ReceivedCall) => ({ items: query.ids === '3' ? [talk] : [], next_cursor: null }),
};

beforeEach(() => {
	vi.stubGlobal('indexedDB', new IDBFactory());
	vi.stubGlobal('IDBKeyRange', IDBKeyRange);
});

function openTab() {
	const persistence = createQueryPersister(() => account);
	const queries = new QueryClient({
		queryCache: persistence.cache,
		defaultOptions: { queries: { persister: persistence.persister, retry: false } },
	});
	const api = fakeApi(responses);
	return {
		api,
		write: persistence.write,
		fetch: (name: keyof typeof persistedQueries): Promise<unknown> => {
			const options = persistedQueries[name](api.client);
			return 'initialPageParam' in options
				? queries.fetchInfiniteQuery(options as never)
				: queries.fetchQuery(options as never);
		},
	};
}

/** Persists every query, applies `change` to each stored entry, and opens a tab without a network. */
async function persistAll(change: (entry: object) => object = (entry) => entry) {
	const tab = openTab();
	for (const name of names) await tab.fetch(name);
	tab.write();
	await vi.waitFor(async () => expect(await listIndexedDbNames(persistedQueryPrefix)).toHaveLength(names.length), {
		timeout: 30_000,
	});
	for (const name of await listIndexedDbNames(persistedQueryPrefix))
		await storeInIndexedDb(name, change((await readFromIndexedDb(name)) as object));
	const later = openTab();
	for (const call of Object.keys(responses)) later.api.handle({ [call]: throwNetworkError });
	return later;
}

const expected = {
	feed: { pages: [responses.getFeed()], pageParams: [null] },
	forYou: { pages: [responses.getForYou()], pageParams: [null] },
	ad: responses.getAd(),
	video: videoAd,
	progress,
	modules: [moduleSummary],
	lesson: { ...lesson, video: null },
	wishlist: video,
	tweets: talk,
	talks: null,
};

describe('persisted queries', () => {
	test.each([
		['with a schema', (entry: object) => entry],
		['without a schema by an earlier version', ({ schema, ...entry }: { schema?: unknown }) => entry],
	])('restores entries stored %s', async (_, change) => {
		const later = await persistAll(change);
		for (const name of names) expect(await later.fetch(name)).toEqual(expected[name]);
	});

	test('drops only the entry with a missing field', async () => {
		const later = await persistAll((entry) => {
			const { schema, data } = entry as { schema: string; data: { percent?: number } };
			if (schema !== 'progress') return entry;
			const { percent, ...rest } = data;
			return { ...entry, data: rest };
		});
		await expect(later.fetch('progress')).rejects.toThrow(NetworkError);
		expect(await listIndexedDbNames(persistedQueryPrefix)).toHaveLength(names.length - 1);
		expect(await later.fetch('lesson')).toEqual(expected.lesson);
	});

	test('drops a For You feed that was stored before it had products', async () => {
		const later = await persistAll((entry) => {
			const { schema } = entry as { schema: string };
			if (schema !== 'forYou') return entry;
			const items = [{ post: talk, reason: 'fresh', why: 'New today' }];
			return { ...entry, data: { pages: [{ items, next_cursor: null }], pageParams: [null] } };
		});
		await expect(later.fetch('forYou')).rejects.toThrow(NetworkError);
		expect(await later.fetch('feed')).toEqual(expected.feed);
	});

	test('have the type of their schema', () => {
		expectTypeOf<QueryData<typeof feedQuery>['pages']>().toEqualTypeOf<Persisted<'feed'>['pages']>();
		expectTypeOf<QueryData<typeof forYouQuery>['pages']>().toEqualTypeOf<Persisted<'forYou'>['pages']>();
		expectTypeOf<QueryData<typeof adQuery>>().toEqualTypeOf<Persisted<'ad'>>();
		expectTypeOf<QueryData<typeof videoQuery>>().toEqualTypeOf<Persisted<'video'>>();
		expectTypeOf<QueryData<typeof progressQuery>>().toEqualTypeOf<Persisted<'progress'>>();
		expectTypeOf<QueryData<typeof modulesQuery>>().toEqualTypeOf<Persisted<'modules'>>();
		expectTypeOf<QueryData<typeof lessonQuery>>().toEqualTypeOf<Persisted<'lesson'>>();
		expectTypeOf<Persisted<'wishlist'>>().toEqualTypeOf<AdCard | null>();
		expectTypeOf<Persisted<'tweets' | 'talks'>>().toEqualTypeOf<Post | null>();
		expect(Object.keys(expected)).toEqual(names);
	});
});

describe('isValidCall', () => {
	const comment = { params: { target: 'ads', id: '7' }, body: { text: 'Nice' } };

	test.each([
		['like', { params: { target: 'ads', id: '7' } }],
		['createComment', comment],
		['createComment', { ...comment, body: { text: 'Nice', parent_id: null } }],
		['createPost', { body: { kind: 'talk', text: 'What is the best generator?' } }],
		// A newer version in another tab may have stored fields that this version does not know. The server validates them.
		['like', comment],
		['createComment', { ...comment, query: {} }],
		['createPost', { body: { kind: 'talk', text: 'Hello', mood: 'glad' } }],
	])('accepts %s %j', (name, input) => {
		expect(isValidCall(name, input)).toBe(true);
	});

	test.each([
		['toString', {}],
		['deleteMe', {}],
		['like', null],
		['createComment', { params: comment.params }],
		['createPost', { body: { kind: 'poem', text: 'Roses' } }],
	])('rejects %s %j', (name, input) => {
		expect(isValidCall(name, input)).toBe(false);
	});
});
