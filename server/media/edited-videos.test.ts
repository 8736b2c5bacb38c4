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
import { describeOnBothEngines } from '../testing/database.ts';
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

/** Colours of the clip: red until 2 s, green until 4 s, and blue until 6 s. */
const colourFilter =
	"drawbox=color=lime:t=fill:enable='between(t,2,3.99)',drawbox=color=blue:t=fill:enable='gte(t,3.99)'";

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'kasuwa-edited-'));
	const source = ['-f', 'lavfi', '-i', 'color=red:s=320x240:d=6:r=25', '-f', 'lavfi', '-i', 'sine=d=6'];
	const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '250', '-c:a', 'aac'];
	const codecs = { mp4: h264, mov: h264, avi: ['-c:v', 'mpeg4', '-q:v', '3', '-c:a', 'libmp3lame'] };
	for (const extension of ['mp4', 'mov', 'avi'] as const) {
		const path = join(folder, `clip.${extension}`);
		await runFfmpeg(...source, '-vf', colourFilter, ...codecs[extension], path);
		clips[extension] = await readFile(path);
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

/** Returns the kinds of a video's streams, and counts its frames. */
async function inspect(url: string): Promise<{ streams: string[]; frames: number }> {
	const args = ['-v', 'error', '-count_frames', '-show_streams', '-of', 'json', await download(url)];
	const { streams } = JSON.parse((await execute('ffprobe', args)).stdout);
	return {
		streams: streams.map((stream: { codec_type: string }) => stream.codec_type),
		frames: Number(streams[0].nb_read_frames),
	};
}

interface Frame {
	pixels: Buffer;
	width: number;
	height: number;
}

/** Decodes the frame of a video at a time in seconds. */
async function readFrame(url: string, seconds: number): Promise<Frame> {
	const path = join(folder, 'frame.png');
	await runFfmpeg('-ss', `${seconds}`, '-i', await download(url), '-frames:v', '1', path);
	return readPicture(path);
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

describe('edited videos', () => {
	beforeAll(async () => {
		server = await startTestServer({ clock });
		seller = await signUp(server);
	});
	afterAll(() => server.close());

	test.each([
		['mp4', 4],
		['mov', 4],
		// In this AVI every frame is one frame later.
		['avi', 4.04],
	] as const)('keep the chosen part of an %s in every size', async (extension, blueFrom) => {
		const video = await postAndProcess({ start_ms: 2200, end_ms: 5200 }, clips[extension]);
		expect(Math.abs(video.duration_ms - 3000)).toBeLessThan(80);
		expect(video.hls).not.toBeNull();
		for (const { url, fragmented } of video.renditions) {
			expect(await inspect(url)).toMatchObject({ streams: ['video', 'audio'], frames: 3 * 25 });
			expect(getColour(await readFrame(url, 0))).toBe('green');
			expect(getColour(await readFrame(url, blueFrom - 2.2 - 0.05))).toBe('green');
			expect(getColour(await readFrame(url, blueFrom - 2.2))).toBe('blue');
			expect(await inspect(fragmented?.url ?? '')).toMatchObject({ streams: ['video', 'audio'], frames: 3 * 25 });
			expect(getColour(await readFrame(fragmented?.url ?? '', 0))).toBe('green');
		}
		expect(getColour(await readPoster(video))).not.toBe('red');
		await expectOnlyEditedFiles();
		expect(await server.jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 0 });
	});

	test('end with the upload if their end is later', async () => {
		const video = await postAndProcess({ start_ms: 4500, end_ms: 600_000 });
		expect(Math.abs(video.duration_ms - 1500)).toBeLessThan(80);
		expect(getColour(await readPoster(video))).toBe('blue');
	});

	test('fail with a sentence for the seller if they would start less than a second before the end', async () => {
		for (const start_ms of [5200, 7000]) {
			const id = await post({ start_ms });
			await server.jobs.whenIdle();
			expect((await seller.client.listMyAds({ query: {} })).items[0]).toMatchObject({
				id,
				state: 'failed',
				failure: mediaApiText.videoRejections.cut_too_short,
			});
		}
	});

	test.each(['mp4', 'avi'] as const)('of an %s have no sound if they are muted', async (extension) => {
		const video = await postAndProcess({ muted: true }, clips[extension]);
		expect(Math.abs(video.duration_ms - 6000)).toBeLessThan(80);
		for (const { url, fragmented } of video.renditions) {
			expect((await inspect(url)).streams).toEqual(['video']);
			expect((await inspect(fragmented?.url ?? '')).streams).toEqual(['video']);
		}
	});

	test('show their text in every size, from the first frame to the last, and on the poster', async () => {
		const video = await postAndProcess({ overlay: 'Half price' });
		expect(video.renditions.map(({ width }) => width)).toEqual([320]);
		for (const { url } of video.renditions) {
			for (const seconds of [0, 3, 5.9]) expectOverlay(await readFrame(url, seconds));
			expect((await inspect(url)).streams).toEqual(['video', 'audio']);
		}
		expectOverlay(await readPoster(video));
	});

	test('show their text upright on a turned video and in its smaller sizes', async () => {
		const [plain, turned] = [join(folder, 'plain.mp4'), join(folder, 'turned.mp4')];
		const source = ['-f', 'lavfi', '-i', 'color=red:s=854x480:d=1:r=25'];
		await runFfmpeg(...source, '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', plain);
		await runFfmpeg('-i', plain, '-c', 'copy', '-metadata:s:v', 'rotate=90', turned);
		const video = await postAndProcess({ overlay: 'Half price' }, await readFile(turned));
		expect(video.renditions.map(({ width, height }) => [width, height])).toEqual([
			[240, 428],
			[480, 854],
		]);
		for (const { url } of video.renditions) expectOverlay(await readFrame(url, 0.5));
	});

	test('of a text without a drawable character stay without text', async () => {
		const video = await postAndProcess({ overlay: '🔥' });
		expect(listWhiteRows(await readFrame(video.renditions[0]?.url ?? '', 1))).toEqual([]);
	});

	test.each<[number, Colour]>([
		[1950, 'red'],
		[2050, 'green'],
		[5000, 'blue'],
		[600_000, 'blue'],
	])('have the frame at %i ms as their poster', async (poster_ms, colour) => {
		const video = await postAndProcess({ poster_ms });
		expect(getColour(await readPoster(video))).toBe(colour);
		expect(Math.abs(video.duration_ms - 6000)).toBeLessThan(80);
	});

	test('have a poster from the part that is kept, with the text', async () => {
		const video = await postAndProcess({ start_ms: 2500, end_ms: 5500, poster_ms: 4500, overlay: 'Half price' });
		const poster = await readPoster(video);
		expect(getColour(poster)).toBe('blue');
		expectOverlay(poster);
		expect(getColour(await readFrame(video.renditions[0]?.url ?? '', 0))).toBe('green');
	});

	test('with an empty edit are processed as they are', async () => {
		for (const edit of [{}, { start_ms: 0, muted: false }]) {
			const { secure_url } = await uploadVideo(seller, clips.mp4);
			await server.jobs.whenIdle();
			await publish(secure_url, edit);
			expect(await getLastMedia()).toMatchObject({ edit: null, state: 'ready' });
		}
	});

	test('are rejected with a part of less than a second and a poster outside of it', async () => {
		const { secure_url } = await uploadVideo(seller, clips.mp4);
		await expect(publish(secure_url, { start_ms: 1000, end_ms: 1999 })).rejects.toMatchObject({
			status: 422,
			problem: { fields: { 'edit.end_ms': validationText.videoCutTooShort } },
		});
		await expect(publish(secure_url, { start_ms: 1000, poster_ms: 999 })).rejects.toMatchObject({
			status: 422,
			problem: { fields: { 'edit.poster_ms': validationText.posterOutside } },
		});
		expect(await getLastMedia()).toMatchObject({ attached_at: null, edit: null });
	});

	test('are processed again with their edit after a failure', async () => {
		const { secure_url } = await uploadVideo(seller, clips.mp4);
		await server.jobs.whenIdle();
		const { public_id: publicId, id: mediaId } = (await getLastMedia()) ?? {};
		const original = `media/${publicId}/original`;
		const path = join(folder, 'original');
		await server.files.download(original, path);
		await server.files.remove(original);
		const id = await publish(secure_url, { start_ms: 4500 });
		await server.jobs.whenIdle();
		expect((await seller.client.listMyAds({ query: {} })).items[0]).toMatchObject({ id, state: 'failed' });
		await server.files.write(original, { path }, 'application/octet-stream');
		await seller.client.retryAd({ params: { id: String(id) } });
		await server.jobs.whenIdle();
		const video = await getVideo(id);
		expect(Math.abs(video.duration_ms - 1500)).toBeLessThan(80);
		for (const job of [prepareVideoJob, transcodeVideoJob, furtherRenditionsJob]) {
			await server.db.transaction((tx) => server.jobs.add(tx, job, { media_id: mediaId ?? 0 }));
		}
		await server.jobs.whenIdle();
		expect(await getVideo(id)).toEqual(video);
		await expectOnlyEditedFiles();
	});

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

	const edit: VideoEdit = { start_ms: 4200, muted: true };

	async function expectEdited(id: number): Promise<void> {
		await server.jobs.whenIdle();
		const video = await getVideo(id);
		expect(Math.abs(video.duration_ms - 1800)).toBeLessThan(80);
		for (const { url } of video.renditions) {
			expect((await inspect(url)).streams).toEqual(['video']);
			expect(getColour(await readFrame(url, 0))).toBe('blue');
		}
		expect(getColour(await readPoster(video))).toBe('blue');
		await expectOnlyEditedFiles();
		expect(await server.jobs.stats()).toEqual({ waiting: 0, running: 0, failed: 0 });
	}

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

	test('after the preparation of a video that must be encoded replaces its poster', async () => {
		const { secure_url } = await uploadVideo(seller, clips.avi);
		await server.jobs.whenIdle();
		await expectEdited(await publish(secure_url, edit));
	});

	test.each(['mp4', 'avi'] as const)('during the preparation of an %s discards its result', async (extension) => {
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

	test('before the preparation is part of it', async () => {
		const download = server.files.download.bind(server.files);
		let id = 0;
		// The first video occupies the only preparation job until the second one is published.
		vi.spyOn(server.files, 'download').mockImplementationOnce(async (key, path, signal) => {
			const { secure_url } = await uploadVideo(seller, clips.mp4);
			id = await publish(secure_url, edit);
			expect(await listStoredNames()).toEqual(['original']);
			return download(key, path, signal);
		});
		await uploadVideo(seller, clips.mp4);
		await server.jobs.whenIdle();
		await expectEdited(id);
	});
});
