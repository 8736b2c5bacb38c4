import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { parseSegmentIndex } from '../../contract/media/segment-index.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { type FaultyFfmpeg, makeFaultyFfmpeg } from '../testing/faulty-ffmpeg.ts';
import { makeVideo } from '../testing/media-files.ts';
import { createApiClient, signUp, type TestPerson, uploadVideo } from '../testing/people.ts';
import { makeTestEnvironment, startTestServer, type TestServer } from '../testing/start-server.ts';
import { runFfmpeg } from '../testing/video-samples.ts';
import { fragmentVideoJob, furtherRenditionsJob, prepareVideoJob, transcodeVideoJob } from './job-definitions.ts';
import { updateMedia } from './store.ts';
import type { MediaRow, MediaTables, StoredMediaFile } from './tables.ts';

const hour = 3_600_000;

let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;

async function listMedia() {
	return server.db.tables<MediaTables>().selectFrom('media').selectAll().orderBy('id').execute();
}

async function publish(person: TestPerson, secureUrl: string): Promise<number> {
	const { id: user_id, user_name } = person.session;
	const body = { titlevideourl: secureUrl, user_id, user_name, categories: 'Motorcycles', description: 'x' } as const;
	return (await person.client.createVideoAd({ body })).id;
}

const getVideo = async (id: number) =>
	(await createApiClient(server).getVideoAd({ params: { id: String(id), description: 'x' } })).normalads.video;

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.address + path, { headers });

describe('video processing', () => {
	beforeAll(async () => {
		clock = createFakeClock(Date.now());
		server = await startTestServer({ clock });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		seller = await signUp(server);
	});

	test('copies streams before publication, and makes fragmented copies after it, which players load in parts', async () => {
		const { secure_url } = await uploadVideo(seller);
		await server.jobs.whenIdle();
		const before = (await listMedia()).at(-1);
		expect(before).toMatchObject({ state: 'ready', attached_at: null, fragmented: null });
		const original = `media/${before?.public_id}/original`;
		expect(await server.files.size(original)).not.toBeNull();
		const id = await publish(seller, secure_url);
		await server.jobs.whenIdle();
		expect(await server.files.size(original)).toBeNull();
		const video = await getVideo(id);
		expect(video?.renditions.length).toBeGreaterThan(0);
		for (const { fragmented } of video?.renditions ?? []) {
			const { url = '', head = 0, bytes = 0, codecs } = fragmented ?? {};
			expect(codecs).toMatch(/^avc1\.[0-9a-f]{6}(,mp4a\.40\.2)?$/);
			const start = await get(url, { range: `bytes=0-${head - 1}` });
			expect([start.status, start.headers.get('content-range')]).toEqual([206, `bytes 0-${head - 1}/${bytes}`]);
			expect(start.headers.get('content-type')).toBe('video/mp4');
			const segments = parseSegmentIndex(new Uint8Array(await start.arrayBuffer()));
			expect(segments?.[0]?.offset).toBeLessThan(head);
		}
		const playlist = await get(video?.hls ?? '');
		expect(playlist.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
		const listed = (await playlist.text()).split('\n').filter((line) => line.endsWith('.m3u8'));
		expect(listed).toHaveLength(video?.renditions.length ?? 0);
		for (const name of listed) {
			const response = await get(new URL(name, new URL(video?.hls ?? '', server.address)).pathname);
			expect(await response.text()).toContain('#EXT-X-BYTERANGE');
		}
		// Repeated jobs of a finished video complete without its original.
		const media_id = before?.id ?? 0;
		for (const job of [prepareVideoJob, transcodeVideoJob, furtherRenditionsJob, fragmentVideoJob]) {
			await server.db.transaction((tx) => server.jobs.add(tx, job, { media_id }));
		}
		await server.jobs.whenIdle();
		expect(await server.jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 0 });
		await seller.client.deleteAd({ params: { id: String(id) } });
		await server.jobs.whenIdle();
		expect((await get(video?.hls ?? '')).status).toBe(404);
	});

	test('makes the poster before publication, and encodes after it', async () => {
		const { secure_url } = await uploadVideo(seller, await makeVideo('small.avi'));
		await server.jobs.whenIdle();
		expect((await listMedia()).at(-1)).toMatchObject({
			state: 'processing',
			renditions: null,
			picture: expect.any(String),
		});
		const id = await publish(seller, secure_url);
		await server.jobs.whenIdle();
		expect((await seller.client.listMyAds({ query: {} })).items[0]).toMatchObject({ id, state: 'ready' });
		expect(await server.jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 0 });
	});

	test('encodes a video that is published during preparation once', async () => {
		const avi = await makeVideo('small.avi');
		const ids: number[] = [];
		// The first video is published during its preparation, the second one before it.
		for (let round = 0; round < 2; round += 1) {
			const { secure_url } = await uploadVideo(seller, avi);
			ids.push(await publish(seller, secure_url));
		}
		await server.jobs.whenIdle();
		const { items } = await seller.client.listMyAds({ query: {} });
		expect(items.map(({ id, state }) => [id, state])).toEqual(ids.toReversed().map((id) => [id, 'ready']));
	});
});

