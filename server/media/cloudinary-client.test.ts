import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as messages from '../../contract/core/messages.ts';
import * as mediaLimits from '../../contract/media/limits.ts';
import { type MediaKind, type UploadResponse, uploadResponseSchema } from '../../contract/media/media.ts';
import * as commonText from '../../text/shared/common.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { makeJpeg, makeVideo } from '../testing/media-files.ts';
import {
	createApiClient,
	exampleAdForm,
	requestUploadCapability,
	sendFile,
	signUp,
	type TestPerson,
	uploadPicture,
	uploadVideo,
} from '../testing/people.ts';
import {
	describeOnBothFileStores,
	makeTestEnvironment,
	startTestServer,
	type TestEnvironment,
	type TestServer,
} from '../testing/start-server.ts';
import type { MediaTables } from './tables.ts';

type Callback = (error: unknown, response: unknown) => void;
/** First version of the client's functions, which the package has no types of. */
interface Version1 {
	uploader: {
		upload_large_stream: (
			unused: null,
			callback: (response: unknown) => void,
			options: object,
		) => NodeJS.WritableStream;
	};
}

const minute = 60_000;

let client: typeof import('cloudinary');
let environment: TestEnvironment;
let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;
let folder: string;
let jpeg: Buffer;
let film: Buffer;

const inFolder = (name: string) => join(folder, name);
/** Incomplete uploads of earlier tests. */
let earlier: string[];

async function listUnfinished(): Promise<string[]> {
	const names = await readdir(join(server.config.dataDir, 'unfinished-uploads'));
	return names.filter((name) => !earlier.includes(name));
}

/** Requests a permission to upload one file. Returns the options with which the client uses it. */
async function permit(kind: MediaKind, person = seller) {
	const most = kind === 'video' ? mediaLimits.videoBytes : mediaLimits.pictureBytes;
	const { upload_preset } = await requestUploadCapability(person, kind, most);
	return { resource_type: kind, upload_preset, upload_prefix: server.address };
}

/** Calls a function of the client that returns a stream. The client would not handle the rejection of its own promise. */
function call(run: (options: { disable_promises: true }, callback: Callback) => unknown): Promise<UploadResponse> {
	return new Promise((resolve, reject) => {
		const settle: Callback = (error, response) =>
			error ? reject(error) : resolve(uploadResponseSchema.parse(response));
		run({ disable_promises: true }, settle);
	});
}

/** Makes an MP4 file of the given size. Players skip the `free` box that makes it larger. */
function padVideo(bytes: number): Buffer {
	const rest = Buffer.alloc(bytes - film.length, 7);
	rest.writeUInt32BE(rest.length);
	rest.write('free', 4);
	return Buffer.concat([film, rest]);
}

/** Deletes a file with the client. */
const destroy = (publicId: string, person: TestPerson | null, options: object = {}) =>
	client.v2.uploader.destroy(publicId, {
		...({ upload_prefix: server.address, ...(person && { oauth_token: person.token }) } as object),
		...options,
	}) as Promise<unknown>;

async function expectWhole({ public_id }: UploadResponse, sent: Buffer): Promise<void> {
	const read = await server.files.read(`media/${public_id.split('/')[1]}/original`);
	const hash = createHash('sha256');
	for await (const chunk of read?.stream ?? []) hash.update(chunk);
	expect(hash.digest('hex')).toBe(createHash('sha256').update(sent).digest('hex'));
}

