import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createS3Bucket } from './files/s3.ts';
import { postPictureAd, signUp, type TestPerson } from './testing/people.ts';
import { startRadosgw, type TestRadosgw } from './testing/radosgw.ts';
import { startTestServer, type TestServer } from './testing/start-server.ts';

/** Milliseconds until a response while S3 hangs. */
const limit = 15_000;

describe.skipIf(inject('s3') === null)('an S3 server that accepts connections and says nothing', () => {
	let s3: TestRadosgw;
	let server: TestServer;
	let seller: TestPerson;
	const lines: string[] = [];

	beforeAll(async () => {
		s3 = await startRadosgw();
		const { endpoint, region, accessKeyId, secretAccessKey } = s3.account;
		await createS3Bucket({ ...s3.account, bucket: 'market', forcePathStyle: true });
		server = await startTestServer({
			runJobs: false,
			env: {
				S3_ENDPOINT: endpoint,
				S3_REGION: region,
				S3_BUCKET: 'market',
				S3_ACCESS_KEY_ID: accessKeyId,
				S3_SECRET_ACCESS_KEY: secretAccessKey,
				S3_FORCE_PATH_STYLE: 'on',
				LOG_LEVEL: 'info',
			},
			logDestination: { write: (line) => void lines.push(line) },
		});
		seller = await signUp(server);
	}, 120_000);
	afterAll(async () => {
		await server?.close();
		await s3?.stop();
	});

	test('reads, writes and removals end after about 10 seconds, and work again afterwards', async () => {
		const { id } = await postPictureAd(seller);
		const ad = await seller.client.getAd({ params: { id: String(id) } });
		const url = new URL(ad.gallery[0]?.sizes[0]?.url ?? '', server.address);
		const read = () => fetch(url, { headers: { range: 'bytes=0-9' } });
		expect((await read()).status).toBe(206);
		await server.files.write('media/1/large.mp4', { bytes: randomBytes(12_000_000) }, 'video/mp4');

		s3.pause();
		const startedAt = Date.now();
		try {
			const calls = {
				write: server.files.write('media/2/w.webp', { bytes: randomBytes(1000) }, 'image/webp'),
				largeWrite: server.files.write('media/2/large.mp4', { bytes: randomBytes(12_000_000) }, 'video/mp4'),
				remove: server.files.remove('media/1/large.mp4'),
				removeAll: server.files.remove('media/1/'),
				check: server.files.check(),
			};
			const outcomes = Promise.allSettled(Object.values(calls));
			const [response, upload, ready] = await Promise.all([
				read(),
				postPictureAd(seller).catch((error: unknown) => error),
				fetch(new URL('/health/ready', server.address)),
			]);
			expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
			expect(await response.json()).toMatchObject({ code: 'unavailable' });
			expect(upload).toMatchObject({ actual: 503, message: expect.stringContaining('"code":"unavailable"') });
			expect(ready.status).toBe(503);
			const { host } = new URL(s3.account.endpoint);
			for (const outcome of await outcomes) {
				expect(outcome).toMatchObject({ reason: { message: `The S3 server ${host} does not respond: it hangs` } });
			}
			expect(Date.now() - startedAt).toBeLessThan(limit);
			expect(lines.filter((line) => line.includes('a service does not respond') && line.includes(host))).not.toEqual(
				[],
			);
		} finally {
			s3.resume();
		}
		await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toBe(206);
		expect((await postPictureAd(seller)).id).toBeGreaterThan(id);
	}, 60_000);
});