describe('failed video processing', () => {
	let ffmpeg: FaultyFfmpeg;
	beforeAll(async () => {
		// The videos are made by an ffmpeg without faults.
		await Promise.all([makeVideo('small.mp4'), makeVideo('small.avi')]);
		ffmpeg = await makeFaultyFfmpeg();
	});
	afterAll(() => ffmpeg.remove());
	beforeEach(async () => {
		await ffmpeg.setFault('no');
		vi.stubEnv('PATH', ffmpeg.searchPath);
		clock = createFakeClock(Date.now());
		// PostgreSQL jobs do not use the fake clock.
		server = await startTestServer({ engine: 'sqlite', clock });
		seller = await signUp(server);
	});
	afterEach(() => server.close());

	const getOwnAd = async () => (await seller.client.listMyAds({ query: {} })).items[0];

	/** Runs `times` attempts of the pending job. */
	async function runAttempts(times: number): Promise<void> {
		for (let tries = 0; tries < times; tries += 1) {
			await server.jobs.whenIdle();
			clock.advance(hour);
		}
	}

	/** Runs the first and the last attempt of the pending job, which has 15. */
	async function runFirstAndLastAttempt(): Promise<void> {
		await runAttempts(1);
		await sql`update jobs set failures = 14`.execute(server.db.kysely);
		await runAttempts(1);
	}

	test('gives up after three attempts and tells the seller if the file is at fault', async () => {
		const { secure_url } = await uploadVideo(seller, await makeVideo('small.avi'));
		await server.jobs.whenIdle();
		await ffmpeg.setFault('broken');
		await publish(seller, secure_url);
		await runAttempts(2);
		expect(await getOwnAd()).toMatchObject({ state: 'processing' });
		await runAttempts(1);
		expect(await getOwnAd()).toMatchObject({
			state: 'failed',
			failure: mediaApiText.videoNotProcessed,
		});
	});

	test('does not blame the file for a full disk, and lets the seller retry without a new upload', async () => {
		await ffmpeg.setFault('full');
		const { secure_url } = await uploadVideo(seller, await makeVideo('small.avi'));
		const id = await publish(seller, secure_url);
		await runAttempts(3);
		expect(await getOwnAd()).toMatchObject({ state: 'processing' });
		await runAttempts(12);
		expect(await getOwnAd()).toMatchObject({ state: 'failed', failure: null });
		await ffmpeg.setFault('no');
		expect(await seller.client.retryAd({ params: { id: String(id) } })).toMatchObject({ state: 'processing' });
		await server.jobs.whenIdle();
		expect(await getOwnAd()).toMatchObject({ state: 'ready', failure: null });
		expect(await server.jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 0 });
	});

	test('publishes a video without fragmented copies if they cannot be made', async () => {
		await ffmpeg.setFault('broken');
		const { secure_url } = await uploadVideo(seller);
		const id = await publish(seller, secure_url);
		await runAttempts(3);
		expect((await listMedia()).at(-1)).toMatchObject({ state: 'ready', fragmented: '{"copies":[],"playlists":[]}' });
		const video = await getVideo(id);
		expect(video).toMatchObject({ hls: null });
		expect(video?.renditions.map(({ fragmented }) => fragmented)).toEqual(video?.renditions.map(() => null));
	});

	test('lets an administrator retry after a full disk', async () => {
		await ffmpeg.setFault('full');
		const { secure_url } = await uploadVideo(seller, await makeVideo('small.avi'));
		await publish(seller, secure_url);
		await runFirstAndLastAttempt();
		const [failed] = await server.jobs.listFailed(1);
		await ffmpeg.setFault('no');
		expect(await server.jobs.retry(failed?.id ?? '')).toBe(true);
		await server.jobs.whenIdle();
		expect(await getOwnAd()).toMatchObject({ state: 'ready', failure: null });
	});

	test('retries on publication after a full disk', async () => {
		await ffmpeg.setFault('full');
		const { secure_url } = await uploadVideo(seller);
		await runFirstAndLastAttempt();
		expect(await listMedia()).toMatchObject([{ state: 'failed', failure: null }]);
		await ffmpeg.setFault('no');
		await publish(seller, secure_url);
		await server.jobs.whenIdle();
		expect(await getOwnAd()).toMatchObject({ state: 'ready' });
	});
});