/** Sends one chunk, or another range of bytes, as the client does. */
async function sendChunk(
	{ resource_type, upload_preset, upload_prefix }: Awaited<ReturnType<typeof permit>>,
	bytes: Buffer,
	range: string,
	id = 'first',
) {
	const form = new FormData();
	form.set('upload_preset', upload_preset);
	form.set('file', new Blob([new Uint8Array(bytes)]), 'lamp.mp4');
	const response = await fetch(`${upload_prefix}/v1_1/kasuwa/${resource_type}/upload`, {
		method: 'POST',
		headers: { 'content-range': range, 'x-unique-upload-id': id },
		body: form,
	});
	return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Sends the bytes of the film from `start` to `end`. Only the last chunk tells the size, like that of the client. */
function sendPart(permission: Awaited<ReturnType<typeof permit>>, start: number, end: number, id = 'first') {
	const size = end === film.length ? end : -1;
	return sendChunk(permission, film.subarray(start, end), `bytes ${start}-${end - 1}/${size}`, id);
}

const accepted = (bytes: number) => ({ status: 200, body: { done: false, bytes } });
const rejected = (status: number, message: string) => ({ status, body: expect.objectContaining({ message }) });

/** Inserts an unpublished file without bytes in the store. */
async function seedUnpublished(kind: MediaKind, bytes: number): Promise<void> {
	const media = server.db.tables<MediaTables>().insertInto('media');
	const name = `seed-${seller.session.id}`;
	await media
		.values({
			public_id: name,
			account_id: seller.session.id,
			kind,
			state: 'ready',
			access: 'private',
			capability: name,
			secure_url: `/media/${name}/main.mp4`,
			file_name: 'a',
			bytes,
			created_at: clock.now(),
		})
		.execute();
}

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'kasuwa-cloudinary-'));
	jpeg = await makeJpeg();
	film = await makeVideo();
	await writeFile(inFolder('lamp.jpg'), jpeg);
	await writeFile(inFolder('lamp.mp4'), film);
	await writeFile(inFolder('note.txt'), 'This is not a video.');
	// The client reads this URL once, on import. It uses plain HTTP only if the URL says so.
	vi.stubEnv('CLOUDINARY_URL', 'cloudinary://key:secret@kasuwa?upload_prefix=http://127.0.0.1');
	client = await import('cloudinary');
});
afterAll(() => rm(folder, { recursive: true }));

