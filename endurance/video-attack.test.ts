import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as mediaLimits from '../contract/media/limits.ts';
import { uploadResponseSchema } from '../contract/media/media.ts';
import { type RunningServer, runServer } from '../e2e/support/run-server.ts';
import { describeOnBothEngines } from '../server/testing/database.ts';
import {
	exampleAdForm,
	requestUploadCapability,
	sendFile,
	signUp,
	type TestPerson,
	uploadPicture,
} from '../server/testing/people.ts';
import { makeTestEnvironment, type TestEnvironment } from '../server/testing/start-server.ts';
import { runFfmpeg } from '../server/testing/video-samples.ts';
import { formatLatencySummary } from './support/latency.ts';

const attacks = 30;
const seconds = 60;
const size = '1280x720';

let folder: string;
let longVideo: Buffer;
let shortVideo: Buffer;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'kasuwa-attack-'));
	longVideo = await record('long.avi', seconds, size);
	shortVideo = await record('short.avi', 1, '320x240');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function record(name: string, length: number, frame: string): Promise<Buffer> {
	const path = join(folder, name);
	await runFfmpeg('-f', 'lavfi', '-i', `testsrc2=s=${frame}:d=${length}:r=25`, '-c:v', 'mpeg4', '-q:v', '9', path);
	return readFile(path);
}

/** Uploads a video. Returns its URL, or null if the server rejected the upload. */
async function upload(person: TestPerson, file: Buffer): Promise<string | null> {
	const capability = await requestUploadCapability(person, 'video', file.length).catch(() => null);
	if (!capability) return null;
	const response = await sendFile(capability, file, 'film.avi');
	const text = await response.text();
	expect([200, 429]).toContain(response.status);
	return response.status === 200 ? uploadResponseSchema.parse(JSON.parse(text)).secure_url : null;
}

async function publish(person: TestPerson, titlevideourl: string): Promise<void> {
	const { id: user_id, user_name } = person.session;
	const body = { titlevideourl, user_id, user_name, categories: 'Motorcycles', description: 'x' } as const;
	await person.client.createVideoAd({ body });
}

/** Publishes the video of a new seller. Returns the milliseconds until the video is playable. */
async function measureTimeUntilReady(server: RunningServer): Promise<number> {
	const seller = await signUp(server);
	const url = await upload(seller, shortVideo);
	expect(url).not.toBeNull();
	const start = performance.now();
	await publish(seller, url ?? '');
	for (;;) {
		const { items } = await seller.client.listMyAds({ query: {} });
		expect(items[0]?.state).not.toBe('failed');
		if (items[0]?.state === 'ready') return performance.now() - start;
		await wait(50);
	}
}

async function countEncodedVideos(dataDir: string): Promise<number> {
	const names = await readdir(join(dataDir, 'files', 'media'), { recursive: true });
	return new Set(names.filter((name) => name.endsWith('.mp4')).map((name) => name.split('/')[0])).size;
}

/** Requests the feed repeatedly while `work` runs. Returns the latency of the feed and the result of `work`. */
async function measureFeed<Result>(
	server: RunningServer,
	work: () => Promise<Result>,
): Promise<{ latency: string; result: Result }> {
	let isRunning = true;
	const done = work().finally(() => {
		isRunning = false;
	});
	const times: number[] = [];
	while (isRunning) {
		const start = performance.now();
		const response = await fetch(`${server.address}/api/feed`);
		await response.arrayBuffer();
		expect(response.status).toBe(200);
		times.push(performance.now() - start);
		// The pause keeps the number of requests below the read limit of one address.
		await wait(70);
	}
	return { latency: formatLatencySummary(times), result: await done };
}

describeOnBothEngines('an attack with videos', (engine) => {
	let environment: TestEnvironment;
	let server: RunningServer;

	test(`${attacks} uploads of one account do not delay the video of another`, async () => {
		environment = await makeTestEnvironment({ engine });
		try {
			server = await runServer('endurance/support/api.ts', environment.dataDir, environment.env);
			const owner = await signUp(server);
			for (let ad = 0; ad < 3; ad += 1) {
				const { secure_url } = await uploadPicture(owner);
				await owner.client.createAd({ body: { ...exampleAdForm, pictures: [{ secure_url }] } });
			}
			const before = await measureFeed(server, () => measureTimeUntilReady(server));

			const attacker = await signUp(server);
			const attack = await measureFeed(server, async () => {
				const start = performance.now();
				const accepted: string[] = [];
				for (let index = 0; index < attacks; index += 3) {
					const batch = await Promise.all(
						Array.from({ length: Math.min(3, attacks - index) }, () => upload(attacker, longVideo)),
					);
					accepted.push(...batch.flatMap((url) => url ?? []));
				}
				const sent = Math.round(performance.now() - start);
				const ready = await measureTimeUntilReady(server);
				return { accepted: accepted.length, sent, ready };
			});
			const { accepted, sent, ready } = attack.result;
			console.log(
				`${engine}: ${accepted} of ${attacks} videos of ${seconds} s accepted in ${sent} ms; ` +
					`feed ${before.latency} before, ${attack.latency} during; ` +
					`another's video ready after ${Math.round(before.result)} ms before, ${Math.round(ready)} ms during`,
			);
			expect(accepted).toBe(mediaLimits.unpublished.video.files);
			expect(await countEncodedVideos(environment.dataDir)).toBe(2);
		} finally {
			await server?.kill();
			await environment.remove();
		}
	}, 3_600_000);
});
