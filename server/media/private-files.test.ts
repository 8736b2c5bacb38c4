import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import * as mediaLimits from '../../contract/media/limits.ts';
import type { UploadResponse } from '../../contract/media/media.ts';
import { DomainError } from '../core/domain-error.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { makeJpeg, makePictureBomb } from '../testing/media-files.ts';
import { postPictureAd, signUp, type TestPerson, toFormData, uploadPicture, uploadVideo } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import type { PresentedMedia } from './index.ts';
import type { MediaTables } from './tables.ts';

let server: TestServer;
let clock: FakeClock;
let teacher: TestPerson;
/** Plain Fastify server with a route that receives a private picture, as in another module. */
let receiver: FastifyInstance;
let receiverUrl: string;
let insertOwner: (mediaId: number) => Promise<unknown>;
/** Two private videos of the teacher, with the response to the upload of the first one. */
let video: { id: number; upload: UploadResponse };
let otherVideo: { id: number };

const toActor = ({ session }: TestPerson) => ({
	accountId: session.id,
	userName: session.user_name,
	role: 'user' as const,
	sessionId: 1,
	mustChangePassword: false,
	isPendingDeletion: false,
	scopes: null,
});

const attachVideo = async (video: { secure_url: string }, person = teacher) =>
	server.db.transaction((tx) => server.media.attachPrivate(tx, toActor(person), 'video', video, 'video'));

async function findSigned(id: number): Promise<PresentedMedia> {
	const media = (await server.media.findByIdsSigned(server.db, [id])).get(id);
	if (!media) throw new Error('Media not found');
	return media;
}

const fetchPath = (path: string, init?: RequestInit) => fetch(server.address + path, init);
const sendPicture = (file: Uint8Array, name = 'file') =>
	fetch(receiverUrl, { method: 'POST', body: toFormData([[name, { file: new Uint8Array(file) }]]) });

/** Lists all sizes and renditions of a file. */
const listFiles = ({ picture, video }: PresentedMedia) =>
	[picture, video?.poster].flatMap((media) => media?.sizes ?? []).concat(video?.renditions ?? []);

async function listStoredKeys(): Promise<string[]> {
	const keys = [];
	for await (const { key } of server.files.list('media/')) keys.push(key);
	return keys;
}