describeOnBothFileStores('the Cloudinary client', (stores) => {
	let uploader: typeof client.v2.uploader;

	beforeAll(async () => {
		uploader = client.v2.uploader;
		clock = createFakeClock(Date.now());
		environment = await makeTestEnvironment(stores);
		// Jobs would process each video.
		server = await startTestServer({ environment, clock, runJobs: false });
	});
	afterAll(async () => {
		await server.close();
		await environment.remove();
	});
	beforeEach(async () => {
		seller = await signUp(server);
		earlier = await readdir(join(server.config.dataDir, 'unfinished-uploads'));
	});
	afterEach(async () => expect(await readdir(join(server.config.dataDir, 'staging'))).toEqual([]));

	describe('uploads', () => {
		test('an unsigned picture for an ad', async () => {
			const { upload_preset, ...options } = await permit('image');
			const response = await uploader.unsigned_upload(inFolder('lamp.jpg'), upload_preset, {
				...options,
				folder: 'pictures',
			});
			expect(uploadResponseSchema.parse(response)).toMatchObject({ resource_type: 'image', original_filename: 'lamp' });
			const pictures = [{ secure_url: response.secure_url }];
			const ad = await seller.client.createAd({ body: { ...exampleAdForm, pictures } });
			expect((await fetch(response.secure_url)).status).toBe(200);
			expect(ad.gallery).toHaveLength(1);
		});

		test('a stream', async () => {
			const options = await permit('image');
			const response = await call((others, settle) =>
				uploader.upload_stream({ ...options, ...others }, settle).end(jpeg),
			);
			expect(response.bytes).toBe(jpeg.length);
		});

		// The other tests of chunks read smaller files from S3.
		if (stores.files !== 's3')
			test('15 MB in chunks of 6 MB', async () => {
				const large = padVideo(15_000_000);
				await writeFile(inFolder('large.mp4'), large);
				const options = { ...(await permit('video')), chunk_size: 6_000_000 };
				const response = await call((others, settle) =>
					uploader.upload_large(inFolder('large.mp4'), { ...options, ...others }, settle),
				);
				expect(response).toMatchObject({ resource_type: 'video', bytes: 15_000_000, original_filename: 'large' });
				await expectWhole(response, large);
				expect(await listUnfinished()).toEqual([]);
			});

		test('a picture in chunks, and a small file as one chunk', async () => {
			const options = await permit('image');
			const inChunks = await call((others, settle) =>
				uploader.upload_chunked(inFolder('lamp.jpg'), { ...options, chunk_size: 200, ...others }, settle),
			);
			expect(inChunks).toMatchObject({ resource_type: 'image', bytes: jpeg.length });
			const whole = await permit('image');
			const inOne = await call((others, settle) =>
				uploader.upload_large(inFolder('lamp.jpg'), { ...whole, ...others }, settle),
			);
			expect(inOne).toMatchObject({ resource_type: 'image', bytes: jpeg.length });
		});

		test('streams in chunks', async () => {
			const options = { ...(await permit('video')), chunk_size: 4000 };
			const response = await call((others, settle) =>
				Readable.from(film).pipe(uploader.upload_chunked_stream({ ...options, ...others }, settle)),
			);
			await expectWhole(response, film);
			const again = { ...(await permit('video')), chunk_size: 4000, disable_promises: true };
			const byVersion1 = await new Promise((resolve) => {
				const { upload_large_stream } = (client as unknown as { default: Version1 }).default.uploader;
				Readable.from(film).pipe(upload_large_stream(null, resolve, again));
			});
			await expectWhole(uploadResponseSchema.parse(byVersion1), film);
		});

		test('data URIs', async () => {
			const uri = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;
			const picture = await uploader.upload(uri('image/jpeg', jpeg), await permit('image'));
			expect(uploadResponseSchema.parse(picture)).toMatchObject({ resource_type: 'image', bytes: jpeg.length });
			const video = await uploader.upload_large(uri('video/mp4', film), await permit('video'));
			await expectWhole(uploadResponseSchema.parse(video), film);
		});

		test('files of the kind that the permission determines with the type auto', async () => {
			const picture = await uploader.upload(inFolder('lamp.jpg'), {
				...(await permit('image')),
				resource_type: 'auto',
			});
			expect(picture.resource_type).toBe('image');
			const options = { ...(await permit('video')), resource_type: 'auto' as const, chunk_size: 4000 };
			const video = await call((others, settle) =>
				uploader.upload_large(inFolder('lamp.mp4'), { ...options, ...others }, settle),
			);
			expect(video.resource_type).toBe('video');
		});
	});

	// Errors do not depend on the store.
	if (stores.files !== 's3')
		describe('shows our message', () => {
			/** Expects an error of the client with our message, and no unpublished file of the seller. */
			async function expectError(upload: Promise<unknown>, http_code: number, message: string): Promise<void> {
				await expect(upload).rejects.toMatchObject({ message, http_code });
				const media = server.db.tables<MediaTables>().selectFrom('media').select('public_id');
				const own = await media.where('account_id', '=', seller.session.id).where('state', '=', 'processing').execute();
				expect(own).toEqual([]);
			}

			test('for a file that is too large, whole, in chunks or as a data URI', async () => {
				const large = Buffer.alloc(mediaLimits.pictureBytes + 1);
				await writeFile(inFolder('large.jpg'), large);
				const options = await permit('image');
				await expectError(uploader.upload(inFolder('large.jpg'), options), 400, mediaApiText.pictureTooLarge);
				const auto = { ...options, resource_type: 'auto' as const };
				await expectError(uploader.upload(inFolder('large.jpg'), auto), 400, mediaApiText.pictureTooLarge);
				const inChunks = call((others, settle) =>
					uploader.upload_large(inFolder('large.jpg'), { ...options, chunk_size: 5_500_000, ...others }, settle),
				);
				await expectError(inChunks, 400, mediaApiText.pictureTooLarge);
				const uri = `data:image/jpeg;base64,${large.toString('base64')}`;
				await expectError(uploader.upload(uri, options), 400, mediaApiText.pictureTooLarge);
			});

			test('for a file of a wrong type', async () => {
				const video = await permit('video');
				await expectError(uploader.upload(inFolder('note.txt'), video), 400, messages.videoNotVideo);
				const auto = { ...video, resource_type: 'auto' as const };
				await expectError(uploader.upload(inFolder('lamp.jpg'), auto), 400, messages.videoNotVideo);
				const inChunks = call((others, settle) =>
					uploader.upload_large(inFolder('note.txt'), { ...video, chunk_size: 5, ...others }, settle),
				);
				await expectError(inChunks, 400, messages.videoNotVideo);
				const raw = { ...video, resource_type: 'raw' as const };
				await expectError(uploader.upload(inFolder('note.txt'), raw), 400, mediaApiText.resourceTypeUnknown);
				expect(await listUnfinished()).toEqual([]);
			});

			test('for a permission that is missing, of another kind, expired or used', async () => {
				const { upload_preset, ...options } = await permit('image');
				await expectError(uploader.upload(inFolder('lamp.jpg'), options), 401, mediaApiText.permissionMissing);
				const asVideo = { ...options, upload_preset, resource_type: 'video' as const };
				await expectError(uploader.upload(inFolder('lamp.mp4'), asVideo), 401, mediaApiText.permissionUnknown);
				await uploader.upload(inFolder('lamp.jpg'), { ...options, upload_preset });
				const again = uploader.upload(inFolder('lamp.jpg'), { ...options, upload_preset });
				await expectError(again, 401, mediaApiText.permissionUsed);
				const late = await permit('image');
				clock.advance(mediaLimits.capabilityTtl);
				await expectError(uploader.upload(inFolder('lamp.jpg'), late), 401, mediaApiText.permissionOver);
				const inChunks = call((others, settle) =>
					uploader.upload_large(inFolder('lamp.jpg'), { ...late, chunk_size: 200, ...others }, settle),
				);
				await expectError(inChunks, 401, mediaApiText.permissionOver);
			});

			test('for a full quota, while chunks arrive', async () => {
				const whole = await permit('video');
				const options = { ...(await permit('video')), chunk_size: film.length - 10 };
				await seedUnpublished('video', mediaLimits.unpublished.video.bytes - film.length + 5);
				const message = mediaApiText.tooManyVideosWaiting(mediaLimits.unpublished.video.files);
				await expectError(uploader.upload(inFolder('lamp.mp4'), whole), 429, message);
				const inChunks = call((others, settle) =>
					uploader.upload_large(inFolder('lamp.mp4'), { ...options, ...others }, settle),
				);
				await expectError(inChunks, 429, message);
				expect(await listUnfinished()).toHaveLength(1);
			});

			test('for a link, which the server does not fetch, and for other text', async () => {
				const options = await permit('image');
				for (const link of [`${server.address}/favicon.ico`, 'ftp://127.0.0.1/a.jpg', 's3://bucket/a.jpg'])
					await expectError(uploader.upload(link, options), 400, mediaApiText.linkNotFetched);
				const text = `data:image/jpeg;base64,${'A'.repeat(200)}!`;
				await expectError(uploader.upload(text, options), 400, mediaApiText.fileAsText);
			});

			test('for another cloud and for calls that we do not have', async () => {
				const options = await permit('image');
				const elsewhere = uploader.upload(inFolder('lamp.jpg'), { ...options, cloud_name: 'demo' });
				await expectError(elsewhere, 404, mediaApiText.cloudUnknown);
				const { upload_prefix } = options;
				await expectError(uploader.explicit('a', { type: 'upload', upload_prefix }), 404, commonText.nothingHere);
			});
		});

	describe('sends chunks that', () => {
		test('may be repeated, also the last one', async () => {
			const permission = await permit('video');
			expect(await sendPart(permission, 0, 1000)).toEqual(accepted(1000));
			expect(await sendPart(permission, 0, 1000)).toEqual(accepted(1000));
			expect(await sendPart(permission, 1000, 3000)).toEqual(accepted(3000));
			expect(await sendPart(permission, 1000, 3000)).toEqual(accepted(3000));
			const last = await sendPart(permission, 3000, film.length);
			expect(last.status).toBe(200);
			await expectWhole(uploadResponseSchema.parse(last.body), film);
			expect(await sendPart(permission, 3000, film.length)).toEqual(last);
			expect(await sendPart(permission, 0, 1000)).toEqual(rejected(403, mediaApiText.permissionUsed));
			expect(await sendPart(permission, 0, 1000, 'second')).toEqual(rejected(403, mediaApiText.permissionUsed));
		});

		test('are published once if the last one arrives several times at once', async () => {
			const permission = await permit('video');
			await sendPart(permission, 0, 1000);
			const sent = await Promise.all([1, 2, 3].map(() => sendPart(permission, 1000, film.length)));
			expect(new Set(sent.map(({ body }) => body.public_id)).size).toBe(1);
			expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
		});

		test('must follow each other', async () => {
			const permission = await permit('video');
			expect(await sendPart(permission, 1000, 2000)).toEqual(rejected(404, mediaApiText.chunkUnknown));
			await sendPart(permission, 0, 1000);
			const wrong = rejected(409, mediaApiText.chunkElsewhere(1000));
			expect(await sendPart(permission, 2000, 3000)).toEqual(wrong);
			expect(await sendPart(permission, 2000, film.length)).toEqual(wrong);
			expect(await sendPart(permission, 500, 1500)).toEqual(wrong);
			expect(await sendPart(permission, 0, 500)).toEqual(wrong);
			expect(await sendPart(permission, 1000, 2000, 'second')).toEqual(rejected(404, mediaApiText.chunkUnknown));
			expect(await sendPart(permission, 1000, 2000)).toEqual(accepted(2000));
		});

		test('must be as announced', async () => {
			const permission = await permit('video');
			const part = film.subarray(0, 1000);
			for (const range of ['bytes 0-998/-1', 'bytes 0-1000/-1', 'bytes 0-1000/1001'])
				expect(await sendChunk(permission, part, range)).toEqual(rejected(400, mediaApiText.chunkLengthWrong));
			for (const range of ['bytes 999-0/-1', 'bytes 0-999/500', 'bytes 0--1/0', 'lines 0-999/-1'])
				expect(await sendChunk(permission, part, range)).toEqual(rejected(400, mediaApiText.chunkRangeUnreadable));
			for (const id of ['', 'a/b', 'x'.repeat(101)])
				expect(await sendChunk(permission, part, 'bytes 0-999/-1', id)).toEqual(
					rejected(400, mediaApiText.chunkRangeUnreadable),
				);
			expect(await listUnfinished()).toEqual([]);
		});

		test('are at most as large together as one file', async () => {
			const permission = await permit('video');
			await sendPart(permission, 0, 1000);
			const end = mediaLimits.videoBytes;
			for (const range of [`bytes 1000-${end}/-1`, `bytes 1000-1999/${end + 1}`])
				expect(await sendChunk(permission, film.subarray(1000, 2000), range)).toEqual(
					rejected(413, messages.videoTooLarge),
				);
			const range = `bytes 1000-1999/${end}`;
			expect(await sendChunk(permission, film.subarray(1000, 2000), range)).toEqual(accepted(2000));
		});

		test('belong to their permission, whatever their id is', async () => {
			const permission = await permit('video');
			await sendPart(permission, 0, 1000);
			const other = await permit('video', await signUp(server));
			expect(await sendPart(other, 1000, 2000)).toEqual(rejected(404, mediaApiText.chunkUnknown));
			expect(await sendPart(other, 0, 500)).toEqual(accepted(500));
			expect(await sendPart(permission, 1000, 2000)).toEqual(accepted(2000));
		});

		test('may start again under another id, and leave the permission to a form', async () => {
			const permission = await permit('video');
			await sendPart(permission, 0, 1000);
			expect(await sendPart(permission, 0, 700, 'second')).toEqual(accepted(700));
			expect(await listUnfinished()).toHaveLength(1);
			const capability = {
				...(await requestUploadCapability(seller, 'video', film.length)),
				upload_preset: permission.upload_preset,
			};
			expect((await sendFile(capability, film, 'a.mp4')).status).toBe(200);
			expect(await sendPart(permission, 700, 1000, 'second')).toEqual(rejected(403, mediaApiText.permissionUsed));
		});

		test('may follow after the permission expired, for an hour', async () => {
			const permission = await permit('video');
			clock.advance(mediaLimits.capabilityTtl - 1);
			await sendPart(permission, 0, 1000);
			clock.advance(minute);
			expect(await sendPart(permission, 0, 1000, 'second')).toEqual(rejected(403, mediaApiText.permissionOver));
			clock.advance(mediaLimits.chunkedUploadTtl - minute - 1);
			expect(await sendPart(permission, 1000, 2000)).toEqual(accepted(2000));
			clock.advance(1);
			expect(await sendPart(permission, 2000, film.length)).toEqual(rejected(403, mediaApiText.permissionOver));
		});

		test('end with the session', async () => {
			const permission = await permit('video');
			await sendPart(permission, 0, 1000);
			await seller.client.logOut();
			expect(await sendPart(permission, 1000, 2000)).toEqual(rejected(403, mediaApiText.logInAgain));
		});

		test('survive a restart, and a crash while a chunk was stored', async () => {
			const permission = await permit('video');
			await sendPart(permission, 0, 1000);
			const [name = ''] = await listUnfinished();
			await server.close();
			// The crash left a part of a chunk that the row does not count.
			await appendFile(join(environment.dataDir, 'unfinished-uploads', name), 'half a chunk');
			server = await startTestServer({ environment, clock, runJobs: false });
			const later = { ...permission, upload_prefix: server.address };
			expect(await sendPart(later, 1000, 2000)).toEqual(accepted(2000));
			const last = await sendPart(later, 2000, film.length);
			await expectWhole(uploadResponseSchema.parse(last.body), film);
			expect(await listUnfinished()).not.toContain(name);
		});

		test('start again if their bytes are lost', async () => {
			const permission = await permit('video');
			await sendPart(permission, 0, 1000);
			const [name = ''] = await listUnfinished();
			await rm(join(server.config.dataDir, 'unfinished-uploads', name));
			expect(await sendPart(permission, 1000, 2000)).toEqual(rejected(404, mediaApiText.chunkUnknown));
			expect(await sendPart(permission, 0, 1000)).toEqual(accepted(1000));
			const [again = ''] = await listUnfinished();
			await rm(join(server.config.dataDir, 'unfinished-uploads', again));
			expect(await sendPart(permission, 0, 1000)).toEqual(rejected(404, mediaApiText.chunkUnknown));
			expect(await sendPart(permission, 0, 1000)).toEqual(accepted(1000));
		});

		test('are deleted after an hour', async () => {
			const permission = await permit('video');
			await sendPart(permission, 0, 1000);
			expect(await listUnfinished()).toHaveLength(1);
			clock.advance(mediaLimits.chunkedUploadTtl);
			await server.close();
			server = await startTestServer({ environment, clock, runJobs: false });
			expect(await listUnfinished()).toEqual([]);
			const rows = await server.db.tables<MediaTables>().selectFrom('uploads').select('id').execute();
			expect(rows).toEqual([]);
		});

		if (stores.engine === 'postgres')
			test('reach several processes', async () => {
				const second = await startTestServer({ environment, clock, runJobs: false });
				try {
					const permission = await permit('video');
					const there = { ...permission, upload_prefix: second.address };
					expect(await sendPart(permission, 0, 1000)).toEqual(accepted(1000));
					expect(await sendPart(there, 1000, 2000)).toEqual(accepted(2000));
					const sent = await Promise.all([permission, there].map((options) => sendPart(options, 2000, film.length)));
					expect(sent.map(({ status }) => status)).toEqual([200, 200]);
					expect(new Set(sent.map(({ body }) => body.public_id)).size).toBe(1);
					await expectWhole(uploadResponseSchema.parse(sent[0]?.body), film);
				} finally {
					await second.close();
				}
			});
	});

	describe('deletes', () => {
		test('a file once if it is deleted several times at once', async () => {
			const { public_id } = await uploadPicture(seller);
			const results = await Promise.all([1, 2, 3].map(() => destroy(public_id, seller)));
			expect(results).toEqual(expect.arrayContaining([{ result: 'ok' }, { result: 'not found' }]));
		});

		test('a file or attaches it, if both are asked at once', async () => {
			const { public_id, secure_url } = await uploadPicture(seller);
			const [destroyed, created] = await Promise.allSettled([
				destroy(public_id, seller),
				seller.client.createAd({ body: { ...exampleAdForm, pictures: [{ secure_url }] } }),
			]);
			expect([destroyed.status, created.status].sort()).toEqual(['fulfilled', 'rejected']);
		});

		test('no file of another account, no unknown file, and none without a session', async () => {
			const { public_id, secure_url } = await uploadPicture(seller);
			expect(await destroy(public_id, await signUp(server))).toEqual({ result: 'not found' });
			for (const unknown of [
				'lamp',
				'pictures/',
				'pictures/lamp',
				'pictures/\0',
				`${public_id}/a`,
				`videos/${public_id.split('/')[1]}`,
			])
				expect(await destroy(unknown, seller)).toEqual({ result: 'not found' });
			const notSigned = { message: problemsText.logInFirst, http_code: 401 };
			await expect(destroy(public_id, null)).rejects.toMatchObject(notSigned);
			await expect(destroy('', seller)).rejects.toMatchObject({ http_code: 400 });
			await expect(destroy(public_id, seller, { cloud_name: 'demo' })).rejects.toMatchObject({
				message: mediaApiText.cloudUnknown,
			});
			await seller.client.createAd({ body: { ...exampleAdForm, pictures: [{ secure_url }] } });
		});

		test('no file that an ad uses', async () => {
			const { public_id, secure_url } = await uploadPicture(seller);
			await seller.client.createAd({ body: { ...exampleAdForm, pictures: [{ secure_url }] } });
			const used = { message: mediaApiText.fileInUse, http_code: 400 };
			await expect(destroy(public_id, seller)).rejects.toMatchObject(used);
			expect((await fetch(secure_url)).status).toBe(200);
		});
	});
});

