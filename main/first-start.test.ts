import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasItemOptions } from '../contract/ads/ad-options.ts';
import type { Client } from '../contract/core/client.ts';
import { listReferencedFiles } from '../server/media/index.ts';
import { defaultEngine, describeOnBothEngines } from '../server/testing/database.ts';
import { createApiClient, signUpAdministrator } from '../server/testing/people.ts';
import {
	makeTestEnvironment,
	startTestServer,
	type TestEnvironment,
	type TestServer,
} from '../server/testing/start-server.ts';
import { sampleAds } from './sample/ads.ts';
import { samplePosts } from './sample/posts.ts';
import { sampleSellers } from './sample/sellers.ts';
import { addSampleContent } from './sample.ts';

const all = { accounts: sampleSellers.length, ads: sampleAds.length, posts: samplePosts.length };

async function listStoredFiles({ files }: TestServer): Promise<string[]> {
	const keys: string[] = [];
	for await (const { key } of files.list('media/')) keys.push(key);
	return keys.sort();
}

async function listFeed(client: Client) {
	const first = await client.getFeed({ query: { limit: 50 } });
	const second = first.next_cursor
		? await client.getFeed({ query: { limit: 50, cursor: first.next_cursor } })
		: { items: [] };
	return [...first.items, ...second.items];
}

describeOnBothEngines('sample content', (engine) => {
	let environment: TestEnvironment;
	let server: TestServer;
	let visitor: Client;

	beforeAll(async () => {
		environment = await makeTestEnvironment({ engine });
		server = await startTestServer({ environment });
		visitor = createApiClient(server);
	}, 120_000);
	afterAll(async () => {
		await server?.close();
		await environment?.remove();
	});

	test('is not added at all if adding it fails', async () => {
		const fail = () => Promise.reject(new Error('The process was killed'));
		const failing = { ...server, comments: { ...server.comments, refreshResponseTime: fail } };
		await expect(addSampleContent(failing)).rejects.toThrow('killed');

		expect(await server.accounts.isEmpty()).toBe(true);
		expect(await listFeed(visitor)).toEqual([]);
		// The sweep would remove the files only after an hour.
		await server.files.remove('media/');
	}, 120_000);

	test('is added once by two processes at the same time', async () => {
		// Only with PostgreSQL can a second process use the same database.
		const second = engine === 'postgres' ? await startTestServer({ environment, runJobs: false }) : server;
		const start = process.cpuUsage();
		await Promise.all([addSampleContent(server), addSampleContent(second)]);
		// Encoding the pictures would take over 20 s of processor time.
		const { user, system } = process.cpuUsage(start);
		expect((user + system) / 1_000_000).toBeLessThan(12);
		if (second !== server) await second.close();

		const admin = await signUpAdministrator(server);
		expect(await admin.client.getSampleContent()).toEqual(all);
		expect(await server.accounts.isEmpty()).toBe(false);
	}, 120_000);

	// The content is the same on both engines.
	if (engine === defaultEngine)
		test('needs no further processing: every listed file is stored', async () => {
			const feed = await listFeed(visitor);
			expect(feed).toHaveLength(sampleAds.filter((ad) => ad.sold_hours_ago === undefined).length);
			expect(new Set(feed.map(({ state }) => state))).toEqual(new Set(['ready']));
			const keys = [];
			for await (const key of listReferencedFiles(server.db)) keys.push(key);
			expect(await listStoredFiles(server)).toEqual(expect.arrayContaining(keys));
			expect(keys.filter((key) => key.endsWith('/original'))).toEqual([]);

			const film = feed.find(({ format }) => format === 'video');
			const { normalads } = await visitor.getVideoAd({ params: { id: String(film?.id), description: 'film' } });
			for (const path of [
				new URL(normalads.titlevideourl, server.address).pathname,
				film?.cover?.url,
				feed[0]?.cover?.url,
			]) {
				expect((await fetch(server.address + path)).status).toBe(200);
			}
		});

	if (engine === defaultEngine)
		test('shows shops with logos, badges, answers, reviews and sold items', async () => {
			const people = [];
			for (const { user_name } of sampleSellers) people.push(await visitor.getUser({ params: { user_name } }));
			for (const { user_image } of people) expect((await fetch(`${server.address}${user_image}`)).status).toBe(200);
			const chidi = people.find(({ user_name }) => user_name === 'chidi_gadgets');
			expect(chidi).toMatchObject({
				verified: ['phone', 'business'],
				business_name: 'Chidi Gadgets Hub Limited',
				response_time: 'hour',
			});
			expect(people.filter(({ response_time }) => response_time).length).toBeGreaterThanOrEqual(4);
			expect(people.filter(({ rating }) => rating).length).toBeGreaterThanOrEqual(24);
			const { sold } = await visitor.countUserAds({ params: { user_name: 'obinna_woodworks' }, query: {} });
			expect(sold).toBe(1);
		});

	if (engine === defaultEngine)
		test('has similar ads from other sellers for every ad that is for sale', async () => {
			for (const { id, seller, category } of await listFeed(visitor)) {
				const { items } = await visitor.listSimilarAds({ params: { id: String(id) } });
				expect(items.some((ad) => ad.seller.id !== seller.id && ad.category === category)).toBe(true);
			}
			expect(sampleAds.every(({ category, delivery }) => hasItemOptions(category) === (delivery !== undefined))).toBe(
				true,
			);
		});

	test('is removed whole by an administrator, and not added again', async () => {
		const admin = await signUpAdministrator(server);
		expect(await admin.client.removeSampleContent()).toEqual(all);
		expect(await listFeed(visitor)).toEqual([]);
		await server.jobs.whenIdle();

		expect((await admin.client.listUsers({ query: { state: 'sample' } })).items).toEqual([]);
		const keys = [];
		for await (const key of listReferencedFiles(server.db)) keys.push(key);
		expect(keys).toEqual([]);
		expect(await server.accounts.isEmpty()).toBe(false);
	}, 120_000);
});