describe('private files', () => {
	beforeAll(async () => {
		clock = createFakeClock(Date.now());
		server = await startTestServer({ clock });
		teacher = await signUp(server);
		receiver = Fastify();
		await receiver.register(multipart, { throwFileSizeLimit: false });
		receiver.setErrorHandler((error, _, reply) =>
			reply.code(418).send({ code: error instanceof DomainError ? error.code : String(error) }),
		);
		receiver.post('/', (request) =>
			server.media.receivePrivatePicture(request, async (_, id) => ({ id, kept: await insertOwner(id) })),
		);
		receiverUrl = await receiver.listen({ port: 0, host: '127.0.0.1' });
		const upload = await uploadVideo(teacher);
		video = { ...(await attachVideo(upload)), upload };
		otherVideo = await attachVideo(await uploadVideo(teacher));
		await server.jobs.whenIdle();
	});
	afterEach(() => {
		insertOwner = async () => true;
	});
	afterAll(async () => {
		await receiver.close();
		await server.close();
	});

	test('serves a private video only by signed URL, with ranges and without caching', async () => {
		const { id } = video;
		const media = await findSigned(id);
		const files = listFiles(media);
		expect(files.length).toBeGreaterThanOrEqual(2);
		for (const { url, bytes } of files) {
			const whole = await fetchPath(url);
			expect(whole.status).toBe(200);
			expect((await whole.arrayBuffer()).byteLength).toBe(bytes);
			expect(whole.headers.get('cache-control')).toBe('private, no-store');
			expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
			expect(whole.headers.get('cross-origin-resource-policy')).toBe('same-origin');
			// The public path of a private file returns 404.
			expect((await fetchPath(url.replace('/private-media/', '/media/'))).status).toBe(404);
			expect((await fetchPath(new URL(url, server.address).pathname)).status).toBe(404);
		}
		const [rendition] = media.video?.renditions ?? [];
		const part = await fetchPath(rendition?.url ?? '', { headers: { range: 'bytes=4-7' } });
		expect(part.status).toBe(206);
		expect(await part.text()).toBe('ftyp');
		const mainFile = await fetchPath(new URL(media.url, server.address).href.slice(server.address.length));
		expect([mainFile.status, mainFile.headers.get('content-type')]).toEqual([200, 'video/mp4']);
		await mainFile.arrayBuffer();
		const plain = (await server.media.findByIds(server.db, [id])).get(id);
		for (const { url } of plain ? listFiles(plain) : []) expect((await fetchPath(url)).status).toBe(404);
	});

	test('accepts a signed URL for ten minutes and for one file', async () => {
		const url = new URL((await findSigned(video.id)).video?.renditions[0]?.url ?? '', server.address);
		const other = new URL((await findSigned(otherVideo.id)).video?.renditions[0]?.url ?? '', server.address);
		const status = async (change: (url: URL) => void) => {
			const changed = new URL(url);
			change(changed);
			const response = await fetch(changed);
			await response.arrayBuffer();
			return response.status;
		};
		const ends = Number(url.searchParams.get('ends'));
		expect(ends - clock.now()).toBe(limits.signedUrlTtl);
		expect(await status(() => {})).toBe(200);
		expect(await status((u) => u.searchParams.set('ends', String(ends + 1)))).toBe(404);
		expect(await status((u) => u.searchParams.set('ends', ''))).toBe(404);
		expect(await status((u) => u.searchParams.append('ends', String(ends + 1)))).toBe(404);
		expect(await status((u) => u.searchParams.delete('signature'))).toBe(404);
		expect(await status((u) => u.searchParams.set('signature', 'x'))).toBe(404);
		expect(await status((u) => u.searchParams.set('signature', other.searchParams.get('signature') ?? ''))).toBe(404);
		expect(await status((u) => Object.assign(u, { pathname: other.pathname }))).toBe(404);
		expect(await status((u) => Object.assign(u, { pathname: url.pathname.replace(/[^/]+$/, 'original') }))).toBe(404);
		clock.advance(limits.signedUrlTtl - 1);
		expect(await status(() => {})).toBe(200);
		clock.advance(1);
		expect(await status(() => {})).toBe(404);
	});

	test('returns 404 for the URL of the upload response, and rejects the file in an ad', async () => {
		const { id, upload } = video;
		expect((await fetch(upload.secure_url)).status).toBe(404);
		const { id: user_id, user_name } = teacher.session;
		const ad = {
			titlevideourl: upload.secure_url,
			user_id,
			user_name,
			categories: 'Motorcycles',
			description: 'A lamp.',
		};
		await expect(teacher.client.createVideoAd({ body: ad as never })).rejects.toMatchObject({ status: 403 });
		await expect(attachVideo(upload)).rejects.toMatchObject({ code: 'forbidden' });
		expect((await fetchPath((await findSigned(id)).video?.renditions[0]?.url ?? '')).status).toBe(200);
	});

	test("rejects another account's upload, a picture as a video, and an external URL", async () => {
		const otherPerson = await signUp(server);
		await expect(attachVideo(await uploadVideo(otherPerson))).rejects.toMatchObject({ code: 'forbidden' });
		await expect(attachVideo(await uploadPicture(teacher))).rejects.toMatchObject({ code: 'invalid' });
		await expect(attachVideo({ secure_url: 'https://elsewhere.example/a.mp4' })).rejects.toMatchObject({
			code: 'invalid',
		});
	});

	test("returns 404 for a hidden ad's pictures and for removed files", async () => {
		const ad = await postPictureAd(teacher);
		const url = ad.cover?.url ?? '';
		expect((await fetchPath(url)).status).toBe(200);
		const tables = server.db.tables<MediaTables>().selectFrom('media').select(['id', 'public_id']);
		const row = await tables.where('public_id', '=', url.split('/')[2] ?? '').executeTakeFirstOrThrow();
		await server.db.transaction((tx) => server.media.setAccess(tx, [row.id], 'private'));
		expect((await fetchPath(url)).status).toBe(404);

		const { id } = await attachVideo(await uploadVideo(teacher));
		await server.jobs.whenIdle();
		const address = (await findSigned(id)).video?.renditions[0]?.url ?? '';
		expect((await fetchPath(address)).status).toBe(200);
		await server.db.transaction((tx) => server.media.remove(tx, [id]));
		expect((await fetchPath(address)).status).toBe(404);
	});

	test('re-encodes a received picture and serves it only by signed URL', async () => {
		const response = await sendPicture(await makeJpeg());
		expect(response.status).toBe(200);
		const { id } = (await response.json()) as { id: number };
		const media = await findSigned(id);
		expect(media).toMatchObject({ kind: 'image', state: 'ready' });
		for (const { url } of listFiles(media)) {
			const file = await fetchPath(url);
			expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp']);
			expect((await fetchPath(new URL(url.replace('private-media', 'media'), server.address).pathname)).status).toBe(
				404,
			);
		}
	});

	test('rejects invalid, too large and missing pictures, and leaves no files', async () => {
		const before = await listStoredKeys();
		const getErrorCode = async (response: Promise<Response>) =>
			((await (await response).json()) as { code: string }).code;
		const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
		expect(await getErrorCode(sendPicture(Buffer.from(svg)))).toBe('unsupported_type');
		expect(await getErrorCode(sendPicture(new Uint8Array(mediaLimits.pictureBytes + 1)))).toBe('too_large');
		expect(await getErrorCode(sendPicture(makePictureBomb()))).toBe('invalid');
		expect(await getErrorCode(sendPicture(new Uint8Array()))).toBe('invalid');
		expect(await getErrorCode(sendPicture(await makeJpeg(), 'picture'))).toBe('invalid');
		expect(await getErrorCode(fetch(receiverUrl, { method: 'POST', body: toFormData([['a', 'b']]) }))).toBe('invalid');
		expect(await getErrorCode(fetch(receiverUrl, { method: 'POST' }))).toBe('unsupported_type');
		insertOwner = () => Promise.reject(new DomainError('conflict', 'Not any more.'));
		expect(await getErrorCode(sendPicture(await makeJpeg()))).toBe('conflict');
		expect(await listStoredKeys()).toEqual(before);
	});
});
