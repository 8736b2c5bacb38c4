import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Video } from '../../contract/media/media.ts';
import type { VideoEdit } from '../../contract/media/video-edit.ts';
import * as mediaApiText from '../../text/shared/media-api.ts';
import * as validationText from '../../text/shared/validation.ts';
import { createFakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { createApiClient, signUp, signUpAdministrator, type TestPerson, uploadVideo } from '../testing/people.ts';
import { startTestServer, type TestServer } from '../testing/start-server.ts';
import { runFfmpeg } from '../testing/video-samples.ts';
import { readZip } from '../testing/zip.ts';
import { furtherRenditionsJob, prepareVideoJob, transcodeVideoJob } from './job-definitions.ts';
import { listReferencedFiles } from './referenced-files.ts';
import type { MediaTables } from './tables.ts';

const execute = promisify(execFile);

let folder: string;
let server: TestServer;
let seller: TestPerson;
const clock = createFakeClock(Date.now());
const clips: Record<'mp4' | 'mov' | 'avi', Buffer> = { mp4: Buffer.of(), mov: Buffer.of(), avi: Buffer.of() };

/** Colours of the clip: red until 1 s, green until 2 s, and blue until 3.6 s. */
const colourFilter =
	"drawbox=color=lime:t=fill:enable='between(t,1,1.99)',drawbox=color=blue:t=fill:enable='gte(t,1.99)'";

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'kasuwa-edited-'));
	const source = ['-f', 'lavfi', '-i', 'color=red:s=320x240:d=3.6:r=25', '-f', 'lavfi', '-i', 'sine=d=3.6'];
	const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '250', '-c:a', 'aac'];
	const codecs = { mp4: h264, mov: h264, avi: ['-c:v', 'mpeg4', '-q:v', '3', '-c:a', 'libmp3lame'] };
	const outputs = Object.entries(codecs).map(([extension, options]) => [...options, join(folder, `clip.${extension}`)]);
	await runFfmpeg(...source, ...outputs.flatMap((output) => ['-vf', colourFilter, ...output]));
	for (const extension of ['mp4', 'mov', 'avi'] as const) {
		clips[extension] = await readFile(join(folder, `clip.${extension}`));
	}
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function publish(secureUrl: string, edit?: VideoEdit, person = seller): Promise<number> {
	const { id: user_id, user_name } = person.session;
	const form = { user_id, user_name, categories: 'Motorcycles', description: 'It runs.' } as const;
	return (await person.client.createVideoAd({ body: { titlevideourl: secureUrl, ...form, ...(edit && { edit }) } })).id;
}

async function post(edit: VideoEdit, clip: Buffer = clips.mp4): Promise<number> {
	const { secure_url } = await uploadVideo(seller, clip);
	return publish(secure_url, edit);
}

async function getVideo(id: number): Promise<Video> {
	const { normalads } = await createApiClient(server).getVideoAd({ params: { id: String(id), description: 'x' } });
	if (!normalads.video) throw new Error('The video is not ready');
	return normalads.video;
}

async function postAndProcess(edit: VideoEdit, clip?: Buffer): Promise<Video> {
	const id = await post(edit, clip);
	await server.jobs.whenIdle();
	return getVideo(id);
}

async function download(url: string): Promise<string> {
	const path = join(folder, url.replaceAll('/', '-'));
	const response = await fetch(server.address + url);
	expect(response.status).toBe(200);
	await writeFile(path, Buffer.from(await response.arrayBuffer()));
	return path;
}

interface Frame {
	pixels: Buffer;
	width: number;
	height: number;
}