test('makes the fragmented copies of older videos at the next start', async () => {
	// This test needs SQLite, because schedules on PostgreSQL do not use the fake clock.
	const environment = await makeTestEnvironment({ engine: 'sqlite' });
	onTestFinished(() => environment.remove());
	clock = createFakeClock(Date.now());
	server = await startTestServer({ environment, clock });
	seller = await signUp(server);
	const { secure_url } = await uploadVideo(seller);
	const id = await publish(seller, secure_url);
	await server.jobs.whenIdle();
	const before = await getVideo(id);
	expect(before?.hls).not.toBeNull();
	const [media] = await listMedia();
	await server.db.transaction((tx) => updateMedia(tx, media?.id ?? 0, { fragmented: null }));
	await server.close();

	clock.advance(hour);
	server = await startTestServer({ environment, clock });
	onTestFinished(() => server.close());
	await server.jobs.whenIdle();
	expect(await getVideo(id)).toEqual(before);
});

test('checks the fragmented copies of earlier versions at the next start, and replaces only wrong ones', async () => {
	// This test needs SQLite, because schedules on PostgreSQL do not use the fake clock.
	const environment = await makeTestEnvironment({ engine: 'sqlite' });
	onTestFinished(() => environment.remove());
	clock = createFakeClock(Date.now());
	server = await startTestServer({ environment, clock });
	seller = await signUp(server);
	const ids: number[] = [];
	for (let count = 0; count < 2; count += 1) {
		ids.push(await publish(seller, (await uploadVideo(seller)).secure_url));
		await server.jobs.whenIdle();
	}
	const [right, wrong] = await Promise.all(ids.map(getVideo));
	const [{ id: rightId }, { id: wrongId, public_id, renditions }] = (await listMedia()) as [MediaRow, MediaRow];

	// An earlier version copied sound that begins 0.7 s late, and lost these 0.7 s in the fragmented copy.
	const [{ name = '' } = {}] = JSON.parse(renditions ?? '[]') as StoredMediaFile[];
	const folder = await mkdtemp(join(tmpdir(), 'copies-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const [source, late, copy] = [join(folder, 'source.mp4'), join(folder, 'late.mp4'), join(folder, 'copy.mp4')];
	await runFfmpeg('-f', 'lavfi', '-i', 'testsrc2=s=160x120:d=2', '-f', 'lavfi', '-i', 'sine=d=2', source);
	await runFfmpeg('-i', source, '-itsoffset', '0.7', '-i', source, '-map', '0:v', '-map', '1:a', '-c', 'copy', late);
	await runFfmpeg('-i', late, '-c', 'copy', '-movflags', '+cmaf+frag_keyframe+global_sidx', '-f', 'mp4', copy);
	await server.files.write(`media/${public_id}/${name}`, { path: late }, 'video/mp4');
	const copyName = name.replace('.mp4', '-fragmented.mp4');
	await server.files.write(`media/${public_id}/${copyName}`, { path: copy }, 'video/mp4');
	await server.db.transaction(async (tx) => {
		for (const id of [rightId, wrongId]) await updateMedia(tx, id, { unchecked_copies: 1 });
	});
	await server.close();

	clock.advance(hour);
	server = await startTestServer({ environment, clock });
	onTestFinished(() => server.close());
	await server.jobs.whenIdle();
	expect(await getVideo(ids[0] ?? 0)).toEqual(right);
	const replaced = await getVideo(ids[1] ?? 0);
	expect(replaced?.hls).toMatch(/master-2\.m3u8$/);
	expect(wrong?.hls).toMatch(/master\.m3u8$/);
	for (const { url, fragmented } of replaced?.renditions ?? []) {
		expect(url).toContain('-encoded.mp4');
		expect((await get(url)).status).toBe(200);
		const bytes = new Uint8Array(await (await get(fragmented?.url ?? '')).arrayBuffer());
		const last = parseSegmentIndex(bytes)?.at(-1);
		expect(Math.abs((last?.start ?? 0) + (last?.duration ?? 0) - 2.7)).toBeLessThan(0.06);
	}
	expect(await server.files.size(`media/${public_id}/${name}`)).toBeNull();
	expect((await listMedia()).map(({ unchecked_copies }) => unchecked_copies)).toEqual([0, 0]);
	expect(await server.jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 0 });
});
