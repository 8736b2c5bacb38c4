import { createHash } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as messages from '../../contract/core/messages.ts';
import * as mediaLimits from '../../contract/media/limits.ts';
import { type UploadCapability, uploadResponseSchema } from '../../contract/media/media.ts';
import type { VideoEdit } from '../../contract/media/video-edit.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { makeJpeg, makePictureBomb, makeVideo } from '../testing/media-files.ts';
import {
	createApiClient,
	exampleAdForm,
	type FormPart,
	postPictureAd,
	postVideoAd,
	requestUploadCapability,
	sendFile,
	signUp,
	signUpAdministrator,
	type TestPerson,
	toFormData,
	uploadPicture,
	uploadVideo,
} from '../testing/people.ts';
import {
	describeOnBothFileStores,
	makeTestEnvironment,
	startTestServer,
	type TestServer,
} from '../testing/start-server.ts';
import { sweepStaging } from './jobs.ts';
import type { MediaTables } from './tables.ts';

const hour = 3_600_000;
const text = (words: string) => new TextEncoder().encode(words);
const playlist = text('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n');

let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;

async function listStoredKeys(server: TestServer): Promise<string[]> {
	const keys = [];
	for await (const { key } of server.files.list('media/')) keys.push(key);
	return keys;
}

const listStagedFiles = (server: TestServer) => readdir(join(server.config.dataDir, 'staging'));

async function countRows(): Promise<number> {
	const { count } = await server.db
		.tables<MediaTables>()
		.selectFrom('media')
		.select(({ fn }) => fn.countAll<number>().as('count'))
		.executeTakeFirstOrThrow();
	return Number(count);
}

async function sendForm(path: string, parts: readonly FormPart[]): Promise<Response> {
	return fetch(server.address + path, { method: 'POST', body: toFormData(parts) });
}

/** Expects an error in Cloudinary's format and no change to rows and files. */
async function expectRejected(send: () => Promise<Response>, status: number, message?: string): Promise<void> {
	const before = [await countRows(), await listStoredKeys(server)];
	const response = await send();
	const body = (await response.json()) as { message: string; error: { message: string } };
	expect({ status: response.status, message: body.message }).toEqual({
		status,
		message: message ?? expect.any(String),
	});
	expect(body.error.message).toBe(body.message);
	expect([await countRows(), await listStoredKeys(server)]).toEqual(before);
}

