// Runs on the machine's own Node (20 or later) before any package is installed: no dependencies here.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const packagePrograms = join(root, 'node_modules', '.bin');

/** Prints one step's line. */
export function say(text) {
	process.stdout.write(`${text}\n`);
}

/** Ends the program with what went wrong and what to do about it. */
export function stop(problem, remedy) {
	process.stderr.write(`\n${problem}\n${remedy}\n`);
	process.exit(1);
}

/** Seconds since `start` (of `performance.now()`), as text. */
export function secondsSince(start) {
	return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** The environment in which `node` is the packages' Node 24, even where npm itself runs on an older one. */
export function environment() {
	const path = process.env.PATH ?? '';
	return { ...process.env, PATH: path.startsWith(packagePrograms) ? path : `${packagePrograms}${delimiter}${path}` };
}

/** Runs a program in the root folder with its output shown; answers whether it succeeded. */
export function run(program, args, env = environment()) {
	const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env });
	if (error) process.stderr.write(`${program}: ${error.message}\n`);
	return status === 0;
}

/** The full path of a program, or null. */
export function find(...names) {
	for (const name of names) {
		for (const folder of (process.env.PATH ?? '').split(delimiter)) {
			const path = join(folder, name);
			try {
				accessSync(path, constants.X_OK);
				if (statSync(path).isFile()) return path;
			} catch {
				// Not in this folder.
			}
		}
	}
	return null;
}

/** The system's browser for the browser tests, or null. */
export function findChromium() {
	const named = process.env.CHROMIUM;
	return named && existsSync(named)
		? named
		: find('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
}

/** Debian's packages of a real S3 server: Ceph's gateway, and the two servers it keeps its objects in. */
const s3Packages = ['radosgw', 'ceph-mon', 'ceph-osd'];

/** Whether PostgreSQL's server programs are there; Debian keeps them outside PATH. */
function hasPostgres() {
	if (find('initdb') && find('postgres')) return true;
	const folder = '/usr/lib/postgresql';
	return (
		existsSync(folder) && readdirSync(folder).some((version) => existsSync(join(folder, version, 'bin', 'initdb')))
	);
}

/** What tests need of the system: how to find it, Debian's packages that bring it, and what is skipped without. */
const testTools = [
	{ name: 'Chromium', isThere: () => findChromium() !== null, packages: ['chromium'], skipped: 'the browser tests' },
	{ name: 'PostgreSQL', isThere: hasPostgres, packages: ['postgresql'], skipped: 'the tests on it' },
	...['nginx', 'caddy'].map((name) => ({
		name,
		// Debian keeps it outside an ordinary user's PATH.
		isThere: () => find(name) !== null || existsSync(`/usr/sbin/${name}`),
		packages: [name],
		skipped: 'the tests behind it',
	})),
	{
		name: 'radosgw',
		// The S3 server's programs are named as their packages.
		isThere: () => s3Packages.every((program) => find(program) !== null),
		packages: s3Packages,
		skipped: 'the tests on S3',
	},
];

/** The tools of the tests that are not installed. */
export function missingTestTools() {
	return testTools.filter(({ isThere }) => !isThere());
}

/**
 * Provides system packages: as root on Debian through apt-get. Answers null when they were installed,
 * otherwise why not and the one line that does it.
 */
export function installPackages(packages) {
	const names = packages.join(' ');
	const line = `apt-get update && apt-get install -y --no-install-recommends ${names}`;
	if (!find('apt-get')) return `This machine has no apt-get: install ${names} with its own package manager.`;
	if (process.getuid?.() !== 0) return `Run once: sudo sh -c '${line}'`;
	say(`Installing ${names} from the system's packages (once; this can take some minutes) …`);
	const env = { ...environment(), DEBIAN_FRONTEND: 'noninteractive' };
	const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0'];
	const installed =
		run('apt-get', ['update', ...quiet], env) &&
		run('apt-get', ['install', '-y', '--no-install-recommends', ...quiet, ...packages], env);
	return installed ? null : `apt-get did not succeed (its message is above). Then run: ${line}`;
}
