import { createHash } from 'node:crypto';
import { appendFile, readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { type UploadResponse, uploadResponse } from '../../contract/media.ts';
import * as messages from '../../contract/messages.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { makeVideo } from '../testing/media-files.ts';
import {
	createApiClient,
	goodPassword,
	requestCapability,
	sendFile,
	signUp,
	type TestPerson,
	uploadVideo,
} from '../testing/people.ts';
import {
	makeTestEnvironment,
	onBothStores,
	startTestServer,
	type TestEnvironment,
	type TestServer,
} from '../testing/start-server.ts';
import { resumablePath } from './media.ts';

const tus = { 'tus-resumable': '1.0.0' };
const pieceType = { 'content-type': 'application/offset+octet-stream' };
const hour = 3_600_000;

let home: TestEnvironment;
let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;
let film: Uint8Array<ArrayBuffer>;

const bearer = (person: TestPerson | null) => (person ? { authorization: `Bearer ${person.token}` } : {});
const base64 = (text: string) => Buffer.from(text).toString('base64');
const unfinished = () => readdir(join(server.config.dataDir, 'unfinished-uploads'));
const staged = () => readdir(join(server.config.dataDir, 'staging'));

/** Asks for an upload of so many bytes, with these headers beside or instead of what it takes. */
async function create(preset: string, bytes: number, headers: Record<string, string> = {}): Promise<Response> {
	const metadata = `upload_preset ${base64(preset)},filename ${base64('../My lamp.mp4')}`;
	return fetch(server.address + resumablePath, {
		method: 'POST',
		headers: { ...tus, 'upload-length': String(bytes), 'upload-metadata': metadata, ...headers },
	});
}

async function begin(person: TestPerson, bytes = film.length): Promise<string> {
	const { upload_preset } = await requestCapability(person, 'video', bytes);
	const response = await create(upload_preset, bytes);
	expect(response.status).toBe(201);
	return new URL(response.headers.get('location') ?? '', server.address).pathname;
}

function ask(path: string, method: string, person: TestPerson | null): Promise<Response> {
	return fetch(server.address + path, { method, headers: { ...tus, ...bearer(person) } });
}

function send(
	path: string,
	person: TestPerson | null,
	offset: number,
	bytes: Uint8Array<ArrayBuffer>,
): Promise<Response> {
	return fetch(server.address + path, {
		method: 'PATCH',
		headers: { ...tus, ...pieceType, ...bearer(person), 'upload-offset': String(offset) },
		body: bytes,
	});
}

const offsetOf = async (path: string, person = seller) =>
	(await ask(path, 'HEAD', person)).headers.get('upload-offset');

async function restart(): Promise<void> {
	await server.close();
	await start();
}

/** At another address than before. */
async function start(): Promise<void> {
	server = await startTestServer({ environment: home, clock });
	seller = { ...seller, client: createApiClient(server, seller.token) };
}

async function expectWhole(answer: UploadResponse): Promise<void> {
	const key = `media/${answer.public_id.split('/')[1]}/original`;
	const read = await server.files.read(key);
	const hash = createHash('sha256');
	for await (const chunk of read?.stream ?? []) hash.update(chunk);
	expect(hash.digest('hex')).toBe(createHash('sha256').update(film).digest('hex'));
}

onBothStores('an upload in pieces', (stores) => {
	beforeAll(async () => {
		clock = fakeClock(Date.now());
		film = new Uint8Array(await makeVideo());
		home = await makeTestEnvironment(stores);
		server = await startTestServer({ environment: home, clock });
		seller = await signUp(server);
	});
	afterAll(async () => {
		await server.close();
		await home.remove();
	});
	// What the test before has sent can give way.
	beforeEach(() => clock.advance(limits.unpublishedProtection));
	afterEach(async () => {
		await server.jobs.whenIdle();
		expect(await staged()).toEqual([]);
	});

	test('goes on after the server was started anew, and is answered as the form is', async () => {
		const path = await begin(seller);
		const half = Math.floor(film.length / 2);
		const first = await send(path, seller, 0, film.slice(0, half));
		expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(half)]);
		expect(Date.parse(first.headers.get('upload-expires') ?? '')).toBeGreaterThan(
			clock.now() + limits.resumableUploadTtl - hour,
		);
		await restart();
		expect(await offsetOf(path)).toBe(String(half));
		const last = await send(path, seller, half, film.slice(half));
		expect(last.status).toBe(200);
		const answer = uploadResponse.parse(await last.json());
		const byForm = await uploadVideo(seller);
		expect(Object.keys(answer)).toEqual(Object.keys(byForm));
		expect(answer).toMatchObject({ width: 160, height: 120, bytes: film.length, original_filename: 'My lamp' });
		expect(await unfinished()).toEqual([]);
		expect((await fetch(answer.secure_url)).status).toBe(404);

		const body = { titlevideourl: answer.secure_url, user_id: seller.session.id, user_name: seller.session.user_name };
		const said = { categories: "Men's Shoes", description: 'Shoes that dance.' } as const;
		expect((await seller.client.createVideoAd({ body: { ...body, ...said } })).status).toBe(200);
	});

	test('is published once, however often it is asked for, and by whichever answer was lost', async () => {
		const path = await begin(seller);
		const answer = uploadResponse.parse(await (await send(path, seller, 0, film)).json());
		await expectWhole(answer);
		const again = await Promise.all(Array.from({ length: 4 }, () => ask(path, 'GET', seller)));
		for (const response of again) expect(await response.json()).toEqual(answer);
		expect(await offsetOf(path)).toBe(String(film.length));
		// Its bytes lie elsewhere by now.
		expect((await send(path, seller, film.length, new Uint8Array())).status).toBe(404);
	});

	test('whose end nobody worked on is published when it is asked for', async () => {
		const path = await begin(seller);
		const half = film.length - 10;
		await send(path, seller, 0, film.slice(0, half));
		expect((await ask(path, 'GET', seller)).status).toBe(409);
		// The process goes away between the last byte and the publishing.
		await server.close();
		await appendFile(join(home.dataDir, 'unfinished-uploads', path.split('/').at(-1) ?? ''), film.slice(half));
		await start();
		const response = await ask(path, 'GET', seller);
		expect(response.status).toBe(200);
		await expectWhole(uploadResponse.parse(await response.json()));
	});

	test('that broke off keeps what had come, and takes no piece twice', async () => {
		const path = await begin(seller);
		await new Promise<void>((resolve) => {
			const headers = { ...tus, ...pieceType, ...bearer(seller), 'upload-offset': '0', 'content-length': film.length };
			const broken = request(server.address + path, { method: 'PATCH', headers });
			broken.on('error', () => resolve());
			broken.write(film.slice(0, 5000), () => setImmediate(() => broken.destroy()));
		});
		const offset = Number(await offsetOf(path));
		expect(offset).toBeLessThanOrEqual(5000);
		expect((await send(path, seller, offset + 1, film.slice(offset + 1))).status).toBe(409);
		const answers = await Promise.all([1, 2].map(() => send(path, seller, offset, film.slice(offset))));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
		const whole = answers.find(({ status }) => status === 200);
		await expectWhole(uploadResponse.parse(await whole?.json()));
	});

	test('is its owner’s alone', async () => {
		const other = await signUp(server);
		const path = await begin(seller);
		for (const method of ['HEAD', 'GET', 'DELETE']) {
			expect((await ask(path, method, other)).status).toBe(404);
			expect((await ask(path, method, null)).status).toBe(401);
		}
		expect((await send(path, other, 0, film)).status).toBe(404);
		expect((await send(path, null, 0, film)).status).toBe(401);
		expect(await offsetOf(path)).toBe('0');
		expect((await ask(`${resumablePath}/${'0'.repeat(24)}`, 'HEAD', seller)).status).toBe(404);
		expect((await ask(`${resumablePath}/..%2Fkasuwa.sqlite`, 'GET', seller)).status).toBe(404);
		expect((await ask(path, 'DELETE', seller)).status).toBe(204);
		expect((await ask(path, 'HEAD', seller)).status).toBe(404);
		expect(await unfinished()).toEqual([]);
	});

	test('stops with the session and goes on after the next login', async () => {
		const leaver = await signUp(server);
		const path = await begin(leaver);
		await send(path, leaver, 0, film.slice(0, 1000));
		await leaver.client.logOut();
		expect((await send(path, leaver, 1000, film.slice(1000))).status).toBe(401);
		const { email } = leaver.session;
		const session = await leaver.client.logIn({ body: { email, password: goodPassword } });
		const back = { ...leaver, token: session.token };
		expect(await offsetOf(path, back)).toBe('1000');
		expect((await send(path, back, 1000, film.slice(1000))).status).toBe(200);
	});

	test('spends its capability at its beginning', async () => {
		const capability = await requestCapability(seller, 'video', film.length);
		expect((await create(capability.upload_preset, film.length)).status).toBe(201);
		expect((await create(capability.upload_preset, film.length)).status).toBe(403);
		expect((await sendFile(capability, film, 'a.mp4')).status).toBe(403);
		const byForm = await requestCapability(seller, 'video', film.length);
		expect((await sendFile(byForm, film, 'a.mp4')).status).toBe(200);
		expect((await create(byForm.upload_preset, film.length)).status).toBe(403);
		const picture = await requestCapability(seller, 'image');
		expect(picture.resumable_url).toBeNull();
		expect((await create(picture.upload_preset, 1000)).status).toBe(403);
		expect((await create('made.up', 1000)).status).toBe(403);
		const late = await requestCapability(seller, 'video', film.length);
		clock.advance(limits.capabilityTtl);
		expect((await create(late.upload_preset, film.length)).status).toBe(403);
	});

	test('keeps to 50 MB, at its beginning and while it comes in', async () => {
		const { upload_preset } = await requestCapability(seller, 'video', limits.videoBytes);
		const tooLarge = await create(upload_preset, limits.videoBytes + 1);
		expect(tooLarge.status).toBe(413);
		expect(await tooLarge.json()).toMatchObject({ message: messages.videoTooLarge });
		expect((await create(upload_preset, 0)).status).toBe(422);
		expect((await create(upload_preset, 10, { 'upload-length': 'ten' })).status).toBe(400);
		expect((await create(upload_preset, 10, { 'upload-defer-length': '1' })).status).toBe(400);
		expect((await create(upload_preset, 10, pieceType)).status).toBe(415);
		// None of them has spent it.
		expect((await create(upload_preset, limits.videoBytes)).status).toBe(201);
		const path = await begin(seller, 1000);
		expect((await send(path, seller, 0, film.slice(0, 1001))).status).toBe(413);
		const streamed = new ReadableStream({
			start(controller) {
				controller.enqueue(film.slice(0, 1001));
				controller.close();
			},
		});
		const headers = { ...tus, ...pieceType, ...bearer(seller), 'upload-offset': '0' };
		const init = { method: 'PATCH', headers, body: streamed, duplex: 'half' } as const;
		expect((await fetch(server.address + path, init)).status).toBe(413);
		expect(Number(await offsetOf(path))).toBeLessThanOrEqual(1000);
	});

	test('that is no video is refused when it is whole, and gone', async () => {
		const text = new TextEncoder().encode('No video at all');
		const path = await begin(seller, text.length);
		const response = await send(path, seller, 0, text);
		expect(response.status).toBe(415);
		expect(await response.json()).toMatchObject({ error: { message: messages.videoNotVideo } });
		expect((await ask(path, 'GET', seller)).status).toBe(404);
	});

	test('is over after seven days, and gives way to newer ones', async () => {
		const busy = await signUp(server);
		const paths: string[] = [];
		for (let made = 0; made <= limits.resumableUploads; made++) {
			clock.advance(1000);
			paths.push(await begin(busy));
		}
		const known = await Promise.all(paths.map((path) => ask(path, 'HEAD', busy)));
		expect(known.map(({ status }) => status)).toEqual([
			404,
			...Array.from({ length: limits.resumableUploads }, () => 200),
		]);
		clock.advance(limits.resumableUploadTtl);
		const session = await busy.client.logIn({ body: { email: busy.session.email, password: goodPassword } });
		const back = { ...busy, token: session.token };
		expect((await ask(paths.at(-1) ?? '', 'HEAD', back)).status).toBe(404);
		expect((await unfinished()).length).toBeGreaterThan(0);
		await restart();
		expect(await unfinished()).toEqual([]);
	});
});
