// Runs on the machine's own Node (20 or later) before npm packages are installed, so it must not import any package.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { exitWithError, findChromium, findProgram, packageEnvironment, print, runQuietly } from './tools.mjs';

/** Debian packages of an S3 server: the Ceph gateway and its two storage daemons. */
const s3Packages = ['radosgw', 'ceph-mon', 'ceph-osd'];

/** Returns whether PostgreSQL's server programs are installed. Debian installs them outside PATH. */
function hasPostgres() {
	if (findProgram('initdb') && findProgram('postgres')) return true;
	const folder = '/usr/lib/postgresql';
	return (
		existsSync(folder) && readdirSync(folder).some((version) => existsSync(join(folder, version, 'bin', 'initdb')))
	);
}

/** Returns whether a module of Varnish is installed. Debian's folder has the name of the machine's architecture in its path. */
function hasVarnishModule(name) {
	const folder = '/usr/lib';
	return (
		existsSync(folder) &&
		readdirSync(folder).some((part) => existsSync(join(folder, part, `varnish/vmods/libvmod_${name}.so`)))
	);
}

/**
 * System programs that tests use, with their Debian packages and the consequence if a program is missing. `forTools`: only `npm run test:tools`
 * uses it.
 */
const testTools = [
	{
		name: 'Chromium with its headless shell',
		isInstalled: () => /headless-shell$/.test(findChromium() ?? ''),
		packages: ['chromium', 'chromium-headless-shell'],
		whenMissing: () => `the browser tests ${findChromium() ? 'take longer' : 'are skipped'}`,
	},
	{
		name: 'PostgreSQL',
		isInstalled: hasPostgres,
		packages: ['postgresql'],
		whenMissing: () => 'the tests on it are skipped',
	},
	...['nginx', 'caddy'].map((name) => ({
		name,
		// Debian installs nginx in /usr/sbin, which is not in the PATH of ordinary users.
		isInstalled: () => findProgram(name) !== null || existsSync(`/usr/sbin/${name}`),
		packages: [name],
		whenMissing: () => 'the tests behind it are skipped',
	})),
	{
		name: 'Varnish',
		isInstalled: () =>
			(findProgram('varnishd') !== null || existsSync('/usr/sbin/varnishd')) && hasVarnishModule('xkey'),
		packages: ['varnish', 'varnish-modules'],
		whenMissing: () => 'the tests behind it are skipped',
	},
	{
		name: 'openssl',
		isInstalled: () => findProgram('openssl') !== null,
		packages: ['openssl'],
		whenMissing: () => 'the tests of webhooks and behind nginx fail',
	},
	{
		name: 'promtool',
		isInstalled: () => findProgram('promtool') !== null,
		packages: ['prometheus'],
		whenMissing: () => 'the tests of the alert rules and the dashboard are skipped',
	},
	{
		name: 'systemd-analyze',
		isInstalled: () => findProgram('systemd-analyze') !== null,
		packages: ['systemd'],
		whenMissing: () => 'the tests of the systemd units are skipped',
	},
	{
		name: 'debootstrap',
		isInstalled: () => findProgram('debootstrap') !== null,
		packages: ['debootstrap'],
		whenMissing: () => 'the tests of the container image are skipped',
		forTools: true,
	},
	{
		name: 'radosgw',
		// Each Debian package of the S3 server has the name of its program.
		isInstalled: () => s3Packages.every((program) => findProgram(program) !== null),
		packages: s3Packages,
		whenMissing: () => 'the tests on S3 are skipped',
	},
];

function missingTestTools(forTools) {
	return testTools.filter((tool) => (forTools || !tool.forTools) && !tool.isInstalled());
}

const formatInstallCommand = (packages) =>
	`apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;

/** Explains why this script cannot install Debian packages, and names the command that can. Returns null if this script can. */
function explainMissing(packages) {
	if (!findProgram('apt-get'))
		return `This machine has no apt-get: install ${packages.join(' ')} with its own package manager.`;
	if (process.getuid?.() !== 0) return `Run once: sudo sh -c '${formatInstallCommand(packages)}'`;
	if (process.env.SYSTEM_PACKAGES === 'off')
		return `SYSTEM_PACKAGES is off. Run once: ${formatInstallCommand(packages)}`;
	return null;
}

/** Installs Debian packages. Returns null, or the reason for a failure with the command to run. */
function install(packages) {
	const reason = explainMissing(packages);
	if (reason !== null) return reason;
	print(`Installing ${packages.join(' ')} …`);
	const env = { ...packageEnvironment(), DEBIAN_FRONTEND: 'noninteractive' };
	const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0'];
	const installed =
		runQuietly('apt-get', ['update', ...quiet], env) &&
		// Without --no-remove, systemd would replace another session manager.
		runQuietly('apt-get', ['install', '-y', '--no-remove', '--no-install-recommends', ...quiet, ...packages], env);
	return installed ? null : `apt-get failed (the lines above say why). Run: ${formatInstallCommand(packages)}`;
}

/**
 * Installs ffmpeg and, for tests, the programs that tests use. Exits if ffmpeg is still missing. Installs packages only as root on Debian,
 * and not if SYSTEM_PACKAGES=off. This is an environment variable, because `npm start` and the scripts before other commands pass no options.
 */
export function prepareSystem({ forTests, forTools = false }) {
	const setting = process.env.SYSTEM_PACKAGES;
	if (setting && setting !== 'on' && setting !== 'off') {
		exitWithError(`SYSTEM_PACKAGES is '${setting}'.`, 'Set it to on (the default) or off.');
	}
	const needed = findProgram('ffmpeg') && findProgram('ffprobe') ? [] : ['ffmpeg'];
	const tools = forTests ? missingTestTools(forTools) : [];
	const packages = [...needed, ...tools.flatMap((tool) => tool.packages)];
	if (packages.length > 0 && explainMissing(packages) === null) {
		print(`As root this installs Debian packages with apt-get, once: ${packages.join(' ')}`);
		if (tools.length > 0) print('Debian may start the services that come with them.');
		print('To prevent this, set SYSTEM_PACKAGES=off.');
	}
	const problem = needed.length > 0 ? install(needed) : null;
	if (problem !== null) exitWithError('ffmpeg and ffprobe are missing: videos need them.', problem);
	// The programs are installed one by one, so that one missing package does not prevent the others.
	for (const { name, packages, whenMissing } of tools) {
		const problem = install(packages);
		if (problem !== null) print(`Without ${name} ${whenMissing()}. ${problem}`);
	}
}
