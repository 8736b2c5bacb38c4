import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningServer, runServer } from '../e2e/support/run-server.ts';
import type { FileStore } from '../server/files/index.ts';
import { createS3FileStore } from '../server/files/s3.ts';
import { createApiClient, postPictureAd, postVideoAd, signUp, type TestPerson } from '../server/testing/people.ts';
import { canRunEnvironment, makeTestEnvironment, type TestEnvironment } from '../server/testing/start-server.ts';

const onPostgresAndS3 = { engine: 'postgres', files: 's3' } as const;

describe.skipIf(!canRunEnvironment(onPostgresAndS3))('two processes on one PostgreSQL and one bucket', () => {
	let environment: TestEnvironment;
	let folder: string;
	let first: RunningServer;
	let second: RunningServer;
	let bucket: FileStore;
	let seller: TestPerson;

	beforeAll(async () => {
		environment = await makeTestEnvironment(onPostgresAndS3);
		folder = await mkdtemp(join(tmpdir(), 'kasuwa-replicas-'));
		const { S3_ENDPOINT: endpoint, S3_REGION: region = '', S3_BUCKET: name = '' } = environment.env;
		const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = environment.env;
		bucket = createS3FileStore({ endpoint, region, bucket: name, accessKeyId, secretAccessKey, forcePathStyle: true });
		// Each server has its own disk, so they can share data only through the database and the bucket.
		const start = (name: string, workers: 'on' | 'off') => {
			const env = { ...environment.env, DATA_DIR: join(folder, name), WORKERS: workers, SAMPLE_CONTENT: 'off' };
			return runServer('endurance/support/api.ts', env.DATA_DIR, env);
		};
		first = await start('first', 'off');
		second = await start('second', 'on');
		seller = await signUp(first);
	}, 120_000);

	afterAll(async () => {
		bucket?.close();
		await first?.stop();
		await second?.stop();
		await environment?.remove();
		await rm(folder, { recursive: true, force: true });
	});

	async function listKeys(): Promise<string[]> {
		const keys: string[] = [];
		for await (const { key } of bucket.list('')) keys.push(key);
		return keys;
	}

	async function fetchBytes(server: RunningServer, path: string): Promise<Buffer> {
		const response = await fetch(server.address + path);
		expect(response.status).toBe(200);
		return Buffer.from(await response.arrayBuffer());
	}

	test('serve a picture that the other received, and delete it in both', async () => {
		const { id, cover } = await postPictureAd(seller);
		const path = cover?.url ?? '';

		const params = { id: String(id) };
		expect((await createApiClient(second).getAd({ params })).cover?.url).toBe(path);
		expect(await fetchBytes(second, path)).toEqual(await fetchBytes(first, path));
		await createApiClient(second, seller.token).deleteAd({ params });

		await vi.waitFor(async () => expect(await listKeys()).toEqual([]), { timeout: 60_000, interval: 200 });
		for (const server of [first, second]) {
			await vi.waitFor(async () => expect((await fetch(server.address + path)).status).toBe(404), { timeout: 30_000 });
		}
	}, 90_000);

	test('process and play a video that the other received', async () => {
		const id = await postVideoAd(seller);
		const params = { id: String(id), description: 'x' };
		const path = await vi.waitFor(
			async () => {
				const { normalads } = await createApiClient(first).getVideoAd({ params });
				expect(normalads.video?.renditions?.length ?? 0).toBeGreaterThan(0);
				return normalads.titlevideourl;
			},
			{ timeout: 60_000, interval: 200 },
		);

		expect(await fetchBytes(second, path)).toEqual(await fetchBytes(first, path));
		const part = await fetch(second.address + path, { headers: { range: 'bytes=4-7' } });
		expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
	}, 90_000);
});
