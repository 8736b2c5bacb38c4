// Runs on the machine's own Node (20 or later) before npm packages are installed, so it must not import any package.
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

/** Formats the seconds since `start`, a value of `performance.now()`. */
export function secondsSince(start) {
	return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/** Returns environment variables with which `node` is the packaged Node 24, even if npm runs on an older Node. */
export function packageEnvironment() {
	const path = process.env.PATH ?? '';
	return { ...process.env, PATH: path.startsWith(packagePrograms) ? path : `${packagePrograms}${delimiter}${path}` };
}

/** Runs a program, in the root folder by default, and shows its output. Returns whether the program succeeded. */
export function run(program, args, env = packageEnvironment(), cwd = root) {
	const { status, error } = spawnSync(program, args, { cwd, stdio: 'inherit', env });
	if (error) process.stderr.write(`${program}: ${error.message}\n`);
	return status === 0;
}

/** Runs a program in the root folder and shows its output only if it fails. Returns whether the program succeeded. */
export function runQuietly(program, args, env = packageEnvironment()) {
	const options = { cwd: root, env, encoding: 'utf8', maxBuffer: 100_000_000 };
	const { status, error, stdout, stderr } = spawnSync(program, args, options);
	if (status !== 0)
		process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error ? `${program}: ${error.message}\n` : ''}`);
	return status === 0;
}

/** Returns the full path of the first of these programs that is in PATH, or null. */
export function findProgram(...names) {
	for (const name of names) {
		for (const folder of (process.env.PATH ?? '').split(delimiter)) {
			const path = join(folder, name);
			try {
				accessSync(path, constants.X_OK);
				if (statSync(path).isFile()) return path;
			} catch {
				// The program is not in this folder.
			}
		}
	}
	return null;
}

/**
 * Returns the path of the Chromium for browser tests, or null. The headless shell is faster, but it cannot receive push messages, so it is
 * used only if the full browser is installed too.
 */
export function findChromium() {
	const named = process.env.CHROMIUM;
	if (named && existsSync(named)) return named;
	const shell = findProgram('chromium') && findProgram('chromium-headless-shell');
	return shell ?? findProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
}
