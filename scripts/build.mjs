// Builds the web app if its inputs have changed, and writes compressed copies of the built files.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { exitWithError, print, root, runQuietly, secondsSince } from './tools.mjs';

const inputs = ['web', 'contract', 'text', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json'];
const stamp = join(root, 'build', '.built');

function* listFiles(path) {
	if (!existsSync(path)) return;
	if (!statSync(path).isDirectory()) {
		yield path;
		return;
	}
	for (const name of readdirSync(path).sort()) yield* listFiles(join(path, name));
}

function fingerprint() {
	const hash = createHash('sha256');
	for (const input of inputs) {
		for (const path of listFiles(join(root, input))) {
			if (/\.test\.tsx?$/.test(path)) continue;
			hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
		}
	}
	return hash.digest('hex');
}

async function compressCopies() {
	const texts = [...listFiles(join(root, 'build', 'client'))].filter((path) =>
		/\.(js|mjs|css|svg|json|html|txt|xml|webmanifest)$/.test(path),
	);
	await Promise.all(
		texts.map(async (path) => {
			const bytes = readFileSync(path);
			// A file of less than 1024 bytes fits into one network packet, so compression would not make it arrive sooner.
			if (bytes.length < 1024) return;
			const [br, gz] = await Promise.all([
				promisify(brotliCompress)(bytes, {
					params: { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
				}),
				promisify(gzip)(bytes, { level: 9 }),
			]);
			if (br.length < bytes.length) await writeFile(`${path}.br`, br);
			if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz);
		}),
	);
}

/** Builds the web app if needed. Returns whether a complete build exists. */
export async function build() {
	const current = fingerprint();
	if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return true;
	const start = performance.now();
	print('Building the web app …');
	rmSync(stamp, { force: true });
	if (!runQuietly('react-router', ['build', '--logLevel', 'warn'])) return false;
	await compressCopies();
	writeFileSync(stamp, current);
	print(`  done in ${secondsSince(start)}`);
	return true;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && !(await build())) {
	exitWithError('The web app could not be built.', 'The lines above say why.');
}
