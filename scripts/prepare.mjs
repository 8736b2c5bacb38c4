// Prepares a fresh clone; does nothing on a prepared one. Runs on the machine's own Node, before packages are installed.
//   (no option)   for `npm start`: packages, ffmpeg, the built web app
//   --no-build    the same without the build, for development
//   --test        for `npm test`: packages, ffmpeg, and the tools of the tests (the build is one of its stages)
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { prepareSystem } from './system-packages.mjs';
import { exitWithError, print, root, run, secondsSince } from './tools.mjs';

const forTests = process.argv.includes('--test');
const withBuild = !forTests && !process.argv.includes('--no-build');
/** Whether npm has a package of Node 24 for this platform. */
const hasPackagedNode = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
const modules = join(root, 'node_modules');
const stamp = join(modules, '.prepared');

function checkNode() {
	const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
	if (major < 20 || (major === 20 && minor < 19)) {
		exitWithError(
			`This needs Node 20.19 or later; here is ${process.versions.node}.`,
			'Install a newer Node: https://nodejs.org',
		);
	}
	if (!hasPackagedNode && major < 24) {
		const machine = `${process.platform} ${process.arch}`;
		exitWithError(
			`On ${machine} this needs Node 24; here is ${process.versions.node}.`,
			'Install Node 24: https://nodejs.org',
		);
	}
}

/** Returns whether the installed packages match the lock file. */
function isInstalled(lock) {
	const installedLock = join(modules, '.package-lock.json');
	if (!existsSync(installedLock) || (hasPackagedNode && !existsSync(join(modules, '.bin', 'node')))) return false;
	const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages;
	return Object.entries(JSON.parse(lock).packages).every(
		([path, wanted]) => path === '' || wanted.optional || installed[path]?.version === wanted.version,
	);
}

function preparePackages() {
	const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
	// Some packages contain binaries for one platform, so the fingerprint of node_modules includes the platform.
	const current = createHash('sha256').update(`${process.platform} ${process.arch}\n${lock}`).digest('hex');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
	if (existsSync(stamp) || !isInstalled(lock)) {
		const start = performance.now();
		print('Installing packages (npm install; once, about a minute) …');
		// `npm ci` is unsuitable, because it rejects a lock file without the optional packages of other platforms. `npm install --no-save`
		// also installs the locked versions and writes no lock file. Install scripts are off, because no package needs one.
		const args = [
			'install',
			'--no-save',
			'--ignore-scripts',
			'--include=dev',
			'--include=optional',
			'--loglevel=error',
		];
		const npm = process.env.npm_execpath;
		if (!(npm?.endsWith('.js') ? run(process.execPath, [npm, ...args]) : run('npm', args))) {
			exitWithError(
				'The packages could not be installed.',
				'Check the connection to the npm registry, then run the same command again.',
			);
		}
		print(`Installed in ${secondsSince(start)}.`);
	}
	writeFileSync(stamp, current);
}

checkNode();
preparePackages();
prepareSystem({ forTests });
if (withBuild && !(await build())) exitWithError('The web app could not be built.', 'The message above says why.');
