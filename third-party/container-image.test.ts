// Builds the file tree of the container image without Docker and runs the server in it, with Debian's own tools. Needs root.
import { execFile, spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dockerfileText, getArguments, isCopy, isIgnored, splitStages } from '../main/testing/containers.ts';
import { createApiClient, postPictureAd, postVideoAd, signUp } from '../server/testing/people.ts';
import { findFreePort } from '../server/testing/private-servers.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const maxMegabytes = 750;

function findReasonToSkip(): string {
	if (process.getuid?.() !== 0) return ' (skipped: needs root)';
	return spawnSync('debootstrap', ['--version']).status === 0 ? '' : ' (skipped: debootstrap is not installed)';
}

const reason = findReasonToSkip();
const stages = splitStages(dockerfileText);
const image = stages.at(-1) ?? [];
const env: Record<string, string> = {};
let folder: string;
let tree: string;

const runInTree = (command: string) =>
	run('chroot', [tree, '/bin/sh', '-c', command], {
		env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' },
		maxBuffer: 100_000_000,
	});

/** Runs a stage with the first stage, which has npm, in a folder instead of /app. Returns the folder. */
async function runStage(name: string): Promise<string> {
	const app = join(folder, name);
	const stage = stages.find(([from]) => from && getArguments(from) === `npm AS ${name}`);
	if (!stage) throw new Error(`The Dockerfile has no stage ${name}`);
	for (const instruction of [...(stages[0] ?? []), ...stage]) {
		const content = getArguments(instruction);
		if (isCopy(instruction)) await copyFromContext(content.split(' '), app);
		else if (instruction.getKeyword() === 'RUN')
			await run('/bin/sh', ['-c', content.replaceAll('/app', app)], { cwd: app });
	}
	return app;
}

async function copyFromContext(words: string[], target: string): Promise<void> {
	const [destination = '', ...sources] = [words.at(-1), ...words.slice(0, -1)];
	for (const source of sources) {
		const name = destination.endsWith('/') ? join(destination, source.split('/').at(-1) ?? '') : destination;
		await cp(join(root, source), join(target, name), {
			recursive: true,
			filter: (path) => !isIgnored(relative(root, path)),
		});
	}
}

/** Makes the base image. Its variant "slim" has no documents, manuals and translations, and dpkg leaves them out. */
async function buildTree(): Promise<void> {
	await run('debootstrap', ['--variant=minbase', 'trixie', tree, 'http://deb.debian.org/debian']);
	const shares = ['doc', 'info', 'lintian', 'linda', 'locale', 'man'].map((name) => `usr/share/${name}`);
	const excludes = shares.map((path) => `path-exclude /${path}/*\n`).join('');
	await writeFile(join(tree, 'etc/dpkg/dpkg.cfg.d/docker'), `${excludes}path-include /usr/share/doc/*/copyright\n`);
	for (const path of [...shares, 'var/cache/apt/archives'])
		await rm(join(tree, path), { recursive: true, force: true });
}

/** Executes the instructions of the image in the tree. `folders` are those of the other stages. */
async function executeInstructions(folders: Record<string, string>): Promise<void> {
	for (const instruction of image) {
		const content = getArguments(instruction);
		if (instruction.getKeyword() === 'RUN') await runInTree(content);
		else if (instruction.getKeyword() === 'ENV')
			for (const [, name = '', value = ''] of content.matchAll(/(\w+)=(\S+)/g)) env[name] = value;
		else if (isCopy(instruction)) {
			const stage = folders[instruction.getFromFlag()?.getValue() ?? ''];
			const words = content.split(' ').filter((word) => !word.startsWith('--'));
			const app = join(tree, 'app');
			await mkdir(app, { recursive: true });
			const [source = '', target = ''] = words;
			if (stage) {
				const path = join(stage, relative('/app', source));
				await cp(path, join(app, target), { recursive: true, verbatimSymlinks: true });
			} else await copyFromContext(words, app);
		}
	}
}

async function measureMegabytes(path: string): Promise<number> {
	return Number.parseInt((await run('du', ['-sm', path])).stdout, 10);
}

/**
 * Starts a command in the tree as compose.yaml runs it: as user 1000, without capabilities, on a read-only file system with writable /data and
 * /tmp. The mounts end with the process.
 */
