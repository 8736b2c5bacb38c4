import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..');

async function makeFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-compile-cache-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

/** Runs a program that imports TypeScript modules. Returns whether Node loaded its TypeScript compiler. */
async function run(dataDir: string): Promise<boolean> {
	const program = `
		await import(${JSON.stringify(join(root, 'contract/core/limits.ts'))});
		console.log(process.moduleLoadList.includes('NativeModule internal/deps/amaro/dist/index'));
	`;
	const args = ['--disable-warning=ExperimentalWarning', '--import=./main/compile-cache.mjs', '--input-type=module'];
	const { stdout } = await promisify(execFile)(process.execPath, [...args, '-e', program], {
		cwd: root,
		env: { PATH: process.env.PATH, DATA_DIR: dataDir },
	});
	return stdout.trim() === 'true';
}

test('a second start compiles no TypeScript again', async () => {
	const dataDir = join(await makeFolder(), 'data');
	expect(await run(dataDir)).toBe(true);
	expect(await readdir(dataDir)).toEqual(['compile-cache']);
	expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
	expect(await run(dataDir)).toBe(false);
});

test('a program starts without a cache if it cannot create the data directory', async () => {
	const file = join(await makeFolder(), 'file');
	await writeFile(file, '');
	expect(await run(join(file, 'data'))).toBe(true);
});

test('every way to start the server passes the same flags to Node and the same settings to glibc', async () => {
	const paths = ['start', 'Dockerfile', 'compose.yaml', 'docs/kasuwa.service', 'docs/kasuwa-worker.service'];
	const commands = [];
	const settings = [];
	for (const path of paths) {
		const text = (await readFile(join(root, path), 'utf8')).replaceAll(/[",]/g, ' ');
		// The containers of compose.yaml have the variables of their image.
		if (path !== 'compose.yaml') settings.push(/GLIBC_TUNABLES=(\S+)/.exec(text)?.[1] ?? path);
		for (const [, flags = ''] of text.matchAll(/\bnode\s((?:\s*--\S+)*)\s+main\/(?:web|worker)\.ts\b/g))
			commands.push({ path, flags: flags.trim().split(/\s+/) });
	}
	expect(commands.map(({ path }) => path)).toEqual(paths);
	for (const { path, flags } of commands) expect(flags, path).toEqual(commands[0]?.flags);
	expect(new Set(settings)).toEqual(new Set([settings[0]]));
});
