// Makes a fresh clone ready and is done at once on a ready one. Runs on the machine's own Node, before any package exists.
//   (no option)   what `npm start` needs: packages, ffmpeg, the built web app
//   --no-build    the same without building: development builds as it serves
//   --test        what `npm test` needs: packages, ffmpeg, and what tests use (the build is one of its stages)
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { prepareSystem } from './system-packages.mjs';
import { exitWithError, print, root, run, secondsSince } from './tools.mjs';

const forTests = process.argv.includes('--test');
const withBuild = !forTests && !process.argv.includes('--no-build');
/** Where the packages bring Node 24 with them. */
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

/** Whether what npm says it installed is what the lock file asks for. */
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
	// Packages carry programs for one kind of machine: a folder copied to another kind is not ready.
	const wanted = createHash('sha256').update(`${process.platform} ${process.arch}\n${lock}`).digest('hex');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
	if (existsSync(stamp) || !isInstalled(lock)) {
		const start = performance.now();
		print('Installing packages (npm install; once, about a minute) …');
		// Not npm ci: it refuses a lock file written where the registry lacks the packages of other kinds of machine. This one
		// installs the locked versions too, and writes no file. No package needs its install script, so none may run one.
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
	writeFileSync(stamp, wanted);
}

checkNode();
preparePackages();
prepareSystem({ forTests });
if (withBuild && !(await build())) exitWithError('The web app could not be built.', 'The message above says why.');
