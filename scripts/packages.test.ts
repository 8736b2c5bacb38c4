import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..');

async function makeFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-packages-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	return folder;
}

interface Manifest {
	dependencies: Record<string, string>;
	devDependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

const readManifest = async (path: string) => JSON.parse(await readFile(join(root, path), 'utf8')) as Manifest;

/** Lists the packages that the programs import at run time, with the files that import them. */
async function listImports(): Promise<Map<string, string>> {
	const imports = new Map<string, string>();
	for (const area of ['contract', 'text', 'server', 'main']) {
		for (const path of await readdir(join(root, area), { recursive: true })) {
			if (!/\.(ts|mjs)$/.test(path) || /\.test\.ts$|(^|\/)testing\/|^dev\.ts$/.test(path)) continue;
			const code = await readFile(join(root, area, path), 'utf8');
			const pattern = /^(?:im|ex)port (?!type\b)[^;']*?from '([^.'][^']*)'|(?<!typeof )\bimport\('([^.'][^']*)'\)/gm;
			for (const [, fromImport, dynamicImport = ''] of code.matchAll(pattern)) {
				const [scope = '', name = ''] = (fromImport ?? dynamicImport).split('/');
				if (!scope.startsWith('node:')) imports.set(scope.startsWith('@') ? `${scope}/${name}` : scope, path);
			}
		}
	}
	return imports;
}

test('the programs import only packages that an installation without development packages has', async () => {
	const { dependencies } = await readManifest('package.json');
	const imports = await listImports();
	expect([...imports.keys()]).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pino-pretty', 'zod']));
	expect([...imports].filter(([name]) => !(name in dependencies))).toEqual([]);
});

test('a package that the web app shares with the rest has one version', async () => {
	const [shared, web] = [await readManifest('package.json'), await readManifest('web/package.json')];
	const all = { ...shared.devDependencies, ...shared.dependencies };
	const both = Object.keys(web.dependencies).filter((name) => name in all);
	expect(both).toContain('react-router');
	for (const name of both) expect(web.dependencies[name], name).toBe(all[name]);
});

/** Writes what npm leaves behind, and the options of each call into the file `calls`. */
const fakeNpm = `
	import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
	if (process.argv[2] === 'ping') process.exit(existsSync('offline') ? 1 : 0);
	const options = process.argv.slice(2).join(' ');
	appendFileSync('calls', options + '\\n');
	const withDev = options.includes('--include=dev');
	for (const name of ['.bin', 'sharp', 'typescript']) mkdirSync('node_modules/' + name, { recursive: true });
	if (withDev) mkdirSync('node_modules/vitest', { recursive: true });
	else rmSync('node_modules/vitest', { recursive: true, force: true });
	writeFileSync('node_modules/.bin/node', '');
	writeFileSync('node_modules/.package-lock.json', '{ "packages": {} }');
	for (const name of ['index.js', 'index.js.map', 'README.md', 'LICENSE.md']) writeFileSync('node_modules/sharp/' + name, '');
`;

/** Copies the scripts into a folder whose npm is the fake. Returns a function that prepares the folder. */
async function makeClone() {
	const folder = await makeFolder();
	await cp(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
	await mkdir(join(folder, 'bin'));
	for (const name of ['ffmpeg', 'ffprobe']) await writeFile(join(folder, 'bin', name), '', { mode: 0o755 });
	await writeFile(join(folder, 'npm.js'), fakeNpm);
	await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
	const writeLock = (version: string) =>
		writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/sharp': { version } } }));
	await writeLock('1.0.0');
	function prepare(...options: string[]) {
		const env = { PATH: join(folder, 'bin'), npm_execpath: join(folder, 'npm.js'), SYSTEM_PACKAGES: 'off' };
		const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/prepare.mjs', ...options], {
			cwd: folder,
			env,
			encoding: 'utf8',
		});
		expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
		return stdout;
	}
	const readCalls = async () => (await readFile(join(folder, 'calls'), 'utf8')).match(/--omit=dev|--include=dev/g);
	return { folder, prepare, writeLock, readCalls };
}

test('a start installs no development packages, and removes files that nothing reads but no license', async () => {
	const { folder, prepare, readCalls } = await makeClone();
	expect(prepare('--no-build')).toMatch(/^Installing packages \(once, up to \d+ MB to download\) …\n$/);
	expect(await readCalls()).toEqual(['--omit=dev']);
	expect((await readdir(join(folder, 'node_modules', 'sharp'))).sort()).toEqual(['LICENSE.md', 'index.js']);
	expect(await readdir(join(folder, 'node_modules'))).not.toContain('typescript');
	expect(prepare('--no-build')).toBe('');
});

test('an installation says at once if the registry does not respond, and goes on with what npm has stored', async () => {
	const { folder, prepare, readCalls } = await makeClone();
	await writeFile(join(folder, 'offline'), '');
	expect(prepare('--no-build')).toMatch(/^Installing packages .*\nThe npm registry does not respond\. .*\n$/);
	expect(await readCalls()).toEqual(['--omit=dev']);
});

test('a test after a start adds the development packages, which later starts keep', async () => {
	const { prepare, writeLock, readCalls } = await makeClone();
	prepare('--no-build');
	prepare('--dev', '--no-build');
	expect(prepare('--no-build')).toBe('');
	expect(prepare('--dev', '--no-build')).toBe('');
	expect(await readCalls()).toEqual(['--omit=dev', '--include=dev']);

	await writeLock('2.0.0');
	prepare('--no-build');
	expect(await readCalls()).toEqual(['--omit=dev', '--include=dev', '--include=dev']);
});
