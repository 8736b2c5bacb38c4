import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, readdir } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import * as messages from '../../contract/core/messages.ts';
import * as mediaLimits from '../../contract/media/limits.ts';
import { type UploadResponse, uploadResponseSchema } from '../../contract/media/media.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { makeVideo } from '../testing/media-files.ts';
import {
	createApiClient,
	goodPassword,
	requestUploadCapability,
	sendFile,
	signUp,
	type TestPerson,
	uploadVideo,
} from '../testing/people.ts';
import {
	describeOnBothFileStores,
	makeTestEnvironment,
	startTestServer,
	type TestEnvironment,
	type TestServer,
} from '../testing/start-server.ts';
import { resumableUploadPath } from './own-host.ts';

const tus = { 'tus-resumable': '1.0.0' };
const chunkType = { 'content-type': 'application/offset+octet-stream' };
const hour = 3_600_000;

let environment: TestEnvironment;
let server: TestServer;
let clock: FakeClock;
let seller: TestPerson;
let film: Uint8Array<ArrayBuffer>;

const bearer = (person: TestPerson | null) => (person ? { authorization: `Bearer ${person.token}` } : {});
const base64 = (text: string) => Buffer.from(text).toString('base64');
const listUnfinished = () => readdir(join(server.config.dataDir, 'unfinished-uploads'));
const listStagedFiles = () => readdir(join(server.config.dataDir, 'staging'));

/** Starts a resumable upload. `headers` extend or replace the default headers. */
async function create(
	preset: string,
	bytes: number,
	headers: Record<string, string> = {},
	person: TestPerson | null = seller,
): Promise<Response> {
	const metadata = `upload_preset ${base64(preset)},filename ${base64('../My lamp.mp4')}`;
	return fetch(server.address + resumableUploadPath, {
		method: 'POST',
		headers: { ...tus, ...bearer(person), 'upload-length': String(bytes), 'upload-metadata': metadata, ...headers },
	});
}

async function startUpload(person: TestPerson, bytes = film.length): Promise<string> {
	const { upload_preset } = await requestUploadCapability(person, 'video', bytes);
	const response = await create(upload_preset, bytes, {}, person);
	expect(response.status).toBe(201);
	return new URL(response.headers.get('location') ?? '', server.address).pathname;
}

function sendRequest(path: string, method: string, person: TestPerson | null): Promise<Response> {
	return fetch(server.address + path, { method, headers: { ...tus, ...bearer(person) } });
}

function sendChunk(
	path: string,
	person: TestPerson | null,
	offset: number,
	bytes: Uint8Array<ArrayBuffer>,
): Promise<Response> {
	return fetch(server.address + path, {
		method: 'PATCH',
		headers: { ...tus, ...chunkType, ...bearer(person), 'upload-offset': String(offset) },
		body: bytes,
	});
}

const getOffset = async (path: string, person = seller) =>
	(await sendRequest(path, 'HEAD', person)).headers.get('upload-offset');

async function restart(): Promise<void> {
	await server.close();
	await start();
}

/** Starts a server without jobs, which would process each video. It listens on a new port, so the seller gets a new API client. */
async function start(): Promise<void> {
	server = await startTestServer({ environment, clock, runJobs: false });
	seller = { ...seller, client: createApiClient(server, seller.token) };
}

async function expectWhole(response: UploadResponse): Promise<void> {
	const key = `media/${response.public_id.split('/')[1]}/original`;
	const read = await server.files.read(key);
	const hash = createHash('sha256');
	for await (const chunk of read?.stream ?? []) hash.update(chunk);
	expect(hash.digest('hex')).toBe(createHash('sha256').update(film).digest('hex'));
}

