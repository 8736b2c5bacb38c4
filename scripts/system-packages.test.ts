import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const installFfmpeg = 'apt-get install -y --no-install-recommends ffmpeg';
let programs: string;

/** Simulates a Debian machine that has apt-get, but none of the tools. */
beforeEach(async () => {
	programs = await mkdtemp(join(tmpdir(), 'kasuwa-programs-'));
	const log = join(programs, 'apt-get.log');
	await writeFile(join(programs, 'apt-get'), `#!/bin/sh\necho noise\necho "apt-get $*" >> ${log}\n`, { mode: 0o755 });
});
afterEach(() => rm(programs, { recursive: true }));

/** Runs `prepareSystem` as the given user id; 0 is root. */
function prepare({ forTests = false, forTools = false, user = 0, env = {} } = {}) {
	const code = `
		process.getuid = () => ${user};
		const { prepareSystem } = await import('./scripts/system-packages.mjs');
		prepareSystem({ forTests: ${forTests}, forTools: ${forTools} });
	`;
	const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
		cwd: join(import.meta.dirname, '..'),
		env: { PATH: programs, ...env },
		encoding: 'utf8',
	});
	return { status, stdout, stderr };
}

const readCommands = () => readFile(join(programs, 'apt-get.log'), 'utf8');

test('names the packages, and how to prevent the installation, before installing as root', async () => {
	const { status, stdout } = prepare();
	expect(stdout.split('\n')).toEqual([
		'As root this installs Debian packages with apt-get, once: ffmpeg',
		'To prevent this, set SYSTEM_PACKAGES=off.',
		'Installing ffmpeg …',
		'',
	]);
	expect(await readCommands()).toMatch(/^apt-get update .*\napt-get install .* ffmpeg\n$/);
	expect(status).toBe(0);
});

test('shows what apt-get prints only if it fails', async () => {
	await writeFile(join(programs, 'apt-get'), '#!/bin/sh\necho "no space left"\nexit 1\n', { mode: 0o755 });
	const { status, stderr } = prepare();
	expect(stderr).toMatch(/^no space left\n\nffmpeg and ffprobe are missing.*\napt-get failed.* Run: apt-get update/);
	expect(status).toBe(1);
});

test('names the tools of the tests, and that their services may start', async () => {
	const { stdout } = prepare({ forTests: true });
	expect(stdout).toMatch(
		/^As root this installs .*: ffmpeg chromium chromium-headless-shell .*\nDebian may start the services/,
	);
	expect(await readCommands()).toMatch(/\napt-get install .* chromium chromium-headless-shell\n/);
});

test.each([true, false])('installs what only the tests of tools use: %s', async (forTools) => {
	prepare({ forTests: true, forTools });
	expect((await readCommands()).includes(' debootstrap\n')).toBe(forTools);
});

test('removes no package', async () => {
	prepare({ forTests: true });
	const installs = (await readCommands()).split('\n').filter((line) => line.startsWith('apt-get install'));
	expect(installs.length).toBeGreaterThan(2);
	for (const line of installs) expect(line).toContain(' --no-remove ');
});

test('installs nothing with SYSTEM_PACKAGES=off and prints the command', () => {
	const { status, stdout, stderr } = prepare({ env: { SYSTEM_PACKAGES: 'off' } });
	expect(stdout).toBe('');
	expect(stderr).toContain('ffmpeg and ffprobe are missing');
	expect(stderr).toMatch(new RegExp(`SYSTEM_PACKAGES is off\\. Run once: .*${installFfmpeg}\n$`));
	expect(status).toBe(1);
});

test('prints the command for an ordinary user', () => {
	const { status, stdout, stderr } = prepare({ user: 1000 });
	expect(stdout).toBe('');
	expect(stderr).toMatch(new RegExp(`Run once: sudo sh -c '.*${installFfmpeg}'\n$`));
	expect(status).toBe(1);
});

test.each(['no', 'false', 'OFF'])('rejects SYSTEM_PACKAGES=%s', (value) => {
	const { status, stdout, stderr } = prepare({ env: { SYSTEM_PACKAGES: value } });
	expect(stdout).toBe('');
	expect(stderr).toContain('Set it to on (the default) or off.');
	expect(status).toBe(1);
});
