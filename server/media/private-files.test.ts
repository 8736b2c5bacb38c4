import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { DomainError } from '../platform/domain-error.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { makeJpeg, makePictureBomb } from '../testing/media-files.ts';
import { postPictureAd, signUp, type TestPerson, toFormData, uploadPicture, uploadVideo } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import type { PresentedMedia } from './index.ts';
import type { MediaTables } from './tables.ts';

let server: TestServer;
let clock: FakeClock;
let teacher: TestPerson;
/** Another slice's route that takes a picture. */
let taker: FastifyInstance;
let takerAddress: string;
let keep: (mediaId: number) => Promise<unknown>;

const actorOf = ({ session }: TestPerson) => ({
	accountId: session.id,
	userName: session.user_name,
	role: 'user' as const,
	sessionId: 1,
	mustChangePassword: false,
	isPendingDeletion: false,
});

const attachVideo = async (video: { secure_url: string }, person = teacher) =>
	server.db.transaction((tx) => server.media.attachPrivate(tx, actorOf(person), 'video', video, 'video'));

async function signed(id: number): Promise<PresentedMedia> {
	const shown = (await server.media.findByIdsSigned(server.db, [id])).get(id);
	if (!shown) throw new Error('There is no such file');
	return shown;
}

const fetchOf = (path: string, init?: RequestInit) => fetch(server.address + path, init);
const sendPicture = (file: Uint8Array, name = 'file') =>
	fetch(takerAddress, { method: 'POST', body: toFormData([[name, { file: new Uint8Array(file) }]]) });

/** Every address that shows something of it. */
const addressesOf = ({ picture, video }: PresentedMedia) =>
	[picture, video?.poster].flatMap((shown) => shown?.sizes ?? []).concat(video?.renditions ?? []);

async function storedKeys(): Promise<string[]> {
	const keys = [];
	for await (const { key } of server.files.list('media/')) keys.push(key);
	return keys;
}