describeOnBothFileStores('the media host', (storeOptions) => {
	beforeAll(async () => {
		clock = createFakeClock(Date.now());
		// Jobs would process each video.
		server = await startTestServer({ ...storeOptions, clock, runJobs: false });
		seller = await signUp(server);
	});
	afterAll(() => server.close());
	afterEach(async () => expect(await listStagedFiles(server)).toEqual([]));

	const imagePath = '/v1_1/kasuwa/image/upload';
	const videoPath = '/v1_1/kasuwa/video/upload';

	describe('accepts', () => {
		test('a picture, and responds like Cloudinary', async () => {
			const capability = await requestUploadCapability(seller, 'image');
			expect(capability).toMatchObject({
				upload_url: server.address + imagePath,
				cloud_name: 'kasuwa',
				folder: 'pictures',
				max_bytes: mediaLimits.pictureBytes,
			});
			const file = await makeJpeg();
			const response = await sendFile(capability, file, '../../My lamp.jpg');
			expect(response.status).toBe(200);
			const upload = uploadResponseSchema.parse(await response.json());
			expect(upload).toMatchObject({
				resource_type: 'image',
				format: 'webp',
				bytes: file.length,
				width: 40,
				height: 30,
				original_filename: 'My lamp',
				etag: expect.any(String),
				type: 'upload',
			});
			expect(upload.secure_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/media\/[0-9a-f]{24}\/main\.webp$/);
		});

		test('a video', async () => {
			const response = await uploadVideo(seller);
			expect(response).toMatchObject({ resource_type: 'video', format: 'mp4', width: 160, height: 120, duration: 1 });
		});

		test('a form with the file before the capability', async () => {
			const { upload_preset, cloud_name, folder } = await requestUploadCapability(seller, 'image');
			const file = { file: new Uint8Array(await makeJpeg()), name: 'a.jpg' };
			const parts = [
				['file', file],
				['folder', folder],
				['cloud_name', cloud_name],
				['upload_preset', upload_preset],
			] as const;
			expect((await sendForm(imagePath, parts)).status).toBe(200);
		});

		test('a form with only file and capability, and unknown fields', async () => {
			const { upload_preset } = await requestUploadCapability(seller, 'image');
			const file = { file: new Uint8Array(await makeJpeg()) };
			const parts = [
				['timestamp', '1'],
				['upload_preset', upload_preset],
				['file', file],
			] as const;
			expect((await sendForm(imagePath, parts)).status).toBe(200);
		});

		// Larger files than one part are read from and written to S3 in files.test.ts.
		if (storeOptions.files !== 's3')
			test('exactly 50 MB of video', async () => {
				const video = await makeVideo();
				// A `free` box makes the MP4 file larger. Players skip this box.
				const rest = Buffer.alloc(mediaLimits.videoBytes - video.length);
				rest.writeUInt32BE(rest.length);
				rest.write('free', 4);
				const response = await uploadVideo(seller, Buffer.concat([video, rest]));
				expect(response.bytes).toBe(50 * 1_048_576);
			});
	});

	// Rejections do not depend on the store, except those that the database decides.
	if (storeOptions.files !== 's3')
		describe('rejects', () => {
			test.each([
				['video', mediaLimits.videoBytes, messages.videoTooLarge],
				['image', mediaLimits.pictureBytes, mediaApiText.pictureTooLarge],
			] as const)('a %s one byte too large', async (kind, most, message) => {
				await expect(requestUploadCapability(seller, kind, most + 1)).rejects.toMatchObject({
					status: 413,
					problem: { message },
				});
				const capability = await requestUploadCapability(seller, kind, most);
				await expectRejected(() => sendFile(capability, new Uint8Array(most + 1), 'a'), 413, message);
				await expectRejected(() => sendFile(capability, new Uint8Array(most + 200_000), 'a'), 413, message);
			});

			test.each(['form', 'form with the file first', 'data URI', 'chunk'])(
				'one byte more than announced, as a %s',
				async (shape) => {
					const send = async (bytes: number) => {
						const jpeg = await makeJpeg();
						const { upload_url, upload_preset } = await requestUploadCapability(seller, 'image', bytes);
						const isData = shape === 'data URI';
						const file = isData ? `data:image/jpeg;base64,${jpeg.toString('base64')}` : { file: new Uint8Array(jpeg) };
						const parts = [['upload_preset', upload_preset] as const, ['file', file] as const];
						return fetch(upload_url, {
							method: 'POST',
							body: toFormData(shape === 'form with the file first' ? parts.reverse() : parts),
							...(shape === 'chunk' && {
								headers: { 'content-range': `bytes 0-${jpeg.length - 1}/-1`, 'x-unique-upload-id': 'a' },
							}),
						});
					};
					const { length } = await makeJpeg();
					await expectRejected(() => send(length - 1), 413, mediaApiText.moreThanAnnounced);
					expect((await send(length)).status).toBe(200);
				},
			);

			test.each([
				['text named .mp4', text('This is not a video.')],
				['an HLS playlist named .mp4', playlist],
				['a picture named .mp4', null],
			])('%s', async (_, file) => {
				const capability = await requestUploadCapability(seller, 'video');
				const bytes = file ?? (await makeJpeg());
				await expectRejected(() => sendFile(capability, bytes, 'film.mp4'), 415, messages.videoNotVideo);
			});

			test('an empty file', async () => {
				const capability = await requestUploadCapability(seller, 'image');
				await expectRejected(() => sendFile(capability, new Uint8Array(), 'a.jpg'), 422);
			});

			test('a picture bomb', async () => {
				const bomb = makePictureBomb();
				expect(bomb.length).toBeLessThan(100_000);
				const capability = await requestUploadCapability(seller, 'image');
				await expectRejected(() => sendFile(capability, bomb, 'a.png'), 422);
			});

			test.each([
				['SVG', 'unsupported', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
				['HTML', 'unsupported', '<!doctype html><script>alert(1)</script>'],
				['HEIC', 'heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
				['half a JPEG', 'broken', '\xff\xd8\xff\xe0'],
				['a JPEG without its first marker', 'broken', '\xff\xd8\0\0\0\0JFIF'],
			] as const)('%s as a picture', async (_, reason, words) => {
				const capability = await requestUploadCapability(seller, 'image');
				const send = () => sendFile(capability, Buffer.from(words, 'latin1'), 'a.jpg');
				await expectRejected(send, 415, mediaApiText.pictureRejections[reason]);
			});

			test('a video as a picture', async () => {
				const capability = await requestUploadCapability(seller, 'image');
				await expectRejected(async () => sendFile(capability, await makeVideo(), 'a.jpg'), 415);
			});
		});

	if (storeOptions.files !== 's3')
		describe('checks the capability: rejects', () => {
			const file = { file: new Uint8Array(10) };
			const changes: Record<string, (valid: UploadCapability) => Partial<UploadCapability>> = {
				'a missing one': () => ({ upload_preset: '' }),
				'one with a changed end': ({ upload_preset }) => ({ upload_preset: `${upload_preset.slice(0, -2)}xx` }),
				'one with a changed beginning': ({ upload_preset }) => ({ upload_preset: `x${upload_preset}` }),
				'one with another payload': ({ upload_preset }) => ({
					upload_preset: `${Buffer.from('["a",1,1,"image",9999999999999]').toString('base64url')}.${upload_preset.split('.')[1]}`,
				}),
				'an unsigned preset': () => ({ upload_preset: 'ml_default' }),
				'one with another folder': () => ({ folder: 'videos' }),
			};
			test.each(Object.entries(changes))('%s', async (_, change) => {
				const valid = await requestUploadCapability(seller, 'image');
				await expectRejected(async () => sendFile({ ...valid, ...change(valid) }, await makeJpeg(), 'a.jpg'), 403);
			});

			test('a missing or invalid one after the file', async () => {
				await expectRejected(() => sendForm(imagePath, [['file', file]]), 403);
				await expectRejected(
					() =>
						sendForm(imagePath, [
							['file', file],
							['upload_preset', 'x.y'],
						]),
					403,
				);
			});

			test('one for another kind of file', async () => {
				const { upload_preset } = await requestUploadCapability(seller, 'image');
				await expectRejected(
					() =>
						sendForm(videoPath, [
							['upload_preset', upload_preset],
							['file', file],
						]),
					403,
				);
			});

			test('one older than 15 minutes', async () => {
				const capability = await requestUploadCapability(seller, 'image');
				clock.advance(mediaLimits.capabilityTtl);
				await expectRejected(async () => sendFile(capability, await makeJpeg(), 'a.jpg'), 403);
			});

			test('one of an ended session', async () => {
				const person = await signUp(server);
				const capability = await requestUploadCapability(person, 'image');
				await person.client.logOut();
				await expectRejected(async () => sendFile(capability, await makeJpeg(), 'a.jpg'), 403);
			});

			test('one of a suspended account', async () => {
				const person = await signUp(server);
				const capability = await requestUploadCapability(person, 'image');
				await server.db
					.tables<{ accounts: { id: number; suspended_at: number } }>()
					.updateTable('accounts')
					.set({ suspended_at: 1 })
					.where('id', '=', person.session.id)
					.execute();
				await expectRejected(async () => sendFile(capability, await makeJpeg(), 'a.jpg'), 403);
			});
		});

	test('rejects a used capability, also in concurrent requests', async () => {
		const capability = await requestUploadCapability(seller, 'image');
		await expectRejected(() => sendFile(capability, text('nonsense'), 'a.jpg'), 415);
		const responses = await Promise.all([1, 2, 3].map(async () => sendFile(capability, await makeJpeg(), 'a.jpg')));
		expect(responses.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
		await expectRejected(async () => sendFile(capability, await makeJpeg(), 'a.jpg'), 403);
	});

	if (storeOptions.files !== 's3')
		describe('checks the form: rejects', () => {
			test('a missing file, another field name and a second file', async () => {
				const { upload_preset } = await requestUploadCapability(seller, 'image');
				const file = { file: new Uint8Array(await makeJpeg()) };
				await expectRejected(() => sendForm(imagePath, [['upload_preset', upload_preset]]), 422);
				await expectRejected(
					() =>
						sendForm(imagePath, [
							['upload_preset', upload_preset],
							['picture', file],
						]),
					422,
				);
				const twice = [
					['upload_preset', upload_preset],
					['file', file],
					['file', file],
				] as const;
				await expectRejected(() => sendForm(imagePath, twice), 422);
			});

			test('an unknown cloud and an unknown kind', async () => {
				const { upload_preset } = await requestUploadCapability(seller, 'image');
				const parts = [
					['upload_preset', upload_preset],
					['file', { file: new Uint8Array(1) }],
				] as const;
				await expectRejected(() => sendForm('/v1_1/demo/image/upload', parts), 404);
				await expectRejected(() => sendForm(imagePath, [['cloud_name', 'demo'], ...parts]), 404);
				await expectRejected(() => sendForm('/v1_1/kasuwa/raw/upload', parts), 422);
			});

			test('other content types', async () => {
				const post = (type: string, body: string) => () =>
					fetch(server.address + imagePath, { method: 'POST', headers: { 'content-type': type }, body });
				await expectRejected(post('application/json', '{}'), 415);
				await expectRejected(post('text/plain', 'x'), 415);
			});

			const named = (disposition: string) => `--abc\r\ncontent-disposition: form-data; ${disposition}\r\n\r\nxyz`;
			test.each([
				['a form without a boundary', 'multipart/form-data', 'x', 400],
				['a form without parts', 'multipart/form-data; boundary=abc', 'garbage', 400],
				['a form that ends within a field', 'multipart/form-data; boundary=abc', named('name="folder"'), 400],
				[
					'a form that ends within a file',
					'multipart/form-data; boundary=abc',
					named('name="file"; filename="a"'),
					400,
				],
				[
					'a form with an unnamed file',
					'multipart/form-data; boundary=abc',
					`${named('filename="a"')}\r\n--abc--\r\n`,
					422,
				],
			])('%s', async (_, type, body, status) => {
				const headers = { 'content-type': type };
				await expectRejected(() => fetch(server.address + imagePath, { method: 'POST', headers, body }), status);
			});

			test('too many and too long fields', async () => {
				const many = Array.from({ length: 30 }, (_, index) => [`field_${index}`, 'x'] as const);
				await expectRejected(() => sendForm(imagePath, many), 413);
				await expectRejected(() => sendForm(imagePath, [['upload_preset', 'x'.repeat(20_000)]]), 403);
			});
		});

	test('deletes the partial upload of a disconnected client', async () => {
		const { upload_preset } = await requestUploadCapability(seller, 'image');
		const before = await listStoredKeys(server);
		const upload = request(`${server.address}${imagePath}`, {
			method: 'POST',
			headers: { 'content-type': 'multipart/form-data; boundary=abc', 'content-length': 5_000_000 },
		});
		upload.on('error', () => {});
		upload.write(`--abc\r\ncontent-disposition: form-data; name="upload_preset"\r\n\r\n${upload_preset}\r\n`);
		upload.write('--abc\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
		upload.write(Buffer.alloc(200_000));
		await vi.waitFor(async () => expect(await listStagedFiles(server)).toHaveLength(1), { timeout: 30_000 });
		upload.destroy();
		await vi.waitFor(async () => expect(await listStagedFiles(server)).toEqual([]), { timeout: 30_000 });
		expect(await listStoredKeys(server)).toEqual(before);
	});

	describe('an uploaded file', () => {
		test('cannot be fetched before it is attached', async () => {
			const { secure_url } = await uploadPicture(seller);
			expect((await fetch(secure_url)).status).toBe(404);
			await seller.client.createAd({ body: { ...exampleAdForm, pictures: [{ secure_url }] } });
			expect((await fetch(secure_url)).status).toBe(200);
		});

		test("is rejected by '/videotest' for another account, in another name and a second time", async () => {
			const other = await signUp(server);
			const { secure_url: titlevideourl } = await uploadVideo(seller);
			const form = { titlevideourl, categories: 'Motorcycles', description: 'x' } as const;
			const as = (person: TestPerson) => ({ ...form, user_id: person.session.id, user_name: person.session.user_name });
			await expect(other.client.createVideoAd({ body: as(other) })).rejects.toMatchObject({ status: 403 });
			await expect(seller.client.createVideoAd({ body: as(other) })).rejects.toMatchObject({ status: 403 });
			await seller.client.createVideoAd({ body: as(seller) });
			await expect(seller.client.createVideoAd({ body: as(seller) })).rejects.toMatchObject({ status: 422 });
		});
	});

	describe('delivery', () => {
		let url: string;
		let whole: Buffer;
		beforeAll(async () => {
			const ad = await postPictureAd(seller);
			url = server.address + (ad.cover?.url ?? '');
			whole = Buffer.from(await (await fetch(url)).arrayBuffer());
		});
		const fetchRange = async (range: string, more: Record<string, string> = {}) => {
			const response = await fetch(url, { headers: { range, ...more } });
			return { response, bytes: Buffer.from(await response.arrayBuffer()) };
		};

		test('sets the type and security headers', async () => {
			const { headers } = await fetch(url);
			expect(Object.fromEntries(headers)).toMatchObject({
				'content-type': 'image/webp',
				'content-length': String(whole.length),
				'accept-ranges': 'bytes',
				'cache-control': 'public, max-age=31536000, immutable',
				'content-security-policy': "default-src 'none'; sandbox",
				'cross-origin-resource-policy': 'cross-origin',
				'x-content-type-options': 'nosniff',
			});
			expect(whole.subarray(8, 12).toString()).toBe('WEBP');
		});

		test('serves ranges', async () => {
			const size = whole.length;
			for (const [range, start, end] of [
				['bytes=0-0', 0, 0],
				['bytes=2-5', 2, 5],
				['bytes=5-', 5, size - 1],
				['bytes=-3', size - 3, size - 1],
				['bytes=0-999999999', 0, size - 1],
			] as const) {
				const { response, bytes } = await fetchRange(range);
				expect(response.status, range).toBe(206);
				expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
				expect(response.headers.get('content-length')).toBe(String(end - start + 1));
				expect(bytes.equals(whole.subarray(start, end + 1)), range).toBe(true);
			}
		});

		test('returns 416 for a range past the end, and the whole file for an invalid range', async () => {
			const { response } = await fetchRange(`bytes=${whole.length}-`);
			expect(response.status).toBe(416);
			expect(response.headers.get('content-range')).toBe(`bytes */${whole.length}`);
			for (const range of ['bytes=abc', 'lines=1-2', 'bytes=0-0,2-2']) {
				const { response, bytes } = await fetchRange(range);
				expect([response.status, bytes.length], range).toEqual([200, whole.length]);
			}
		});

		test('supports If-Range and If-None-Match', async () => {
			const etag = (await fetch(url)).headers.get('etag') ?? '';
			expect((await fetchRange('bytes=0-0', { 'if-range': etag })).response.status).toBe(206);
			expect((await fetchRange('bytes=0-0', { 'if-range': '"other"' })).response.status).toBe(200);
			const notModified = await fetch(url, { headers: { 'if-none-match': etag } });
			expect(notModified.status).toBe(304);
		});

		test('supports HEAD', async () => {
			const head = await fetch(url, { method: 'HEAD' });
			expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)]);
			expect(await head.text()).toBe('');
		});

		test('returns 404 for unknown names', async () => {
			const folder = url.slice(0, url.lastIndexOf('/'));
			for (const name of ['original', 'w9.webp', '..%2foriginal', '__proto__', 'constructor', '%00', 'main.mp4']) {
				expect((await fetch(`${folder}/${name}`)).status, name).toBe(404);
			}
			for (const id of ['0'.repeat(24), 'x', '..', '%2e%2e%2f', 'A'.repeat(5000)]) {
				expect((await fetch(`${server.address}/media/${id}/main.webp`)).status, id).toBe(404);
			}
			expect((await fetch(url, { method: 'POST' })).status).toBe(404);
		});
	});
});

describeOnBothFileStores('the media host with jobs', (storeOptions) => {
	test('serves a playable video as MP4, with ranges, until it is deleted with its files', async () => {
		server = await startTestServer(storeOptions);
		onTestFinished(server.close);
		seller = await signUp(server);
		const id = await postVideoAd(seller);
		await server.jobs.whenIdle();
		const params = { id: String(id) };
		const { normalads } = await createApiClient(server).getVideoAd({ params: { ...params, description: 'x' } });
		const [rendition] = normalads.video?.renditions ?? [];
		for (const path of [normalads.titlevideourl, rendition?.url ?? '']) {
			const response = await fetch(server.address + path, { headers: { range: 'bytes=4-7' } });
			expect([response.status, response.headers.get('content-type')]).toEqual([206, 'video/mp4']);
			expect(await response.text()).toBe('ftyp');
		}
		const folder = normalads.titlevideourl.slice(0, normalads.titlevideourl.lastIndexOf('/'));
		expect((await fetch(`${server.address}${folder}/original`)).status).toBe(404);
		const poster = normalads.video?.poster?.url ?? '';
		expect((await fetch(server.address + poster)).headers.get('content-type')).toBe('image/webp');

		expect((await listStoredKeys(server)).map((key) => key.split('/')[2]).sort()).toEqual([
			'120-fragmented.m3u8',
			'120-fragmented.mp4',
			'120.mp4',
			'master.m3u8',
			'w160.webp',
		]);
		await seller.client.deleteAd({ params });
		expect((await fetch(server.address + normalads.titlevideourl)).status).toBe(404);
		await server.jobs.whenIdle();
		expect(await listStoredKeys(server)).toEqual([]);
		expect(await listStagedFiles(server)).toEqual([]);
	});
});

describe('video processing', () => {
	test('continues after a crash between upload and transcoding', async () => {
		const environment = await makeTestEnvironment();
		try {
			const first = await startTestServer({ environment, runJobs: false });
			const person = await signUp(first);
			const id = await postVideoAd(person);
			const params = { id: String(id), description: 'x' };
			expect((await createApiClient(first).getVideoAd({ params })).normalads).toMatchObject({
				state: 'processing',
				video: null,
			});
			expect((await createApiClient(first).getFeed({ query: {} })).items).toEqual([]);
			await first.close();

			const second = await startTestServer({ environment });
			try {
				await second.jobs.whenIdle();
				expect((await createApiClient(second).getVideoAd({ params })).normalads.state).toBe('ready');
				expect((await createApiClient(second).getFeed({ query: {} })).items).toHaveLength(1);
			} finally {
				await second.close();
			}
		} finally {
			await environment.remove();
		}
	});

	/** Starts a server that processes a video whose file was corrupted after its upload. */
	async function withCorruptedVideo(
		corrupt: (server: TestServer, key: string) => Promise<void>,
		check: (server: TestServer, person: TestPerson, id: number, clock: FakeClock) => Promise<void>,
	): Promise<void> {
		// This test needs SQLite, because jobs on PostgreSQL do not use the fake clock.
		const environment = await makeTestEnvironment({ engine: 'sqlite' });
		const clock = createFakeClock(Date.now());
		try {
			const first = await startTestServer({ environment, runJobs: false, clock });
			const person = await signUp(first);
			const id = await postVideoAd(person);
			const [key] = (await listStoredKeys(first)).filter((key) => key.endsWith('/original'));
			await corrupt(first, key ?? '');
			await first.close();
			const second = await startTestServer({ environment, clock });
			try {
				await check(second, { ...person, client: createApiClient(second, person.token) }, id, clock);
			} finally {
				await second.close();
			}
		} finally {
			await environment.remove();
		}
	}

	async function expectFailed(server: TestServer, person: TestPerson, id: number): Promise<void> {
		const own = await person.client.listMyAds({ query: {} });
		expect(own.items[0]).toMatchObject({
			id,
			state: 'failed',
			failure: expect.toBeOneOf(Object.values(mediaApiText.videoRejections)),
		});
		const { normalads } = await createApiClient(server).getVideoAd({ params: { id: String(id), description: 'x' } });
		expect(normalads).toMatchObject({ state: 'failed', video: null });
		expect(JSON.stringify(normalads)).not.toContain(own.items[0]?.failure);
		expect((await createApiClient(server).getFeed({ query: {} })).items).toEqual([]);
		await person.client.deleteAd({ params: { id: String(id) } });
		await server.jobs.whenIdle();
		expect(await listStoredKeys(server)).toEqual([]);
	}

	test('lets only the owner retry a failed video, once at a time', () =>
		withCorruptedVideo(
			(server, key) => server.files.write(key, { bytes: text('Not a video any more.') }, 'text/plain'),
			async (server, person, id) => {
				const params = { id: String(id) };
				await expect(person.client.retryAd({ params })).rejects.toMatchObject({ status: 409 });
				await server.jobs.whenIdle();
				const other = await signUp(server);
				await expect(other.client.retryAd({ params })).rejects.toMatchObject({ status: 403 });
				await expect(createApiClient(server).retryAd({ params })).rejects.toMatchObject({ status: 401 });
				await expect(person.client.retryAd({ params: { id: 'x' } })).rejects.toMatchObject({ status: 422 });
				await expect(person.client.retryAd({ params: { id: '999999' } })).rejects.toMatchObject({ status: 404 });
				const [key] = (await listStoredKeys(server)).filter((key) => key.endsWith('/original'));
				await server.files.write(key ?? '', { bytes: await makeVideo() }, 'video/mp4');
				const tries = await Promise.allSettled([1, 2, 3].map(() => person.client.retryAd({ params })));
				const started = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
				expect(started).toMatchObject([{ id, state: 'processing', failure: null }]);
				await server.jobs.whenIdle();
				const own = await person.client.listMyAds({ query: {} });
				expect(own.items[0]).toMatchObject({ id, state: 'ready', failure: null });
				await expect(person.client.retryAd({ params })).rejects.toMatchObject({ status: 409 });
			},
		));

	test("sets an unreadable video to 'failed', with a message for its owner only", () =>
		withCorruptedVideo(
			(server, key) => server.files.write(key, { bytes: text('Not a video any more.') }, 'text/plain'),
			async (server, person, id) => {
				await server.jobs.whenIdle();
				await expectFailed(server, person, id);
			},
		));

	test('rejects an ad with a failed video', async () => {
		const environment = await makeTestEnvironment();
		try {
			const first = await startTestServer({ environment, runJobs: false });
			const person = await signUp(first);
			const { secure_url: titlevideourl } = await uploadVideo(person);
			const [key = ''] = await listStoredKeys(first);
			await first.files.write(key, { bytes: playlist }, 'text/plain');
			await first.close();
			const second = await startTestServer({ environment });
			try {
				await second.jobs.whenIdle();
				const { id: user_id, user_name } = person.session;
				const body = { titlevideourl, user_id, user_name, categories: 'Motorcycles', description: 'x' } as const;
				await expect(createApiClient(second, person.token).createVideoAd({ body })).rejects.toMatchObject({
					status: 422,
					problem: { fields: { titlevideourl: expect.toBeOneOf(Object.values(mediaApiText.videoRejections)) } },
				});
			} finally {
				await second.close();
			}
		} finally {
			await environment.remove();
		}
	});

	test("sets a video without its original to 'failed', without a retry", () =>
		withCorruptedVideo(
			(server, key) => server.files.remove(key),
			async (server, person, id) => {
				await server.jobs.whenIdle();
				const own = await person.client.listMyAds({ query: {} });
				expect(own.items[0]).toMatchObject({ state: 'failed', failure: mediaApiText.videoLost });
				// A video can't be retried without its original.
				await expect(person.client.retryAd({ params: { id: String(id) } })).rejects.toMatchObject({ status: 409 });
			},
		));
});

test('sweeps unattached uploads after a day, files without a row after an hour, and staging leftovers at start', async () => {
	// This test needs SQLite, because schedules on PostgreSQL do not use the fake clock.
	const environment = await makeTestEnvironment({ engine: 'sqlite' });
	const clock = createFakeClock(Date.now());
	try {
		const first = await startTestServer({ environment, clock });
		const person = await signUp(first);
		const ad = await postPictureAd(person);
		await uploadPicture(person);
		await uploadVideo(person);
		await first.jobs.whenIdle();
		await first.files.write('media/0123456789abcdef01234567/w320.webp', { bytes: text('orphan') }, 'image/webp');
		const before = await listStoredKeys(first);
		await first.close();
		const staging = join(environment.dataDir, 'staging');
		await mkdir(join(staging, 'picture-old'));
		await writeFile(join(staging, 'upload-new'), 'x');

		// Returns the keys of the stored files after `ms` more milliseconds. Starts a server, because every start runs the sweeps.
		const after = async (ms: number) => {
			clock.advance(ms);
			const server = await startTestServer({ environment, clock });
			await server.jobs.whenIdle();
			const keys = await listStoredKeys(server);
			await server.close();
			return keys;
		};
		expect(await after(hour / 2)).toEqual(before);
		expect(await readdir(staging)).toEqual([]);
		expect((await after(hour)).sort()).toEqual(before.filter((key) => !key.includes('0123456789abcdef')).sort());
		const published = ad.cover?.sizes.map(({ url }) => url.slice(1));
		expect(await after(24 * hour)).toEqual(published);
	} finally {
		await environment.remove();
	}
});

describe('with an external media host', () => {
	const env = {
		MEDIA_HOST_URL: 'https://api.cloudinary.com',
		MEDIA_CLOUD_NAME: 'demo',
		MEDIA_UPLOAD_PRESET: 'market',
		MEDIA_API_SECRET: 'secret',
	};
	beforeAll(async () => {
		server = await startTestServer({ env });
		seller = await signUp(server);
	});
	afterAll(() => server.close());

	let files = 0;
	/** Imitates the response of the external host to an upload. */
	function createExternalFile(kind: 'image' | 'video', extension: string) {
		files += 1;
		const [public_id, version] = [`folder/lamp_${files}`, 1_700_000_000 + files];
		const signature = createHash('sha1').update(`public_id=${public_id}&version=${version}secret`).digest('hex');
		const secure_url = `https://res.cloudinary.com/demo/${kind}/upload/v${version}/${public_id}.${extension}`;
		return { secure_url, public_id, version, signature, width: 800, height: 600, bytes: 100_000 };
	}
	function post(
		{ secure_url, ...facts }: ReturnType<typeof createExternalFile> & { edit?: VideoEdit },
		person = seller,
	) {
		const { id: user_id, user_name } = person.session;
		const form = {
			titlevideourl: secure_url,
			user_id,
			user_name,
			categories: 'Motorcycles',
			description: 'x',
		} as const;
		return person.client.createVideoAd({ body: { ...form, ...facts, duration: 12.5 } });
	}

	test('sends the browser to the external host', async () => {
		expect(await requestUploadCapability(seller, 'video')).toMatchObject({
			upload_url: 'https://api.cloudinary.com/v1_1/demo/video/upload',
			upload_preset: 'market',
			cloud_name: 'demo',
			folder: 'videos',
		});
	});

	test('stores private files locally', async () => {
		const video = await makeVideo();
		const body = { kind: 'video', bytes: video.length, file_name: 'a.mp4', private: true } as const;
		await expect(seller.client.createUpload({ body })).rejects.toMatchObject({ status: 403 });
		const picture = { ...body, kind: 'image' } as const;
		await expect(seller.client.createUpload({ body: picture })).rejects.toMatchObject({ status: 403 });
		const admin = await signUpAdministrator(server);
		const capability = await admin.client.createUpload({ body });
		expect(capability.upload_url).toBe(`${server.address}/v1_1/kasuwa/video/upload`);
		const response = await sendFile(capability, video, 'a.mp4');
		const { secure_url } = uploadResponseSchema.parse(await response.json());
		const { id: accountId, user_name: userName } = admin.session;
		const actor = {
			accountId,
			userName,
			role: 'admin',
			sessionId: 1,
			mustChangePassword: false,
			isPendingDeletion: false,
			scopes: null,
		} as const;
		const attach = (video: { secure_url: string }) =>
			server.db.transaction((tx) => server.media.attachPrivate(tx, actor, 'video', video, 'video'));
		await expect(attach(createExternalFile('video', 'mp4'))).rejects.toMatchObject({ code: 'invalid' });
		const { id } = await attach({ secure_url });
		await server.jobs.whenIdle();
		const presented = (await server.media.findByIdsSigned(server.db, [id])).get(id);
		expect((await fetch(server.address + (presented?.video?.renditions[0]?.url ?? ''))).status).toBe(200);
	});

	test('accepts files signed by the external host', async () => {
		const file = createExternalFile('video', 'mov');
		const { id, state } = await post(file);
		expect(state).toBe('ready');
		const { normalads } = await createApiClient(server).getVideoAd({ params: { id: String(id), description: 'x' } });
		expect(normalads.titlevideourl).toBe(file.secure_url);
		expect(normalads.video?.duration_ms).toBe(12_500);
		expect(normalads.video?.renditions.every(({ url }) => url.endsWith('.mp4'))).toBe(true);
		const ad = await seller.client.createAd({
			body: { ...exampleAdForm, pictures: [createExternalFile('image', 'jpg'), createExternalFile('image', 'png')] },
		});
		expect(ad.gallery).toHaveLength(2);
		await seller.client.deleteAd({ params: { id: String(ad.id) } });
	});

	test('has the external host take the chosen poster, and rejects other edits', async () => {
		const chosen = await post({ ...createExternalFile('video', 'mp4'), edit: { poster_ms: 1500 } });
		expect(chosen.state).toBe('ready');
		const params = { id: String(chosen.id), description: 'x' };
		const { normalads } = await createApiClient(server).getVideoAd({ params });
		expect(normalads.video?.poster?.url).toContain('/upload/so_1.5,c_limit,');
		expect(normalads.video?.renditions[0]?.url).not.toContain('so_');
		const file = createExternalFile('video', 'mp4');
		await expect(post({ ...file, edit: { muted: true, poster_ms: 1500 } })).rejects.toMatchObject({
			status: 422,
			problem: { fields: { edit: mediaApiText.editOnOtherHost } },
		});
		expect((await post({ ...file, edit: {} })).state).toBe('ready');
	});

	test.each([
		['with a forged signature', { signature: '0'.repeat(40) }],
		['without a signature', { signature: '' }],
		['with another version', { version: 1 }],
		['with another name', { public_id: 'folder/other' }],
		['with another URL', { secure_url: 'https://res.cloudinary.com/demo/video/upload/v1/folder/other.mp4' }],
		['in another cloud', { secure_url: 'https://res.cloudinary.com/other/video/upload/v1/folder/lamp.mp4' }],
		['without a URL', { secure_url: 'nonsense' }],
	])('rejects a file %s', async (_, change) => {
		await expect(post({ ...createExternalFile('video', 'mp4'), ...change })).rejects.toMatchObject({ status: 403 });
	});

	test('rejects a URL on another host or a malformed URL, despite a valid signature', async () => {
		const elsewhere = createExternalFile('video', 'mp4');
		elsewhere.secure_url = elsewhere.secure_url.replace('res.cloudinary.com', 'evil.example');
		await expect(post(elsewhere)).rejects.toMatchObject({ status: 403 });
		const unreadable = createExternalFile('video', 'mp4');
		unreadable.secure_url = unreadable.secure_url.replace('.mp4', '%zz.mp4');
		await expect(post(unreadable)).rejects.toMatchObject({ status: 403 });
	});

	test('accepts a file once, from one account, with one URL', async () => {
		const file = createExternalFile('video', 'mp4');
		await post(file);
		await expect(post(file)).rejects.toMatchObject({ status: 422 });
		await expect(post({ ...file, secure_url: file.secure_url.replace('.mp4', '.mov') })).rejects.toMatchObject({
			status: 422,
		});
		await expect(post(file, await signUp(server))).rejects.toMatchObject({ status: 403 });
	});
});

test('sweepStaging keeps recent files by default', async () => {
	const environment = await makeTestEnvironment();
	try {
		const staging = join(environment.dataDir, 'staging');
		await mkdir(join(staging, 'video-old'), { recursive: true });
		await writeFile(join(staging, 'upload-new'), 'x');
		await utimes(join(staging, 'video-old'), 0, 0);
		await sweepStaging(staging, createFakeClock(Date.now()));
		expect(await readdir(staging)).toEqual(['upload-new']);
	} finally {
		await environment.remove();
	}
});