/** Decodes all frames of a video, and lists the kinds of its streams, with one start of ffmpeg. */
async function decode({ url, width, height }: { url: string; width: number; height: number }) {
	const args = ['-nostdin', '-i', await download(url), '-map', '0:v', '-fps_mode', 'passthrough'];
	const toPixels = ['-pix_fmt', 'rgb24', '-f', 'rawvideo', '-'];
	const options = { encoding: 'buffer', maxBuffer: 100_000_000 } as const;
	const { stdout, stderr } = await execute('ffmpeg', [...args, ...toPixels], options);
	const [input = ''] = stderr.toString().split('Stream mapping:');
	const bytes = width * height * 3;
	const frames = Array.from({ length: stdout.length / bytes }, (_, index): Frame => {
		return { pixels: stdout.subarray(index * bytes, (index + 1) * bytes), width, height };
	});
	return { streams: [...input.matchAll(/^ *Stream #0:\S+: (\w+):/gm)].map(([, kind]) => kind), frames };
}

/** Lists the files of a video's renditions: the MP4 and its fragmented copy. */
function listFiles({ renditions }: Video) {
	expect(renditions).not.toEqual([]);
	return renditions.flatMap(({ url, fragmented, width, height }) => {
		return [url, fragmented?.url ?? ''].map((one) => ({ url: one, width, height }));
	});
}

async function readPicture(path: string): Promise<Frame> {
	// A buffer, because sharp caches the contents of a path.
	const { data, info } = await sharp(await readFile(path))
		.removeAlpha()
		.raw()
		.toBuffer({ resolveWithObject: true });
	return { pixels: data, width: info.width, height: info.height };
}

const readPoster = async ({ poster }: Video) => readPicture(await download(poster?.url ?? ''));

type Colour = 'red' | 'green' | 'blue';

/** Returns the strongest colour in the lowest row of a frame, where no overlay is. */
function getColour({ pixels, width, height }: Frame): Colour {
	const offset = ((height - 1) * width + Math.floor(width / 2)) * 3;
	const parts = [...pixels.subarray(offset, offset + 3)];
	return (['red', 'green', 'blue'] as const)[parts.indexOf(Math.max(...parts))] ?? 'red';
}

/** Returns the rows of a frame, as shares of its height, that contain white pixels. The clip has none. */
function listWhiteRows({ pixels, width, height }: Frame): number[] {
	const isWhite = (at: number) => pixels.subarray(at, at + 3).every((part) => part > 200);
	return Array.from({ length: height }, (_, y) => y)
		.filter((y) => Array.from({ length: width }, (_, x) => (y * width + x) * 3).some(isWhite))
		.map((y) => y / height);
}

function expectOverlay(frame: Frame): void {
	const rows = listWhiteRows(frame);
	expect(rows.length).toBeGreaterThan(3);
	expect(Math.min(...rows)).toBeGreaterThan(0.2);
	expect(Math.max(...rows)).toBeLessThan(0.5);
}

const listMedia = () => server.db.tables<MediaTables>().selectFrom('media').selectAll().orderBy('id').execute();
const getLastMedia = async () => (await listMedia()).at(-1);

/** Lists the names of the stored files of the newest upload. */
async function listStoredNames(): Promise<string[]> {
	const names: string[] = [];
	for await (const { key } of server.files.list(`media/${(await getLastMedia())?.public_id}/`)) {
		names.push(key.slice(key.lastIndexOf('/') + 1));
	}
	return names.sort();
}

/** Checks that the newest upload consists of the files that its row names, which are all made with the edit. */
async function expectOnlyEditedFiles(): Promise<void> {
	const { public_id: publicId } = (await getLastMedia()) ?? {};
	const referenced: string[] = [];
	for await (const key of listReferencedFiles(server.db)) {
		if (key.includes(`/${publicId}/`)) referenced.push(key.slice(key.lastIndexOf('/') + 1));
	}
	const stored = await listStoredNames();
	expect(stored).toEqual(referenced.sort());
	expect(stored.filter((name) => /\.(mp4|webp)$/.test(name) && !name.startsWith('edited-'))).toEqual([]);
}

const edit: VideoEdit = { start_ms: 2400, end_ms: 600_000, muted: true };

/** Checks that a video is processed with `edit`. It ends with the upload, because the end of the edit is later. */
async function expectEdited(id: number): Promise<void> {
	await server.jobs.whenIdle();
	const video = await getVideo(id);
	expect(Math.abs(video.duration_ms - 1200)).toBeLessThan(80);
	for (const rendition of video.renditions) {
		const { streams, frames } = await decode(rendition);
		expect(streams).toEqual(['Video']);
		expect(Math.abs(frames.length - 30)).toBeLessThanOrEqual(1);
		expect(new Set(frames.map(getColour))).toEqual(new Set(['blue']));
	}
	expect(getColour(await readPoster(video))).toBe('blue');
	await expectOnlyEditedFiles();
	expect(await server.jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 0 });
}

describe('edited videos', () => {
	beforeAll(async () => {
		server = await startTestServer({ clock });
		seller = await signUp(server);
	});
	afterAll(() => server.close());

	const part = { start_ms: 1200, end_ms: 2600 };
	test.each<[keyof typeof clips, VideoEdit, { green: number; blue: number }]>([
		['mov', { ...part, poster_ms: 2300, overlay: 'Half price' }, { green: 20, blue: 15 }],
		// In this AVI every frame is one frame later.
		['avi', part, { green: 21, blue: 14 }],
	])('keep the chosen part of an %s in every size, also with %j', async (extension, edit, { green, blue }) => {
		const video = await postAndProcess(edit, clips[extension]);
		expect(Math.abs(video.duration_ms - 1400)).toBeLessThan(80);
		expect(video.hls).not.toBeNull();
		for (const file of listFiles(video)) {
			const { streams, frames } = await decode(file);
			expect(streams).toEqual(['Video', 'Audio']);
			expect(frames.map(getColour)).toEqual([...Array(green).fill('green'), ...Array(blue).fill('blue')]);
			if (edit.overlay) for (const frame of frames) expectOverlay(frame);
		}
		const poster = await readPoster(video);
		expect(getColour(poster)).not.toBe('red');
		if (edit.poster_ms) expect(getColour(poster)).toBe('blue');
		if (edit.overlay) expectOverlay(poster);
		await expectOnlyEditedFiles();
		expect(await server.jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 0 });
	});

	test('fail with a sentence for the seller if they would start less than a second before the end', async () => {
		const id = await post({ start_ms: 2800 });
		await server.jobs.whenIdle();
		expect((await seller.client.listMyAds({ query: {} })).items[0]).toMatchObject({
			id,
			state: 'failed',
			failure: mediaApiText.videoRejections.cut_too_short,
		});
	});

	test('have no sound if they are muted, and the frame at the chosen time as their poster', async () => {
		const video = await postAndProcess({ muted: true, poster_ms: 1050 });
		expect(Math.abs(video.duration_ms - 3600)).toBeLessThan(80);
		for (const file of listFiles(video)) expect((await decode(file)).streams).toEqual(['Video']);
		expect(getColour(await readPoster(video))).toBe('green');
	});

	test('show their text upright on a turned video, in every size and on the poster', async () => {
		const [plain, turned] = [join(folder, 'plain.mp4'), join(folder, 'turned.mp4')];
		const source = ['-f', 'lavfi', '-i', 'color=red:s=512x288:d=1:r=10', '-f', 'lavfi', '-i', 'sine=d=1'];
		await runFfmpeg(...source, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', plain);
		await runFfmpeg('-i', plain, '-c', 'copy', '-metadata:s:v', 'rotate=90', turned);
		const video = await postAndProcess({ overlay: 'Half price' }, await readFile(turned));
		expect(video.renditions.map(({ width, height }) => [width, height])).toEqual([
			[240, 426],
			[288, 512],
		]);
		for (const rendition of video.renditions) {
			const { streams, frames } = await decode(rendition);
			expect([streams, frames.length]).toEqual([['Video', 'Audio'], 10]);
			for (const frame of frames) expectOverlay(frame);
		}
		expectOverlay(await readPoster(video));
	});

	test('are rejected if too short or with a poster outside of them, and stay as they are with an empty edit', async () => {
		const { secure_url } = await uploadVideo(seller, clips.mp4);
		await server.jobs.whenIdle();
		await expect(publish(secure_url, { start_ms: 1000, end_ms: 1999 })).rejects.toMatchObject({
			status: 422,
			problem: { fields: { 'edit.end_ms': validationText.videoCutTooShort } },
		});
		await expect(publish(secure_url, { start_ms: 1000, poster_ms: 999 })).rejects.toMatchObject({
			status: 422,
			problem: { fields: { 'edit.poster_ms': validationText.posterOutside } },
		});
		expect(await getLastMedia()).toMatchObject({ attached_at: null, edit: null });
		await publish(secure_url, { start_ms: 0, muted: false });
		expect(await getLastMedia()).toMatchObject({ attached_at: expect.any(Number), edit: null, state: 'ready' });
	});

	test('are processed again with their edit after a failure', async () => {
		const { secure_url } = await uploadVideo(seller, clips.mp4);
		await server.jobs.whenIdle();
		const { public_id: publicId, id: mediaId } = (await getLastMedia()) ?? {};
		const original = `media/${publicId}/original`;
		const path = join(folder, 'original');
		await server.files.download(original, path);
		await server.files.remove(original);
		const id = await publish(secure_url, edit);
		await server.jobs.whenIdle();
		expect((await seller.client.listMyAds({ query: {} })).items[0]).toMatchObject({ id, state: 'failed' });
		await server.files.write(original, { path }, 'application/octet-stream');
		await seller.client.retryAd({ params: { id: String(id) } });
		await expectEdited(id);
		const video = await getVideo(id);
		for (const job of [prepareVideoJob, transcodeVideoJob, furtherRenditionsJob]) {
			await server.db.transaction((tx) => server.jobs.add(tx, job, { media_id: mediaId ?? 0 }));
		}
		await server.jobs.whenIdle();
		expect(await getVideo(id)).toEqual(video);
		await expectOnlyEditedFiles();
	});

	test('get an edit after the preparation of a video that must be encoded, which replaces its poster', async () => {
		const { secure_url } = await uploadVideo(seller, clips.avi);
		await server.jobs.whenIdle();
		await expectEdited(await publish(secure_url, edit));
	});

	test('get an edit before the preparation, which is part of it', async () => {
		const download = server.files.download.bind(server.files);
		let id = 0;
		// The first video occupies the only preparation job until the second one is published.
		vi.spyOn(server.files, 'download').mockImplementationOnce(async (key, path, signal) => {
			const { secure_url } = await uploadVideo(seller, clips.mp4);
			id = await publish(secure_url, edit);
			expect(await listStoredNames()).toEqual(['original']);
			return download(key, path, signal);
		});
		await uploadVideo(seller);
		await server.jobs.whenIdle();
		await expectEdited(id);
	});
});

describe('edits of videos that are not processed yet', () => {
	beforeAll(async () => {
		server = await startTestServer({ clock, runJobs: false });
		seller = await signUp(server);
	});
	afterAll(() => server.close());

	test('have their text shown to moderators and searched for demands of payment', async () => {
		const admin = await signUpAdministrator(server);
		const id = await post({ overlay: 'Pay before delivery' });
		const { items } = await admin.client.listReports({ query: { kind: 'ad' } });
		const found = items.find(({ target }) => target.id === id);
		expect(found?.target.text).toBe('It runs.\n\nPay before delivery');
		expect(found?.flags).toMatchObject([{ reason: 'payment_first' }]);
	});

	test('have their text exported with the data of the account', async () => {
		const leaving = await signUp(server);
		const { secure_url } = await uploadVideo(leaving, clips.mp4);
		await publish(secure_url, { overlay: 'Half price', muted: true }, leaving);
		const { url } = await leaving.client.exportMe();
		const files = readZip(new Uint8Array(await (await fetch(server.address + url)).arrayBuffer()));
		const media = [...files].find(([name]) => name.endsWith('media.json'))?.[1];
		expect(JSON.parse(new TextDecoder().decode(media))).toMatchObject([
			{ kind: 'video', edit: { overlay: 'Half price', muted: true } },
		]);
		await leaving.client.deleteMe({ body: { password: leaving.password } });
		clock.advance(15 * 86_400_000);
		await server.accounts.eraseDue();
		expect((await listMedia()).filter(({ edit }) => edit?.includes('Half price') && edit.includes('muted'))).toEqual(
			[],
		);
	});
});

describeOnBothEngines('an edit that is added', (engine) => {
	beforeAll(async () => {
		server = await startTestServer({ engine });
	});
	afterAll(() => server.close());
	beforeEach(async () => {
		seller = await signUp(server);
	});

	test('after the preparation replaces the prepared files, which are never public', async () => {
		const { secure_url } = await uploadVideo(seller, clips.mp4);
		await server.jobs.whenIdle();
		const prepared = await listStoredNames();
		expect(prepared).toContain('240.mp4');
		const id = await publish(secure_url, edit);
		const publicId = (await getLastMedia())?.public_id;
		for (const name of [...prepared, 'main.mp4']) {
			const response = await fetch(`${server.address}/media/${publicId}/${name}`);
			expect([name, response.status]).toEqual([name, 404]);
		}
		expect((await seller.client.listMyAds({ query: {} })).items[0]).toMatchObject({ id, state: 'processing' });
		await expectEdited(id);
	});

	// Both change the row in the same way. Of an AVI, only the poster is discarded.
	const extensions = engine === defaultEngine ? (['mp4', 'avi'] as const) : (['mp4'] as const);
	test.each(extensions)('during the preparation of an %s discards its result', async (extension) => {
		const uploaded = Promise.withResolvers<string>();
		const write = server.files.write.bind(server.files);
		let published: Promise<number> | undefined;
		vi.spyOn(server.files, 'write').mockImplementation(async (key, source, type) => {
			// The video is published when its preparation stores its first file.
			if (!key.endsWith('/original')) {
				published ??= uploaded.promise.then((secureUrl) => publish(secureUrl, edit));
				await published;
			}
			return write(key, source, type);
		});
		uploaded.resolve((await uploadVideo(seller, clips[extension])).secure_url);
		await server.jobs.whenIdle();
		await expectEdited((await published) ?? 0);
	});
});
