import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const reason =
	spawnSync('systemd-analyze', ['--version']).status === 0 ? '' : ' (skipped: systemd-analyze is not installed)';
const run = promisify(execFile);
const services = ['kasuwa.service', 'kasuwa-worker.service'];
const readUnit = (name: string) => readFile(join(root, 'docs', name), 'utf8');

/** Writes units with paths of this checkout and an existing user, so that systemd finds what they name. */
async function writeLocalUnits(change = (text: string) => text): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-units-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	for (const name of [...services, 'kasuwa.socket']) {
		const text = (await readUnit(name)).replaceAll('/opt/kasuwa', root).replaceAll('=kasuwa\n', '=daemon\n');
		await writeFile(join(folder, name), change(text));
	}
	return folder;
}

describe.skipIf(reason !== '')(`systemd-analyze${reason}`, () => {
	test.each(services)('rates the exposure of %s below 2.0', async (name) => {
		const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', `docs/${name}`], {
			cwd: root,
		});
		const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
		expect(exposure).toBeGreaterThan(0);
		expect(exposure).toBeLessThan(2);
	});

	test('finds no mistake in the units', async () => {
		const folder = await writeLocalUnits();
		for (const name of services) {
			const { stderr } = await run('systemd-analyze', ['verify', '--man=no', join(folder, name)]);
			expect(stderr.split('\n').filter((line) => line.includes('kasuwa'))).toEqual([]);
		}
	});

	test('finds a misspelled option', async () => {
		const folder = await writeLocalUnits((text) => text.replace('PrivateUsers', 'PrivateUser'));
		const { stderr } = await run('systemd-analyze', ['verify', '--man=no', join(folder, 'kasuwa.service')]);
		expect(stderr).toContain("Unknown key 'PrivateUser'");
	});
});

test('the units run programs that exist, and are confined equally', async () => {
	const [web = '', worker = ''] = await Promise.all(services.map(readUnit));
	for (const text of [web, worker]) await stat(join(root, /\bmain\/[\w-]+\.ts$/m.exec(text)?.[0] ?? 'no program'));
	const listOptions = (text: string) =>
		text.split('\n').filter((line) => /^(Protect|Private|Restrict|SystemCall|NoNew|Capability|Lock|UMask)/.test(line));
	expect(listOptions(web).length).toBeGreaterThan(20);
	expect(listOptions(worker)).toEqual(listOptions(web));
});
