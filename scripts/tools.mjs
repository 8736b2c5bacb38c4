// Runs on the machine's own Node (20 or later) before packages are installed, so it must not import any.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const packagePrograms = join(root, 'node_modules', '.bin');

export function print(text) {
	process.stdout.write(`${text}\n`);
}

export function exitWithError(problem, remedy) {
	process.stderr.write(`\n${problem}\n${remedy}\n`);
	process.exit(1);
}

/** Formats the seconds since `start` (of `performance.now()`). */
export function secondsSince(start) {
	return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** An environment in which `node` is the packaged Node 24, even if npm runs on an older one. */
export function packageEnvironment() {
	const path = process.env.PATH ?? '';
	return { ...process.env, PATH: path.startsWith(packagePrograms) ? path : `${packagePrograms}${delimiter}${path}` };
}

/** Runs a program in the root folder with its output shown. Returns whether it succeeded. */
export function run(program, args, env = packageEnvironment()) {
	const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', env });
	if (error) process.stderr.write(`${program}: ${error.message}\n`);
	return status === 0;
}

/** The full path of the first program found, or null. */
export function findProgram(...names) {
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

/**
 * The Chromium for browser tests, or null. The headless shell is faster but can't receive push messages, so use it only
 * if the full browser is installed too.
 */
export function findChromium() {
	const named = process.env.CHROMIUM;
	if (named && existsSync(named)) return named;
	const shell = findProgram('chromium') && findProgram('chromium-headless-shell');
	return shell ?? findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
}
