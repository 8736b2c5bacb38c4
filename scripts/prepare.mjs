// Prepares a fresh clone; does nothing on a prepared one. Runs on the machine's own Node, before packages are installed.
//   (no option)   for `npm start`: the packages that run and build the product, ffmpeg, the built web app
//   --no-build    the same without the build
//   --dev         the development packages too
//   --test        for `npm test`: the development packages and the programs of the tests (the build is one of its stages)
//   --tools       with --test, for `npm run test:tools`: the programs that only its tests use
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { hasRegistry, installPackages, removeUnusedFiles } from './packages.mjs';
import { prepareSystem } from './system-packages.mjs';
import { exitWithError, print, root } from './tools.mjs';

const options = process.argv.slice(2);
const forTests = options.includes('--test');
const withBuild = !forTests && !options.includes('--no-build');
/** Whether npm has a package of Node 24 for this platform. */
const hasPackagedNode = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);
const modules = join(root, 'node_modules');
const stamp = join(modules, '.prepared');
/** Once installed, development packages stay: `npm start` after `npm test` neither removes nor reinstalls anything. */
const withDev = forTests || options.includes('--dev') || existsSync(join(modules, 'vitest'));
/** The sizes of the packages and of npm's information about them. */
const download = withDev ? '200 MB' : '140 MB';

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

/** Returns whether the needed packages are installed in the versions of the lock file. */
function isInstalled(lock) {
	const installedLock = join(modules, '.package-lock.json');
	if (!existsSync(installedLock) || (hasPackagedNode && !existsSync(join(modules, '.bin', 'node')))) return false;
	const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages;
	return Object.entries(JSON.parse(lock).packages).every(
		([path, { version, optional, dev, devOptional }]) =>
			path === '' || optional || ((dev || devOptional) && !withDev) || installed[path]?.version === version,
	);
}

function preparePackages() {
	const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
	// Some packages contain binaries for one platform, so the fingerprint of node_modules includes the platform.
	const kind = `${process.platform} ${process.arch} ${withDev ? 'with development packages' : ''}`;
	const current = createHash('sha256').update(`${kind}\n${lock}`).digest('hex');
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
	if (existsSync(stamp) || !isInstalled(lock)) {
		checkFolder();
		print(`Installing packages (once, up to ${download} to download) …`);
		if (!hasRegistry())
			print('The npm registry does not respond. If you are offline, stop with Ctrl-C and run this again later.');
		if (!installPackages(root, { withDev })) {
			exitWithError(
				'The packages could not be installed.',
				'Check the connection to the npm registry and the space on the disk, then run the same command again.',
			);
		}
		if (!withDev) removeUnusedFiles(modules);
	}
	writeFileSync(stamp, current);
}

function checkFolder() {
	try {
		accessSync(root, constants.W_OK);
	} catch {
		exitWithError(
			`You may not write to ${root}`,
			'Copy it to a folder of your own, or run this as the user who owns it.',
		);
	}
}

checkNode();
preparePackages();
prepareSystem({ forTests, forTools: options.includes('--tools') });
if (withBuild && !(await build())) exitWithError('The web app could not be built.', 'The lines above say why.');
