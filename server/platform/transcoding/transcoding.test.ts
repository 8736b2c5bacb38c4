import { execFile, spawn } from 'node:child_process';
import {
	chmod,
	copyFile,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	readlink,
	rm,
	stat,
	truncate,
	writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { inputArguments } from './arguments.ts';
import { listConfinements } from './confinement.ts';
import {
	describeConfinement,
	findVideoTools,
	makePoster,
	makeRendition,
	planRenditions,
	probeVideo,
	type RenditionPlan,
	TranscodingFailed,
	VideoRejected,
	type VideoRejection,
	type VideoTools,
} from './index.ts';
import { runConfined } from './run-confined.ts';
import { makeSamples, type SampleName } from './samples.ts';

const execute = promisify(execFile);
const isRoot = process.getuid?.() === 0;
let folder: string;
let tools: VideoTools;
let sample: (name: SampleName) => string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'transcoding-'));
	await mkdir(join(folder, 'work'));
	const found = await findVideoTools({ workFolder: join(folder, 'work') });
	if (!found.found) throw new Error(found.sentence);
	tools = found.tools;
	sample = await makeSamples(folder);
}, 60_000);
afterEach(async () => {
	expect(await readdir(tools.workFolder)).toEqual([]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function output(name: string): string {
	return join(folder, `out-${name}`);
}

/** What bare ffprobe says of a file. */
async function inspect(path: string): Promise<{ streams: Record<string, unknown>[]; everything: string }> {
	const { stdout } = await execute('ffprobe', ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path]);
	return { streams: JSON.parse(stdout).streams, everything: stdout };
}

async function makeFirst(path: string, name: string, options?: Parameters<typeof planRenditions>[1]) {
	const facts = await probeVideo(tools, path);
	const [plan] = planRenditions(facts, options);
	if (plan === undefined) throw new Error('nothing planned');
	const made = await makeRendition(tools, path, output(name), plan);
	expect(made.bytes).toBe((await stat(output(name))).size);
	return { facts, plan, made, ...(await inspect(output(name))) };
}

async function refusal(path: string): Promise<VideoRejection | null> {
	try {
		await probeVideo(tools, path);
		return null;
	} catch (error) {
		if (error instanceof VideoRejected) return error.reason;
		throw error;
	}
}

async function colourAt(path: string, x: number): Promise<'red' | 'blue'> {
	const pixel = await sharp(path).extract({ left: x, top: 160, width: 1, height: 1 }).raw().toBuffer();
	return (pixel[0] ?? 0) > (pixel[2] ?? 0) ? 'red' : 'blue';
}

/** Processes whose working folder is one of ours, with their command lines. */
async function children(): Promise<string[]> {
	const found: string[] = [];
	for (const id of await readdir('/proc')) {
		if (!/^\d+$/.test(id)) continue;
		const cwd = await readlink(`/proc/${id}/cwd`).catch(() => '');
		if (cwd.startsWith(tools.workFolder)) found.push(await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''));
	}
	return found;
}
async function encodingHasBegun(): Promise<void> {
	await vi.waitFor(async () => expect((await children()).join()).toMatch(/^[^\0]*ffmpeg\0/), { timeout: 30_000 });
}
async function nothingRuns(): Promise<void> {
	await vi.waitFor(async () => expect(await children()).toEqual([]), { timeout: 30_000 });
}

describe('videos that are taken', () => {
	test('a phone video that browsers play is copied, and the place is left behind', async () => {
		expect((await inspect(sample('phone.mp4'))).everything).toContain('+12.0');
		const { facts, plan, made, streams, everything } = await makeFirst(sample('phone.mp4'), 'phone.mp4');
		expect(facts).toMatchObject({ width: 320, height: 240, frameRate: 25, videoCodec: 'h264', audioCodec: 'aac' });
		expect(plan.kind).toBe('remux');
		expect(made).toMatchObject({ width: 320, height: 240 });
		expect(Math.abs(made.durationMs - 2000)).toBeLessThan(100);
		expect(streams.map((stream) => stream.codec_name)).toEqual(['h264', 'aac']);
		expect(everything).not.toContain('+12.0');
		const bytes = await readFile(output('phone.mp4'), 'latin1');
		expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
	});

	test('a turned HEVC video comes out upright in H.264', async () => {
		const { facts, plan, made, streams } = await makeFirst(sample('turned.mov'), 'turned.mp4');
		expect(facts).toMatchObject({ width: 240, height: 320, upright: false, videoCodec: 'hevc', audioCodec: null });
		expect([90, 270]).toContain(facts.rotation);
		expect(plan.kind).toBe('encode');
		expect(made).toMatchObject({ width: 240, height: 320 });
		expect(streams).toMatchObject([{ codec_name: 'h264', width: 240, height: 320, pix_fmt: 'yuv420p' }]);
		expect(streams[0]).not.toHaveProperty('side_data_list');

		await makePoster(tools, output('turned.mp4'), output('turned.png'), await probeVideo(tools, output('turned.mp4')));
		await makePoster(tools, sample('turned.mov'), output('source.png'), facts);
		for (const name of ['turned.png', 'source.png']) {
			const left = await colourAt(output(name), 40);
			const right = await colourAt(output(name), 200);
			// The upper half was red; a quarter turn clockwise lays it to the right.
			expect([left, right]).toEqual(facts.rotation === 90 ? ['blue', 'red'] : ['red', 'blue']);
		}
	});

	test('an AVI with MPEG-4 and MP3 plays', async () => {
		const { facts, streams } = await makeFirst(sample('windows.avi'), 'windows.mp4');
		expect(facts).toMatchObject({ container: 'avi', videoCodec: 'mpeg4', audioCodec: 'mp3' });
		expect(streams.map((stream) => stream.codec_name)).toEqual(['h264', 'aac']);
		expect(streams[1]).toMatchObject({ channels: 2, sample_rate: '48000' });
	});

	test('a silent one stays silent', async () => {
		const { facts, streams } = await makeFirst(sample('silent.mp4'), 'silent.mp4', { copy: false });
		expect(facts).toMatchObject({ audioCodec: null, audioStream: null, streams: 1 });
		expect(streams).toHaveLength(1);
	});

	test('10 bits become 8, HDR becomes standard colours', async () => {
		expect((await makeFirst(sample('ten-bit.mp4'), 'ten-bit.mp4')).streams[0]).toMatchObject({ pix_fmt: 'yuv420p' });
		const { facts, streams } = await makeFirst(sample('hlg.mp4'), 'hlg.mp4');
		expect(facts.hdr).toBe('arib-std-b67');
		expect(streams[0]).toMatchObject({ pix_fmt: 'yuv420p' });
		await makePoster(tools, sample('hlg.mp4'), output('hlg.png'), facts);
		if (tools.toneMapping) expect(streams[0]).toMatchObject({ color_transfer: 'bt709', color_space: 'bt709' });
	});

	test('subtitles are left out', async () => {
		const { facts, streams } = await makeFirst(sample('subtitled.mp4'), 'subtitled.mp4');
		expect(facts.streams).toBe(3);
		expect(streams.map((stream) => stream.codec_name)).toEqual(['h264', 'aac']);
	});

	test('odd sides become even, wide pixels become square', async () => {
		expect((await makeFirst(sample('odd.avi'), 'odd.mp4')).made).toMatchObject({ width: 322, height: 240 });
		const { facts, streams } = await makeFirst(sample('wide-pixels.mp4'), 'wide.mp4');
		expect(facts).toMatchObject({ width: 320, height: 240, squarePixels: false });
		expect(streams[0]).toMatchObject({ width: 320, height: 240, sample_aspect_ratio: '1:1' });
	});

	test('a fragmented one, as browsers record it', async () => {
		const { plan, made } = await makeFirst(sample('fragments.mp4'), 'fragments.mp4');
		expect(plan.kind).toBe('remux');
		expect(Math.abs(made.durationMs - 2000)).toBeLessThan(100);
	});

	test('ten minutes and 60 frames a second are allowed', async () => {
		expect((await probeVideo(tools, sample('ten-minutes.mp4'))).durationMs).toBe(600_000);
		expect((await probeVideo(tools, sample('sixty.mp4'))).frameRate).toBe(60);
	});

	test('a key frame stands every two seconds', async () => {
		const facts = await probeVideo(tools, sample('dark-start.mp4'));
		const plan = planRenditions(facts, { copy: false })[0] as RenditionPlan;
		await makeRendition(tools, sample('dark-start.mp4'), output('keys.mp4'), plan);
		const asked = ['-v', 'error', '-skip_frame', 'nokey', '-show_entries', 'frame=pts_time', '-of', 'csv=p=0'];
		const { stdout } = await execute('ffprobe', [...asked, output('keys.mp4')]);
		const times = stdout
			.trim()
			.split('\n')
			.map((line) => Number.parseFloat(line));
		expect(times[0]).toBe(0);
		expect(times).toContain(2);
	});

	test('progress rises to the end', async () => {
		const facts = await probeVideo(tools, sample('windows.avi'));
		const shares: number[] = [];
		const plan = planRenditions(facts)[0] as RenditionPlan;
		await makeRendition(tools, sample('windows.avi'), output('progress.mp4'), plan, {
			onProgress: (share) => shares.push(share),
		});
		expect(shares).toEqual([...shares].sort((a, b) => a - b));
		expect(shares.at(-1)).toBeGreaterThan(0.9);
	});

	test.runIf(isRoot)('a file that only its owner may read is copied in, and its own mode stays', async () => {
		const path = join(folder, 'private.mp4');
		await copyFile(sample('silent.mp4'), path);
		await chmod(path, 0o600);
		await makeFirst(path, 'private-out.mp4');
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		expect((await stat(output('private-out.mp4'))).uid).toBe(0);
	});
});

describe('posters', () => {
	test('of a video that begins dark, a bright moment', async () => {
		const facts = await probeVideo(tools, sample('dark-start.mp4'));
		const poster = await makePoster(tools, sample('dark-start.mp4'), output('bright.png'), facts);
		expect(poster).toMatchObject({ width: 320, height: 240 });
		const { channels } = await sharp(output('bright.png')).stats();
		expect(Math.max(...channels.map(({ mean }) => mean))).toBeGreaterThan(50);
	});

	test('of a video that is dark throughout, the dark', async () => {
		const facts = await probeVideo(tools, sample('dark.mp4'));
		await makePoster(tools, sample('dark.mp4'), output('dark.png'), facts);
		expect((await sharp(output('dark.png')).metadata()).format).toBe('png');
	});
});

describe('files that are refused', () => {
	test.each<[SampleName, VideoRejection]>([
		['eleven-minutes.mp4', 'too_long'],
		['nine-streams.mp4', 'too_many_streams'],
		['sound-only.mp4', 'no_video_stream'],
		['fast.mp4', 'frame_rate'],
		['huge.mp4', 'too_large_frame'],
		['magicyuv.avi', 'unsupported_codec'],
	])('%s: %s', async (name, reason) => {
		expect(await refusal(sample(name))).toBe(reason);
	});

	test('text, nothing, a picture', async () => {
		const path = join(folder, 'wrong.mp4');
		await writeFile(path, 'not a video\n'.repeat(50));
		expect(await refusal(path)).toBe('not_video');
		await writeFile(path, '');
		expect(await refusal(path)).toBe('not_video');
		await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
			.avif()
			.toFile(path);
		expect(await refusal(path)).toBe('not_video');
	});

	test('a video without its index, and one that is only a header', async () => {
		const path = join(folder, 'cut.mp4');
		await copyFile(sample('phone.mp4'), path);
		await truncate(path, Math.floor((await stat(path)).size / 2));
		expect(await refusal(path)).toBe('broken');
		await writeFile(path, Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42\0\0\0\x08mdat', 'latin1'));
		expect(await refusal(path)).toBe('broken');
	});

	test('a missing file is an error of ours, not of its owner', async () => {
		await expect(probeVideo(tools, join(folder, 'missing.mp4'))).rejects.toMatchObject({ code: 'ENOENT' });
	});
});

describe('a playlist that names a file of somebody else', () => {
	let playlist: string;
	beforeAll(async () => {
		const secret = join(folder, 'secret.ts');
		await execute('ffmpeg', ['-v', 'error', '-y', '-i', sample('silent.mp4'), '-c', 'copy', '-f', 'mpegts', secret]);
		playlist = join(folder, 'playlist.mp4');
		await writeFile(playlist, `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile://${secret}\n#EXT-X-ENDLIST\n`);
	});

	test('would be followed by bare ffmpeg', async () => {
		const bare = ['-v', 'error', '-y', '-protocol_whitelist', 'file', '-f', 'hls', '-allowed_extensions', 'ALL'];
		await execute('ffmpeg', [...bare, '-i', playlist, '-c', 'copy', output('stolen.mp4')]);
		expect((await stat(output('stolen.mp4'))).size).toBeGreaterThan(1000);
	});

	test('is refused by its content', async () => {
		expect(await refusal(playlist)).toBe('not_video');
	});

	test('is refused by both programs, even if it is said to be a video or the demuxer is asked for', async () => {
		for (const format of ['mov', 'avi', 'hls', null]) {
			const asked = inputArguments('mov').slice(0, -2);
			if (format !== null) asked.push('-f', format);
			const options = { folder, seconds: 10, outputBytes: 1_000_000 };
			const probe = ['-v', 'error', ...asked, '-show_format', '-i', 'file:playlist.mp4'];
			const probed = await runConfined(tools.confinement, tools.ffprobe, probe, options);
			expect(probed.code).not.toBe(0);
			const open = { ...options, folder: await mkdtemp(join(folder, 'open-')) };
			await copyFile(playlist, join(open.folder, 'playlist.mp4'));
			await chmod(open.folder, 0o777);
			const copy = [
				'-nostdin',
				'-v',
				'error',
				...asked,
				'-i',
				'file:playlist.mp4',
				'-c',
				'copy',
				'-f',
				'mp4',
				'stolen',
			];
			const copied = await runConfined(tools.confinement, tools.ffmpeg, copy, open);
			expect(copied.code).not.toBe(0);
			expect(await readdir(open.folder)).toEqual(['playlist.mp4']);
		}
	});
});

test('a decoder off the list does not run even if the probe were fooled', async () => {
	const facts = { ...(await probeVideo(tools, sample('windows.avi'))), audioStream: null, audioCodec: null };
	const plan = planRenditions(facts)[0] as RenditionPlan;
	const made = makeRendition(tools, sample('magicyuv.avi'), output('magic.mp4'), plan);
	await expect(made).rejects.toBeInstanceOf(TranscodingFailed);
	await expect(stat(output('magic.mp4'))).rejects.toThrow('ENOENT');
	await expect(makePoster(tools, sample('magicyuv.avi'), output('magic.png'), facts)).rejects.toMatchObject({
		reason: 'broken',
	});
});

describe('confinement', () => {
	async function inside(script: string): Promise<string> {
		const options = { folder: '/', seconds: 10, outputBytes: 1000 };
		return (await runConfined(tools.confinement, '/bin/sh', ['-c', script], options)).stdout;
	}

	test('nothing of the environment, no network, limits in force', async () => {
		vi.stubEnv('SECRET_OF_THE_SERVER', 'secret');
		expect(await inside('env')).not.toContain('secret');
		vi.unstubAllEnvs();
		if (!tools.confinement.network) {
			const devices = (await inside('cat /proc/net/dev'))
				.split('\n')
				.slice(2)
				.filter((line) => line !== '');
			expect(devices.map((line) => line.trim().split(':')[0])).toEqual(['lo']);
		}
		if (tools.confinement.prlimit !== null) {
			const limits = await inside('cat /proc/self/limits');
			expect(limits).toMatch(/Max cpu time +20 +20 /);
			expect(limits).toMatch(/Max file size +1000 +1000 /);
			expect(limits).toMatch(/Max address space +2147483648 /);
			expect(limits).toMatch(/Max open files +64 /);
		}
	});

	test.runIf(isRoot)('root becomes nobody', async () => {
		expect((await inside('id -u; id -g; id -G')).trim().split('\n')).toEqual(['65534', '65534', '65534']);
	});

	test('every way to confine that starts here can encode', async () => {
		const confiners = { unshare: 'unshare', setpriv: 'setpriv', prlimit: 'prlimit', nice: 'nice' };
		for (const confinement of listConfinements(confiners, isRoot)) {
			const options = { folder: '/', seconds: 10, outputBytes: 1 };
			const started = await runConfined(confinement, tools.ffprobe, ['-version'], options).catch(() => null);
			if (started?.code !== 0) continue;
			const facts = await probeVideo({ ...tools, confinement }, sample('silent.mp4'));
			expect(facts.width).toBe(320);
		}
	});

	test('the sentence for the log names what does not stand', () => {
		expect(describeConfinement(tools.confinement)).toMatch(/^Video tools run as .*\.$/);
		const [weakest] = listConfinements({ unshare: null, setpriv: null, prlimit: null, nice: null }, false);
		expect(weakest && describeConfinement(weakest)).toMatch(/WITH network.*WITHOUT limits.*OUTLIVE/);
	});

	test.runIf(process.platform === 'linux')('too large an output ends the run', async () => {
		const open = await mkdtemp(join(folder, 'open-'));
		await chmod(open, 0o777);
		const endless = ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'testsrc2', '-f', 'avi', 'output'];
		const ran = runConfined(tools.confinement, tools.ffmpeg, endless, {
			folder: open,
			seconds: 20,
			outputBytes: 100_000,
		});
		await expect(ran).rejects.toMatchObject({ reason: 'killed' });
		expect((await stat(join(open, 'output'))).size).toBeLessThanOrEqual(100_000);
	});
});

describe('an end before the end', () => {
	async function minute(): Promise<RenditionPlan> {
		return planRenditions(await probeVideo(tools, sample('minute.avi')))[0] as RenditionPlan;
	}

	test('aborting kills the child', async () => {
		const plan = await minute();
		const leaving = new AbortController();
		const made = makeRendition(tools, sample('minute.avi'), output('left.mp4'), plan, { signal: leaving.signal });
		made.catch(() => {});
		await encodingHasBegun();
		leaving.abort();
		await expect(made).rejects.toThrow('aborted');
		await nothingRuns();
		await expect(stat(output('left.mp4'))).rejects.toThrow('ENOENT');
	});

	test('so does the wall clock', async () => {
		const plan = { ...(await minute()), seconds: 0.7 };
		const made = makeRendition(tools, sample('minute.avi'), output('late.mp4'), plan);
		await expect(made).rejects.toMatchObject({ name: 'TranscodingFailed', reason: 'time' });
		await nothingRuns();
	});

	test('a server that is killed outright takes its children with it', async () => {
		if (!tools.confinement.diesWithParent) return;
		const plan = await minute();
		const door = new URL('./index.ts', import.meta.url).href;
		const given = JSON.stringify([tools, sample('minute.avi'), output('orphan.mp4'), plan]);
		const script = `import { makeRendition } from '${door}'; await makeRendition(...${given});`;
		const server = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
		await encodingHasBegun();
		server.kill('SIGKILL');
		await nothingRuns();
		for (const left of await readdir(tools.workFolder)) await rm(join(tools.workFolder, left), { recursive: true });
	});
});

test('missing programs are named with the line that installs them', async () => {
	expect(await findVideoTools({ searchPath: join(folder, 'nothing') })).toEqual({
		found: false,
		missing: ['ffmpeg', 'ffprobe'],
		sentence: 'Videos need ffmpeg and ffprobe, not found here; install with: apt-get install ffmpeg',
	});
});
