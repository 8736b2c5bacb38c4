import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type RunningServer, runServer } from '../e2e/support/run-server.ts';
import { makeFaultyFfmpeg } from '../server/testing/faulty-ffmpeg.ts';
import { makeVideo } from '../server/testing/media-files.ts';
import { createApiClient, signUp, uploadVideo } from '../server/testing/people.ts';
import { makeTestEnvironment } from '../server/testing/start-server.ts';

/** Number of times that the server is killed, more than the number of tries of a job. A kill must not count as a failed try. */
const kills = 8;
const waitOptions = { timeout: 300_000, interval: 100 };

test(`${kills} kills during processing do not mark the video as failed`, { timeout: 3_600_000 }, async () => {
	const environment = await makeTestEnvironment();
	const ffmpeg = await makeFaultyFfmpeg();
	const env = { ...environment.env, PATH: ffmpeg.searchPath };
	const staging = join(environment.dataDir, 'staging');
	let server: RunningServer | undefined;
	try {
		server = await runServer('endurance/support/api.ts', environment.dataDir, env);
		const seller = await signUp(server);
		await ffmpeg.setFault('endless');
		const { secure_url: titlevideourl } = await uploadVideo(seller, await makeVideo('small.avi'));
		const { id: user_id, user_name } = seller.session;
		const form = { titlevideourl, user_id, user_name, categories: 'Motorcycles', description: 'x' } as const;
		await seller.client.createVideoAd({ body: form });
		for (let kill = 0; kill < kills; kill += 1) {
			const client = createApiClient(server, seller.token);
			await vi.waitFor(async () => {
				// During processing, the ad has a cover and the staging folder is not empty. A server start empties the folder.
				expect((await client.listMyAds({ query: {} })).items[0]?.cover).not.toBeNull();
				expect(await readdir(staging)).not.toEqual([]);
			}, waitOptions);
			await server.kill();
			server = await runServer('endurance/support/api.ts', environment.dataDir, env);
		}
		await ffmpeg.setFault('no');
		const client = createApiClient(server, seller.token);
		await vi.waitFor(async () => {
			const { items } = await client.listMyAds({ query: {} });
			expect(items[0]).toMatchObject({ state: 'ready', failure: null });
		}, waitOptions);
	} finally {
		await server?.kill();
		await ffmpeg.remove();
		await environment.remove();
	}
});