describe('the Cloudinary client of a server with jobs', () => {
	beforeAll(async () => {
		server = await startTestServer();
		seller = await signUp(server);
	});
	afterAll(() => server.close());

	test('uploads a signed video that becomes playable', async () => {
		const response = await client.v2.uploader.upload(inFolder('lamp.mp4'), await permit('video'));
		expect(uploadResponseSchema.parse(response)).toMatchObject({ resource_type: 'video', duration: 1 });
		const { id: user_id, user_name } = seller.session;
		const details = { categories: 'Motorcycles', description: 'x' } as const;
		const body = { titlevideourl: response.secure_url, user_id, user_name, ...details };
		const { id } = await seller.client.createVideoAd({ body });
		await server.jobs.whenIdle();
		const { normalads } = await createApiClient(server).getVideoAd({ params: { id: String(id), description: 'x' } });
		expect(normalads.state).toBe('ready');
	});

	test('deletes an own file that nothing uses, and its bytes', async () => {
		const listKeys = async (publicId: string) => {
			const keys = [];
			for await (const { key } of server.files.list(`media/${publicId.split('/')[1]}/`)) keys.push(key);
			return keys;
		};
		const { public_id } = await uploadPicture(seller);
		expect(await listKeys(public_id)).not.toEqual([]);
		expect(await destroy(public_id, seller)).toEqual({ result: 'ok' });
		await server.jobs.whenIdle();
		expect(await listKeys(public_id)).toEqual([]);
		expect(await destroy(public_id, seller)).toEqual({ result: 'not found' });
		const video = await uploadVideo(seller);
		expect(await destroy(video.public_id, seller)).toEqual({ result: 'not found' });
		expect(await destroy(video.public_id, seller, { resource_type: 'video' })).toEqual({ result: 'ok' });
	});
});
