import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../contract/limits.ts';
import { uploadResponse } from '../contract/media.ts';
import { type RunningServer, runServer } from '../e2e/support/run-server.ts';
import { onBothEngines } from '../server/platform/testing/database.ts';
import { runFfmpeg } from '../server/platform/transcoding/samples.ts';
import { lamp, requestCapability, sendFile, signUp, type TestPerson, uploadPicture } from '../server/testing/people.ts';
import { makeTestEnvironment, type TestEnvironment } from '../server/testing/start-server.ts';
import { describeLatency } from './support/latency.ts';

const attacks = 30;
const seconds = 60;
const size = '1280x720';

let folder: string;
let long: Buffer;
let short: Buffer;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'kasuwa-attack-'));
	long = await record('long.avi', seconds, size);
	short = await record('short.avi', 1, '320x240');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A video that has to be encoded. */
async function record(name: string, length: number, frame: string): Promise<Buffer> {
	const path = join(folder, name);
	await runFfmpeg('-f', 'lavfi', '-i', `testsrc2=s=${frame}:d=${length}:r=25`, '-c:v', 'mpeg4', '-q:v', '9', path);
	return readFile(path);
}

/** The video's address; null where it was not taken. */
async function upload(person: TestPerson, file: Buffer): Promise<string | null> {
	const capability = await requestCapability(person, 'video', file.length).catch(() => null);
	if (!capability) return null;
	const response = await sendFile(capability, file, 'film.avi');
	const text = await response.text();
	expect([200, 429]).toContain(response.status);
	return response.status === 200 ? uploadResponse.parse(JSON.parse(text)).secure_url : null;
}

async function publish(person: TestPerson, titlevideourl: string): Promise<void> {
	const { id: user_id, user_name } = person.session;
	const body = { titlevideourl, user_id, user_name, categories: 'Motorcycles', description: 'x' } as const;
	await person.client.createVideoAd({ body });
}

/** Milliseconds from the publication of a new seller's video until it plays. */
async function timeUntilReady(server: RunningServer): Promise<number> {
	const seller = await signUp(server);
	const url = await upload(seller, short);
	expect(url).not.toBeNull();
	const from = performance.now();
	await publish(seller, url ?? '');
	for (;;) {
		const { items } = await seller.client.listMyAds({ query: {} });
		expect(items[0]?.state).not.toBe('failed');
		if (items[0]?.state === 'ready') return performance.now() - from;
		await wait(50);
	}
}

async function encodedVideos(dataDir: string): Promise<number> {
	const names = await readdir(join(dataDir, 'files', 'media'), { recursive: true });
	return new Set(names.filter((name) => name.endsWith('.mp4')).map((name) => name.split('/')[0])).size;
}

/** Asks for the feed again and again while `work` goes on; answers how long that took, and what `work` answered. */
async function measureFeed<Result>(
	server: RunningServer,
	work: () => Promise<Result>,
): Promise<{ latency: string; result: Result }> {
	let going = true;
	const done = work().finally(() => {
		going = false;
	});
	const times: number[] = [];
	while (going) {
		const from = performance.now();
		const response = await fetch(`${server.address}/api/feed`);
		await response.arrayBuffer();
		expect(response.status).toBe(200);
		times.push(performance.now() - from);
		// Below the rate at which one address may read.
		await wait(70);
	}
	return { latency: describeLatency(times), result: await done };
}

onBothEngines('an attack with videos', (engine) => {
	let home: TestEnvironment;
	let server: RunningServer;

	test(`a new account that sends ${attacks} videos holds up nobody else's`, async () => {
		home = await makeTestEnvironment({ engine });
		try {
			server = await runServer('endurance/support/api.ts', home.dataDir, home.env);
			const keeper = await signUp(server);
			for (let ad = 0; ad < 3; ad += 1) {
				const { secure_url } = await uploadPicture(keeper);
				await keeper.client.createAd({ body: { ...lamp, pictures: [{ secure_url }] } });
			}
			const before = await measureFeed(server, () => timeUntilReady(server));

			const attacker = await signUp(server);
			const attack = await measureFeed(server, async () => {
				const from = performance.now();
				const taken: string[] = [];
				for (let index = 0; index < attacks; index += 3) {
					const three = await Promise.all(
						Array.from({ length: Math.min(3, attacks - index) }, () => upload(attacker, long)),
					);
					taken.push(...three.flatMap((url) => url ?? []));
				}
				const sent = Math.round(performance.now() - from);
				const ready = await timeUntilReady(server);
				return { taken: taken.length, sent, ready };
			});
			const { taken, sent, ready } = attack.result;
			console.log(
				`${engine}: ${taken} of ${attacks} videos of ${seconds} s taken in ${sent} ms; ` +
					`feed ${before.latency} before, ${attack.latency} during; ` +
					`another's video ready after ${Math.round(before.result)} ms before, ${Math.round(ready)} ms during`,
			);
			expect(taken).toBe(limits.unpublished.video.files);
			// The two that were published.
			expect(await encodedVideos(home.dataDir)).toBe(2);
		} finally {
			await server?.kill();
			await home.remove();
		}
	}, 3_600_000);
});
