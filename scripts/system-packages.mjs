// Runs on the machine's own Node (20 or later) before any package is installed: no dependencies here.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { exitWithError, findChromium, findProgram, packageEnvironment, print, run } from './tools.mjs';

/** Debian's packages of a real S3 server: Ceph's gateway, and the two servers it keeps its objects in. */
const s3Packages = ['radosgw', 'ceph-mon', 'ceph-osd'];

/** Whether PostgreSQL's server programs are there; Debian keeps them outside PATH. */
function hasPostgres() {
	if (findProgram('initdb') && findProgram('postgres')) return true;
	const folder = '/usr/lib/postgresql';
	return (
		existsSync(folder) && readdirSync(folder).some((version) => existsSync(join(folder, version, 'bin', 'initdb')))
	);
}

/** What tests need of the system: how to find it, Debian's packages that bring it, and what happens where it is missing. */
const testTools = [
	{
		name: 'Chromium with its headless shell',
		isThere: () => /headless-shell$/.test(findChromium() ?? ''),
		packages: ['chromium', 'chromium-headless-shell'],
		whenMissing: () => `the browser tests ${findChromium() ? 'take longer' : 'are skipped'}`,
	},
	{
		name: 'PostgreSQL',
		isThere: hasPostgres,
		packages: ['postgresql'],
		whenMissing: () => 'the tests on it are skipped',
	},
	...['nginx', 'caddy'].map((name) => ({
		name,
		// Debian keeps it outside an ordinary user's PATH.
		isThere: () => findProgram(name) !== null || existsSync(`/usr/sbin/${name}`),
		packages: [name],
		whenMissing: () => 'the tests behind it are skipped',
	})),
	{
		name: 'radosgw',
		// The S3 server's programs are named as their packages.
		isThere: () => s3Packages.every((program) => findProgram(program) !== null),
		packages: s3Packages,
		whenMissing: () => 'the tests on S3 are skipped',
	},
];

/** The tools of the tests that are not installed. */
function missingTestTools() {
	return testTools.filter(({ isThere }) => !isThere());
}

const installLine = (packages) => `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;

/** Why nothing installs these packages here, and what would; null for root on Debian, unless SYSTEM_PACKAGES is off. */
function explainMissing(packages) {
	if (!findProgram('apt-get'))
		return `This machine has no apt-get: install ${packages.join(' ')} with its own package manager.`;
	if (process.getuid?.() !== 0) return `Run once: sudo sh -c '${installLine(packages)}'`;
	if (process.env.SYSTEM_PACKAGES === 'off') return `SYSTEM_PACKAGES is off. Run once: ${installLine(packages)}`;
	return null;
}

/** Returns null once the packages are installed, otherwise why not and the line that does it. */
function install(packages) {
	const reason = explainMissing(packages);
	if (reason !== null) return reason;
	print(`Installing ${packages.join(' ')} …`);
	const env = { ...packageEnvironment(), DEBIAN_FRONTEND: 'noninteractive' };
	const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0'];
	const installed =
		run('apt-get', ['update', ...quiet], env) &&
		run('apt-get', ['install', '-y', '--no-install-recommends', ...quiet, ...packages], env);
	return installed ? null : `apt-get did not succeed (its message is above). Then run: ${installLine(packages)}`;
}

/**
 * Provides ffmpeg, and what tests use. Ends the program where ffmpeg stays missing. As root on Debian it installs packages, which
 * SYSTEM_PACKAGES=off forbids: an environment variable, for npm passes options to `npm start` and not to what runs before it.
 */
export function prepareSystem({ forTests }) {
	const setting = process.env.SYSTEM_PACKAGES;
	if (setting && setting !== 'on' && setting !== 'off') {
		exitWithError(`SYSTEM_PACKAGES is '${setting}'.`, 'Set it to on (the default) or off.');
	}
	const needed = findProgram('ffmpeg') && findProgram('ffprobe') ? [] : ['ffmpeg'];
	const tools = forTests ? missingTestTools() : [];
	const packages = [...needed, ...tools.flatMap((tool) => tool.packages)];
	if (packages.length > 0 && explainMissing(packages) === null) {
		print(`As root this installs Debian packages with apt-get, once: ${packages.join(' ')}`);
		if (tools.length > 0) print('Debian may start the services that come with them.');
		print('SYSTEM_PACKAGES=off before the same command refuses.');
	}
	const problem = needed.length > 0 ? install(needed) : null;
	if (problem !== null) exitWithError('ffmpeg and ffprobe are missing: videos need them.', problem);
	// One by one: where a system lacks one of them, the others are installed all the same.
	for (const { name, packages, whenMissing } of tools) {
		const problem = install(packages);
		if (problem !== null) print(`Without ${name} ${whenMissing()}. ${problem}`);
	}
}