describe('private files', () => {
	beforeAll(async () => {
		clock = fakeClock(Date.now());
		server = await startTestServer({ clock });
		teacher = await signUp(server);
		taker = Fastify();
		await taker.register(multipart, { throwFileSizeLimit: false });
		taker.setErrorHandler((error, _, reply) =>
			reply.code(418).send({ code: error instanceof DomainError ? error.code : String(error) }),
		);
		taker.post('/', (request) =>
			server.media.receivePrivatePicture(request, async (_, id) => ({ id, kept: await keep(id) })),
		);
		takerAddress = await taker.listen({ port: 0, host: '127.0.0.1' });
	});
	afterEach(() => {
		keep = async () => true;
	});
	afterAll(async () => {
		await taker.close();
		await server.close();
	});

	test('a video is fetched by signed addresses alone, part by part, and kept by nobody', async () => {
		const { id } = await attachVideo(await uploadVideo(teacher));
		await server.jobs.whenIdle();
		const shown = await signed(id);
		const files = addressesOf(shown);
		expect(files.length).toBeGreaterThanOrEqual(2);
		for (const { url, bytes } of files) {
			const whole = await fetchOf(url);
			expect(whole.status).toBe(200);
			expect((await whole.arrayBuffer()).byteLength).toBe(bytes);
			expect(whole.headers.get('cache-control')).toBe('private, no-store');
			expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
			expect(whole.headers.get('cross-origin-resource-policy')).toBe('same-origin');
			// The same file where the public ones are.
			expect((await fetchOf(url.replace('/private-media/', '/media/'))).status).toBe(404);
			expect((await fetchOf(new URL(url, server.address).pathname)).status).toBe(404);
		}
		const [rendition] = shown.video?.renditions ?? [];
		const part = await fetchOf(rendition?.url ?? '', { headers: { range: 'bytes=4-7' } });
		expect(part.status).toBe(206);
		expect(await part.text()).toBe('ftyp');
		const mainFile = await fetchOf(new URL(shown.url, server.address).href.slice(server.address.length));
		expect([mainFile.status, mainFile.headers.get('content-type')]).toEqual([200, 'video/mp4']);
		await mainFile.arrayBuffer();
		const plain = (await server.media.findByIds(server.db, [id])).get(id);
		for (const { url } of plain ? addressesOf(plain) : []) expect((await fetchOf(url)).status).toBe(404);
	});

	test('a signed address works for ten minutes, and for its one file', async () => {
		const { id } = await attachVideo(await uploadVideo(teacher));
		const { id: otherId } = await attachVideo(await uploadVideo(teacher));
		await server.jobs.whenIdle();
		const url = new URL((await signed(id)).video?.renditions[0]?.url ?? '', server.address);
		const other = new URL((await signed(otherId)).video?.renditions[0]?.url ?? '', server.address);
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

	test('the address its uploader was given shows nothing, and it cannot be made part of an ad any more', async () => {
		const upload = await uploadVideo(teacher);
		const { id } = await attachVideo(upload);
		await server.jobs.whenIdle();
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
		expect((await fetchOf((await signed(id)).video?.renditions[0]?.url ?? '')).status).toBe(200);
	});

	test("another account's upload, and a picture for a video, are not taken", async () => {
		const stranger = await signUp(server);
		await expect(attachVideo(await uploadVideo(stranger))).rejects.toMatchObject({ code: 'forbidden' });
		await expect(attachVideo(await uploadPicture(teacher))).rejects.toMatchObject({ code: 'invalid' });
		await expect(attachVideo({ secure_url: 'https://elsewhere.example/a.mp4' })).rejects.toMatchObject({
			code: 'invalid',
		});
	});

	test("a hidden ad's pictures are not fetched at their public address, and a removed file at none", async () => {
		const ad = await postPictureAd(teacher);
		const url = ad.cover?.url ?? '';
		expect((await fetchOf(url)).status).toBe(200);
		const tables = server.db.tables<MediaTables>().selectFrom('media').select(['id', 'public_id']);
		const row = await tables.where('public_id', '=', url.split('/')[2] ?? '').executeTakeFirstOrThrow();
		await server.db.transaction((tx) => server.media.setAccess(tx, [row.id], 'private'));
		expect((await fetchOf(url)).status).toBe(404);

		const { id } = await attachVideo(await uploadVideo(teacher));
		await server.jobs.whenIdle();
		const address = (await signed(id)).video?.renditions[0]?.url ?? '';
		expect((await fetchOf(address)).status).toBe(200);
		await server.db.transaction((tx) => server.media.remove(tx, [id]));
		expect((await fetchOf(address)).status).toBe(404);
	});

	test('a picture from anyone is made anew, and shown by signed addresses alone', async () => {
		const response = await sendPicture(await makeJpeg());
		expect(response.status).toBe(200);
		const { id } = (await response.json()) as { id: number };
		const shown = await signed(id);
		expect(shown).toMatchObject({ kind: 'image', state: 'ready' });
		for (const { url } of addressesOf(shown)) {
			const file = await fetchOf(url);
			expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp']);
			expect((await fetchOf(new URL(url.replace('private-media', 'media'), server.address).pathname)).status).toBe(404);
		}
	});

	test('what is no picture, too large or nothing at all is refused, and nothing is left of it', async () => {
		const before = await storedKeys();
		const refused = async (sending: Promise<Response>) => ((await (await sending).json()) as { code: string }).code;
		const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
		expect(await refused(sendPicture(Buffer.from(svg)))).toBe('unsupported_type');
		expect(await refused(sendPicture(new Uint8Array(limits.pictureBytes + 1)))).toBe('too_large');
		expect(await refused(sendPicture(await makePictureBomb()))).toBe('invalid');
		expect(await refused(sendPicture(new Uint8Array()))).toBe('invalid');
		expect(await refused(sendPicture(await makeJpeg(), 'picture'))).toBe('invalid');
		expect(await refused(fetch(takerAddress, { method: 'POST', body: toFormData([['a', 'b']]) }))).toBe('invalid');
		expect(await refused(fetch(takerAddress, { method: 'POST' }))).toBe('unsupported_type');
		keep = () => Promise.reject(new DomainError('conflict', 'Not any more.'));
		expect(await refused(sendPicture(await makeJpeg()))).toBe('conflict');
		expect(await storedKeys()).toEqual(before);
	});
});
