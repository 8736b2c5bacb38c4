// Makes the release and runs it with only the programs that it needs: no Node, no npm, no registry.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
const name = `kasuwa-${version}-linux-${process.arch}`;
const tarball = join(root, 'dist', `${name}.tar.gz`);
let folder: string;
let release: string;
let env: Record<string, string>;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'kasuwa-package-'));
	await run('npm', ['run', 'package'], { cwd: root });
	await run('tar', ['-xzf', tarball, '-C', folder]);
	release = join(folder, name);
	const programs = join(folder, 'bin');
	await mkdir(programs);
	for (const program of ['dirname', 'ffmpeg', 'ffprobe']) await symlink(`/usr/bin/${program}`, join(programs, program));
	env = { PATH: programs, HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function measureMegabytes(path: string): Promise<number> {
	const { stdout } = await run('du', ['-sm', path]);
	return Number.parseInt(stdout, 10);
}

async function start(): Promise<{ address: string; stop: () => Promise<unknown[]> }> {
	const child = spawn('/bin/sh', [join(release, 'start')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
	onTestFinished(() => void child.kill('SIGKILL'));
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (part: string) => {
			output += part;
		});
	}
	await expect.poll(() => output, { timeout: 60_000 }).toMatch(/ is running at http:\S+\n/);
	return {
		address: / is running at (http:\S+)\n/.exec(output)?.[1] ?? '',
		stop() {
			const exit = once(child, 'exit');
			child.kill('SIGTERM');
			return exit;
		},
	};
}

async function runProgram(...args: string[]): Promise<string> {
	const { stdout } = await run(join(release, 'node_modules/.bin/node'), args, { cwd: release, env });
	return stdout;
}

test('the release is below 150 MB, has a checksum, and contains no build tools and no tests', async () => {
	expect((await stat(tarball)).size).toBeLessThan(150_000_000);
	const { stdout } = await run('sha256sum', ['--check', `${name}.tar.gz.sha256`], { cwd: join(root, 'dist') });
	expect(stdout).toBe(`${name}.tar.gz: OK\n`);
	const packages = await readdir(join(release, 'node_modules'));
	expect(packages).toEqual(expect.arrayContaining(['fastify', 'sharp']));
	for (const tool of ['vite', 'typescript', 'react', 'vitest', 'playwright']) expect(packages).not.toContain(tool);
	const files = await readdir(release, { recursive: true });
	expect(files.filter((path) => /(^|\/)testing\/|\.test\.ts$/.test(path) && !path.startsWith('node_modules/'))).toEqual(
		[],
	);
});

test('the links between the documents of the release work', async () => {
	const documents = (await readdir(release, { recursive: true })).filter((path) => /^(docs\/)?[^/]+\.md$/.test(path));
	expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/production.md']));
	const broken: string[] = [];
	for (const path of documents) {
		for (const [, target = ''] of (await readFile(join(release, path), 'utf8')).matchAll(/\]\((?!\w+:)([^)#\s]+)/g))
			if (!existsSync(join(release, path, '..', target))) broken.push(`${path}: ${target}`);
	}
	expect(broken).toEqual([]);
});

test('the same sources give the same release', async () => {
	const before = await readFile(`${tarball}.sha256`, 'utf8');
	await run('npm', ['run', 'package'], { cwd: root });
	expect(await readFile(`${tarball}.sha256`, 'utf8')).toBe(before);
});

test('the release serves pages and takes accounts, and its backup can be restored', async () => {
	const server = await start();
	const page = await fetch(server.address);
	expect(page.status).toBe(200);
	expect(await page.text()).toContain('<title>Kasuwa');
	const account = {
		user_name: 'ada_shop',
		display_name: 'Ada',
		email: 'ada@example.com',
		password: 'green kettle on monday',
	};
	const response = await fetch(`${server.address}/api/signup`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(account),
	});
	expect(response.status).toBe(201);
	const backups = join(folder, 'backups');
	await mkdir(backups);
	expect(await runProgram('main/backup.ts', backups)).toContain('Verified: ');
	expect(await server.stop()).toEqual([0, null]);

	env.DATA_DIR = join(folder, 'restored');
	expect(await runProgram('main/restore.ts', join(backups, 'latest'))).toContain('all hashes match');
	expect(await runProgram('main/migrate.ts')).toBe('Nothing to do\n');
	const restored = await start();
	expect((await fetch(`${restored.address}/api/users/ada_shop`)).status).toBe(200);
	expect(await restored.stop()).toEqual([0, null]);
});

test('the packages that a fresh clone needs to start take at most 450 MB', async () => {
	const clone = join(folder, 'clone');
	for (const path of ['package.json', 'package-lock.json', '.npmrc', 'web/package.json', 'scripts'])
		await cp(join(root, path), join(clone, path), { recursive: true });
	await run(process.execPath, ['scripts/prepare.mjs', '--no-build'], { cwd: clone });
	expect(await measureMegabytes(join(clone, 'node_modules'))).toBeLessThanOrEqual(450);
});