describeOnBothFileStores('resumable upload', (stores) => {
	beforeAll(async () => {
		clock = createFakeClock(Date.now());
		film = new Uint8Array(await makeVideo());
		environment = await makeTestEnvironment(stores);
		server = await startTestServer({ environment, clock, runJobs: false });
		seller = await signUp(server);
	});
	afterAll(async () => {
		await server.close();
		await environment.remove();
	});
	// After this time, uploads of the previous test can be evicted.
	beforeEach(() => clock.advance(mediaLimits.unpublishedProtection));
	afterEach(async () => expect(await listStagedFiles()).toEqual([]));

	test('continues after a restart and responds like the upload form', async () => {
		const path = await startUpload(seller);
		const half = Math.floor(film.length / 2);
		const first = await sendChunk(path, seller, 0, film.slice(0, half));
		expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(half)]);
		expect(Date.parse(first.headers.get('upload-expires') ?? '')).toBeGreaterThan(
			clock.now() + mediaLimits.resumableUploadTtl - hour,
		);
		await restart();
		expect(await getOffset(path)).toBe(String(half));
		const last = await sendChunk(path, seller, half, film.slice(half));
		expect(last.status).toBe(200);
		const response = uploadResponseSchema.parse(await last.json());
		const byForm = await uploadVideo(seller);
		expect(Object.keys(response)).toEqual(Object.keys(byForm));
		expect(response).toMatchObject({ width: 160, height: 120, bytes: film.length, original_filename: 'My lamp' });
		expect(await listUnfinished()).toEqual([]);
		expect((await fetch(response.secure_url)).status).toBe(404);

		const body = {
			titlevideourl: response.secure_url,
			user_id: seller.session.id,
			user_name: seller.session.user_name,
		};
		const details = { categories: "Men's Shoes", description: 'Shoes that dance.' } as const;
		expect((await seller.client.createVideoAd({ body: { ...body, ...details } })).status).toBe(200);
	});

	test('is published once for repeated requests', async () => {
		const path = await startUpload(seller);
		const published = uploadResponseSchema.parse(await (await sendChunk(path, seller, 0, film)).json());
		await expectWhole(published);
		const again = await Promise.all(Array.from({ length: 4 }, () => sendRequest(path, 'GET', seller)));
		for (const response of again) expect(await response.json()).toEqual(published);
		expect(await getOffset(path)).toBe(String(film.length));
		// The bytes of a published upload are already deleted.
		expect((await sendChunk(path, seller, film.length, new Uint8Array())).status).toBe(404);
	});

	test('tells how many bytes have arrived while a chunk is being sent, and does not end it', async () => {
		const path = await startUpload(seller);
		const half = Math.floor(film.length / 2);
		const headers = { ...tus, ...chunkType, ...bearer(seller), 'upload-offset': '0', 'content-length': film.length };
		const sending = request(server.address + path, { method: 'PATCH', headers });
		const responded = once(sending, 'response');
		sending.write(film.slice(0, half));
		const ask = (person: TestPerson | null) => sendRequest(`${path}/received`, 'GET', person);
		await expect.poll(async () => (await ask(seller)).json()).toEqual({ bytes: half });
		expect((await ask(null)).status).toBe(401);
		expect((await ask(await signUp(server))).status).toBe(404);
		sending.end(film.slice(half));
		const [response] = (await responded) as [IncomingMessage];
		expect(response.statusCode).toBe(200);
		response.resume();
		expect(await (await ask(seller)).json()).toEqual({ bytes: film.length });
	});

	test('is published by GET after a crash between the last byte and publication', async () => {
		const path = await startUpload(seller);
		const half = film.length - 10;
		await sendChunk(path, seller, 0, film.slice(0, half));
		expect((await sendRequest(path, 'GET', seller)).status).toBe(409);
		await server.close();
		await appendFile(join(environment.dataDir, 'unfinished-uploads', path.split('/').at(-1) ?? ''), film.slice(half));
		await start();
		const response = await sendRequest(path, 'GET', seller);
		expect(response.status).toBe(200);
		await expectWhole(uploadResponseSchema.parse(await response.json()));
	});

	test('keeps the received bytes after a disconnect and rejects a repeated chunk', async () => {
		const path = await startUpload(seller);
		await new Promise<void>((resolve) => {
			const headers = { ...tus, ...chunkType, ...bearer(seller), 'upload-offset': '0', 'content-length': film.length };
			const broken = request(server.address + path, { method: 'PATCH', headers });
			broken.on('error', () => resolve());
			broken.write(film.slice(0, 5000), () => setImmediate(() => broken.destroy()));
		});
		const offset = Number(await getOffset(path));
		expect(offset).toBeLessThanOrEqual(5000);
		expect((await sendChunk(path, seller, offset + 1, film.slice(offset + 1))).status).toBe(409);
		const responses = await Promise.all([1, 2].map(() => sendChunk(path, seller, offset, film.slice(offset))));
		expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
		const whole = responses.find(({ status }) => status === 200);
		await expectWhole(uploadResponseSchema.parse(await whole?.json()));
	});

	test('is accessible only to its owner', async () => {
		const other = await signUp(server);
		const path = await startUpload(seller);
		for (const method of ['HEAD', 'GET', 'DELETE']) {
			expect((await sendRequest(path, method, other)).status).toBe(404);
			expect((await sendRequest(path, method, null)).status).toBe(401);
		}
		expect((await sendChunk(path, other, 0, film)).status).toBe(404);
		expect((await sendChunk(path, null, 0, film)).status).toBe(401);
		expect(await getOffset(path)).toBe('0');
		expect((await sendRequest(`${resumableUploadPath}/${'0'.repeat(24)}`, 'HEAD', seller)).status).toBe(404);
		expect((await sendRequest(`${resumableUploadPath}/..%2Fkasuwa.sqlite`, 'GET', seller)).status).toBe(404);
		expect((await sendRequest(path, 'DELETE', seller)).status).toBe(204);
		expect((await sendRequest(path, 'HEAD', seller)).status).toBe(404);
		expect(await listUnfinished()).toEqual([]);
	});

	test('stops with the session and continues after the next login', async () => {
		const person = await signUp(server);
		const path = await startUpload(person);
		await sendChunk(path, person, 0, film.slice(0, 1000));
		await person.client.logOut();
		expect((await sendChunk(path, person, 1000, film.slice(1000))).status).toBe(401);
		const { email } = person.session;
		const session = await person.client.logIn({ body: { email, password: goodPassword } });
		const back = { ...person, token: session.token };
		expect(await getOffset(path, back)).toBe('1000');
		expect((await sendChunk(path, back, 1000, film.slice(1000))).status).toBe(200);
	});

	test('uses up its capability when it is created', async () => {
		const capability = await requestUploadCapability(seller, 'video', film.length);
		expect((await create(capability.upload_preset, film.length)).status).toBe(201);
		expect((await create(capability.upload_preset, film.length)).status).toBe(403);
		expect((await sendFile(capability, film, 'a.mp4')).status).toBe(403);
		const byForm = await requestUploadCapability(seller, 'video', film.length);
		expect((await sendFile(byForm, film, 'a.mp4')).status).toBe(200);
		expect((await create(byForm.upload_preset, film.length)).status).toBe(403);
		const picture = await requestUploadCapability(seller, 'image');
		expect(picture.resumable_url).toBeNull();
		expect((await create(picture.upload_preset, 1000)).status).toBe(403);
		expect((await create('made.up', 1000)).status).toBe(403);
		const expired = await requestUploadCapability(seller, 'video', film.length);
		clock.advance(mediaLimits.capabilityTtl);
		expect((await create(expired.upload_preset, film.length)).status).toBe(403);
	});

	test('is described by OPTIONS without a session', async () => {
		const response = await fetch(server.address + resumableUploadPath, { method: 'OPTIONS' });
		expect(response.status).toBe(204);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			'tus-version': '1.0.0',
			'tus-resumable': '1.0.0',
			'tus-extension': 'creation,termination,expiration',
			'tus-max-size': String(mediaLimits.videoBytes),
		});
	});

	test('works for scripts of other sites', async () => {
		const url = await startUpload(seller);
		for (const path of [resumableUploadPath, url]) {
			const preflight = await fetch(server.address + path, { method: 'OPTIONS' });
			expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
			expect(preflight.headers.get('access-control-allow-methods')).toMatch(/POST.*HEAD.*PATCH.*DELETE/);
			const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
			const sent = [
				'authorization',
				'content-type',
				'tus-resumable',
				'upload-length',
				'upload-metadata',
				'upload-offset',
			];
			expect(allowed).toEqual(expect.arrayContaining(sent));
		}
		const { upload_preset } = await requestUploadCapability(seller, 'video', film.length);
		const created = await create(upload_preset, film.length);
		expect(created.headers.get('access-control-expose-headers')?.toLowerCase()).toMatch(/location.*upload-offset/);
		for (const response of [created, await create(upload_preset, film.length, {}, null)])
			expect(response.headers.get('access-control-allow-origin')).toBe('*');
	});

	test('needs a session of the capability to start, and otherwise leaves the capability usable', async () => {
		const { upload_preset } = await requestUploadCapability(seller, 'video', film.length);
		expect((await create(upload_preset, film.length, {}, null)).status).toBe(401);
		expect((await create(upload_preset, film.length, { authorization: 'Bearer made-up' })).status).toBe(401);
		expect((await create(upload_preset, film.length, {}, await signUp(server))).status).toBe(403);
		expect((await create(upload_preset, film.length)).status).toBe(201);
	});

	test('works with the tus client, whose error without a session contains our message', async () => {
		const { upload_preset, resumable_url } = await requestUploadCapability(seller, 'video', film.length);
		const send = (headers: Record<string, string>) =>
			new Promise<string>((resolve, reject) => {
				new Upload(Buffer.from(film), {
					endpoint: resumable_url,
					metadata: { upload_preset, filename: 'lamp.mp4' },
					headers,
					chunkSize: Math.ceil(film.length / 3),
					retryDelays: null,
					onError: reject,
					onSuccess: ({ lastResponse }) => resolve(lastResponse.getBody()),
				}).start();
			});
		await expect(send({})).rejects.toThrow(problemsText.logInFirst);
		const response = uploadResponseSchema.parse(JSON.parse(await send(bearer(seller) as Record<string, string>)));
		expect(response.original_filename).toBe('lamp');
		await expectWhole(response);
	});

	test('is limited to 50 MB, on creation and while receiving', async () => {
		const { upload_preset } = await requestUploadCapability(seller, 'video', mediaLimits.videoBytes);
		const announced = await requestUploadCapability(seller, 'video', film.length);
		const larger = await create(announced.upload_preset, film.length + 1);
		expect(larger.status).toBe(413);
		expect(await larger.json()).toMatchObject({ message: mediaApiText.moreThanAnnounced });
		const tooLarge = await create(upload_preset, mediaLimits.videoBytes + 1);
		expect(tooLarge.status).toBe(413);
		expect(await tooLarge.json()).toMatchObject({ message: messages.videoTooLarge });
		expect((await create(upload_preset, 0)).status).toBe(422);
		expect((await create(upload_preset, 10, { 'upload-length': 'ten' })).status).toBe(400);
		expect((await create(upload_preset, 10, { 'upload-defer-length': '1' })).status).toBe(400);
		expect((await create(upload_preset, 10, chunkType)).status).toBe(415);
		// Rejected requests do not use up the upload permission.
		expect((await create(upload_preset, mediaLimits.videoBytes)).status).toBe(201);
		const path = await startUpload(seller, 1000);
		expect((await sendChunk(path, seller, 0, film.slice(0, 1001))).status).toBe(413);
		const streamed = new ReadableStream({
			start(controller) {
				controller.enqueue(film.slice(0, 1001));
				controller.close();
			},
		});
		const headers = { ...tus, ...chunkType, ...bearer(seller), 'upload-offset': '0' };
		const init = { method: 'PATCH', headers, body: streamed, duplex: 'half' } as const;
		expect((await fetch(server.address + path, init)).status).toBe(413);
		expect(Number(await getOffset(path))).toBeLessThanOrEqual(1000);
	});

	test('is rejected and deleted when it is complete but no video', async () => {
		const text = new TextEncoder().encode('No video at all');
		const path = await startUpload(seller, text.length);
		const response = await sendChunk(path, seller, 0, text);
		expect(response.status).toBe(415);
		expect(await response.json()).toMatchObject({ error: { message: messages.videoNotVideo } });
		expect((await sendRequest(path, 'GET', seller)).status).toBe(404);
	});

	test('expires after seven days and is replaced by newer uploads', async () => {
		const busy = await signUp(server);
		const paths: string[] = [];
		for (let count = 0; count <= mediaLimits.resumableUploads; count++) {
			clock.advance(1000);
			paths.push(await startUpload(busy));
		}
		const known = await Promise.all(paths.map((path) => sendRequest(path, 'HEAD', busy)));
		expect(known.map(({ status }) => status)).toEqual([
			404,
			...Array.from({ length: mediaLimits.resumableUploads }, () => 200),
		]);
		clock.advance(mediaLimits.resumableUploadTtl);
		const session = await busy.client.logIn({ body: { email: busy.session.email, password: goodPassword } });
		const back = { ...busy, token: session.token };
		expect((await sendRequest(paths.at(-1) ?? '', 'HEAD', back)).status).toBe(404);
		expect((await listUnfinished()).length).toBeGreaterThan(0);
		await restart();
		expect(await listUnfinished()).toEqual([]);
	});
});
