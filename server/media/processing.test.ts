import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as mediaApiText from '../../contract/text/media-api.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { type FaultyFfmpeg, makeFaultyFfmpeg } from '../testing/faulty-ffmpeg.ts';
import { makeVideo } from '../testing/media-files.ts';
import { signUp, type TestPerson, uploadVideo } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { furtherRenditionsJob, prepareJob, transcodeJob } from './job-definitions.ts';
import type { MediaTables } from './tables.ts';

const hour = 3_600_000;

let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;

async function rows() {
	return server.db.tables<MediaTables>().selectFrom('media').selectAll().orderBy('id').execute();
}

async function publish(person: TestPerson, secureUrl: string): Promise<number> {
	const { id: user_id, user_name } = person.session;
	const body = { titlevideourl: secureUrl, user_id, user_name, categories: 'Motorcycles', description: 'x' } as const;
	return (await person.client.createVideoAd({ body })).id;
}

describe('a video', () => {
	beforeAll(async () => {
		clock = fakeClock(Date.now());
		server = await startTestServer({ clock });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		seller = await signUp(server);
	});

	test('whose streams can be copied plays before it is published, and is made smaller once it is', async () => {
		const { secure_url } = await uploadVideo(seller);
		await server.jobs.whenIdle();
		const before = (await rows()).at(-1);
		expect(before).toMatchObject({ state: 'ready', attached_at: null });
		const original = `media/${before?.public_id}/original`;
		expect(await server.files.size(original)).not.toBeNull();
		await publish(seller, secure_url);
		await server.jobs.whenIdle();
		expect(await server.files.size(original)).toBeNull();
	});

	test('that has to be encoded gets its poster at once, and is encoded once it is published', async () => {
		const { secure_url } = await uploadVideo(seller, await makeVideo('small.avi'));
		await server.jobs.whenIdle();
		expect((await rows()).at(-1)).toMatchObject({ state: 'processing', renditions: null, picture: expect.any(String) });
		const id = await publish(seller, secure_url);
		await server.jobs.whenIdle();
		expect((await seller.client.listMyAds({ query: {} })).items[0]).toMatchObject({ id, state: 'ready' });
		expect(await server.jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 0 });
	});

	test('that is published while it is looked at is encoded once', async () => {
		const avi = await makeVideo('small.avi');
		const ids: number[] = [];
		for (let round = 0; round < 3; round += 1) {
			const { secure_url } = await uploadVideo(seller, avi);
			ids.push(await publish(seller, secure_url));
		}
		await server.jobs.whenIdle();
		const { items } = await seller.client.listMyAds({ query: {} });
		expect(items.map(({ id, state }) => [id, state])).toEqual(ids.toReversed().map((id) => [id, 'ready']));
	});

	test('that is finished needs no original: a job that comes again is done', async () => {
		const { secure_url } = await uploadVideo(seller);
		await publish(seller, secure_url);
		await server.jobs.whenIdle();
		const media_id = (await rows()).at(-1)?.id ?? 0;
		for (const job of [prepareJob, transcodeJob, furtherRenditionsJob]) {
			await server.db.transaction((tx) => server.jobs.add(tx, job, { media_id }));
		}
		await server.jobs.whenIdle();
		expect(await server.jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 0 });
	});
});

describe('a video that cannot be processed', () => {
	let ffmpeg: FaultyFfmpeg;
	beforeAll(async () => {
		ffmpeg = await makeFaultyFfmpeg();
	});
	afterAll(() => ffmpeg.remove());
	beforeEach(async () => {
		await ffmpeg.setFault('no');
		vi.stubEnv('PATH', ffmpeg.searchPath);
		clock = fakeClock(Date.now());
		// Jobs of PostgreSQL do not follow the clock of a test.
		server = await startTestServer({ engine: 'sqlite', clock });
		seller = await signUp(server);
	});
	afterEach(() => server.close());

	const ownAd = async () => (await seller.client.listMyAds({ query: {} })).items[0];

	/** Lets so many tries end. */
	async function tryAgain(times: number): Promise<void> {
		for (let tries = 0; tries < times; tries += 1) {
			await server.jobs.whenIdle();
			clock.advance(hour);
		}
	}

	test('because of its file is tried three times, and its seller is told to save it as MP4', async () => {
		const { secure_url } = await uploadVideo(seller, await makeVideo('small.avi'));
		await server.jobs.whenIdle();
		await ffmpeg.setFault('broken');
		await publish(seller, secure_url);
		await tryAgain(2);
		expect(await ownAd()).toMatchObject({ state: 'processing' });
		await tryAgain(1);
		expect(await ownAd()).toMatchObject({
			state: 'failed',
			failure: mediaApiText.videoNotProcessed,
		});
	});

	test('because of a full disk is not blamed, and can be tried again without being sent', async () => {
		await ffmpeg.setFault('full');
		const { secure_url } = await uploadVideo(seller, await makeVideo('small.avi'));
		const id = await publish(seller, secure_url);
		await tryAgain(3);
		expect(await ownAd()).toMatchObject({ state: 'processing' });
		await tryAgain(12);
		expect(await ownAd()).toMatchObject({ state: 'failed', failure: null });
		await ffmpeg.setFault('no');
		expect(await seller.client.retryAd({ params: { id: String(id) } })).toMatchObject({ state: 'processing' });
		await server.jobs.whenIdle();
		expect(await ownAd()).toMatchObject({ state: 'ready', failure: null });
		expect(await server.jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 0 });
	});

	test('because of a full disk can be tried again by an administrator', async () => {
		await ffmpeg.setFault('full');
		const { secure_url } = await uploadVideo(seller, await makeVideo('small.avi'));
		await publish(seller, secure_url);
		await tryAgain(15);
		const [failed] = await server.jobs.listFailed(1);
		await ffmpeg.setFault('no');
		expect(await server.jobs.retry(failed?.id ?? '')).toBe(true);
		await server.jobs.whenIdle();
		expect(await ownAd()).toMatchObject({ state: 'ready', failure: null });
	});

	test('because of a full disk before it is published is tried again when it is', async () => {
		await ffmpeg.setFault('full');
		const { secure_url } = await uploadVideo(seller);
		await tryAgain(15);
		expect(await rows()).toMatchObject([{ state: 'failed', failure: null }]);
		await ffmpeg.setFault('no');
		await publish(seller, secure_url);
		await server.jobs.whenIdle();
		expect(await ownAd()).toMatchObject({ state: 'ready' });
	});
});