function startConfined(command: string[], changes: Record<string, string>) {
	const script = `
		mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && mount -t proc proc "$1/proc" &&
		mount -t tmpfs -o uid=1000,gid=1000 tmpfs "$1/data" && mount -t tmpfs tmpfs "$1/tmp" &&
		tree=$1 && shift && exec chroot "$tree" setpriv --reuid 1000 --regid 1000 --clear-groups --no-new-privs --bounding-set=-all \\
			--inh-caps=-all sh -c 'cd /app && exec "$@"' sh "$@"`;
	const args = ['--mount', '--pid', '--fork', '--kill-child', '--', '/bin/sh', '-c', script, 'sh', tree, ...command];
	return spawn('unshare', args, {
		// The PATH of the image finds Node in the tree. Programs of the machine are found by the standard folders in it.
		env: { ...env, ...changes },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
}

describe.skipIf(reason !== '')(`the image${reason}`, () => {
	beforeAll(async () => {
		folder = await mkdtemp('/var/tmp/kasuwa-image-');
		tree = join(folder, 'tree');
		const [build, packages] = await Promise.all([runStage('build'), runStage('packages'), buildTree()]);
		await executeInstructions({ build, packages });
	}, 600_000);
	afterAll(() => rm(folder, { recursive: true, force: true }));

	test(`takes at most ${maxMegabytes} MB`, async () => {
		const [all, modules] = [await measureMegabytes(tree), await measureMegabytes(join(tree, 'app/node_modules'))];
		console.log(`The image takes ${all} MB, of which packages from npm take ${modules} MB.`);
		expect(all).toBeLessThanOrEqual(maxMegabytes);
	});

	test('has the programs that the server runs, and neither npm nor build tools nor tests', async () => {
		expect((await runInTree('ffmpeg -version')).stdout).toContain('ffmpeg version 7');
		expect(
			(await runInTree('pg_dump --version && pg_restore --version')).stdout.match(/\(PostgreSQL\) 17\./g),
		).toHaveLength(2);
		await expect(runInTree('npm --version')).rejects.toThrow();
		const packages = await readdir(join(tree, 'app/node_modules'));
		for (const tool of ['vite', 'typescript', 'react', 'vitest']) expect(packages).not.toContain(tool);
		const files = await readdir(join(tree, 'app'), { recursive: true });
		const own = files.filter((path) => !path.startsWith('node_modules/'));
		expect(own).toContain('main/web.ts');
		expect(own.filter((path) => /(^|\/)testing\/|\.test\.tsx?$/.test(path))).toEqual([]);
	});

	test('runs its command and its health check as its user, and processes a photo and a video', async () => {
		const port = String(await findFreePort());
		const [healthCommand = [], command = []] = [...dockerfileText.matchAll(/^\s*CMD (\[.*\])$/gm)].map(
			([, list = '[]']) => JSON.parse(list) as string[],
		);
		const checkHealth = () =>
			new Promise((resolve) => startConfined(healthCommand, { PORT: port }).once('exit', resolve));
		expect(await checkHealth()).toBe(1);
		const server = startConfined(command, { PORT: port, HOST: '127.0.0.1', SAMPLE_CONTENT: 'off', LOG_LEVEL: 'info' });
		let output = '';
		for (const stream of [server.stdout, server.stderr])
			stream.setEncoding('utf8').on('data', (text: string) => {
				output += text;
			});
		try {
			await expect.poll(() => output, { timeout: 60_000 }).toContain(' is running at ');
			await expect.poll(checkHealth).toBe(0);
			const site = { address: `http://127.0.0.1:${port}` };
			expect(await (await fetch(site.address)).text()).toContain('<title>Kasuwa');
			const seller = await signUp(site);
			await postPictureAd(seller);
			const params = { id: String(await postVideoAd(seller)), description: 'x' };
			await expect
				.poll(async () => (await createApiClient(site).getVideoAd({ params })).normalads.video?.renditions?.length ?? 0)
				.toBeGreaterThan(0);
			expect(output).toMatch(/Video tools run as the server's own user/);
		} finally {
			server.kill('SIGKILL');
		}
	});
});
