import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nameWidth } from './report.ts';

const run = promisify(execFile);

/** Runs a benchmark here and in another installed checkout in turn, and prints their figures side by side. */
export async function compareCheckout(folder: string, benchmark: string): Promise<void> {
	const here = join(import.meta.dirname, '..');
	const [ours, theirs] = [await measureIn(here, benchmark), await measureIn(folder, benchmark)];
	for (const [name, figures] of ours) {
		console.log(`${name}\n  here   ${figures}\n  there  ${theirs.get(name) ?? 'not measured'}`);
	}
}

/** Runs a benchmark of a checkout with the checkout's own Node. Returns the figures by the name of their line. */
async function measureIn(folder: string, benchmark: string): Promise<Map<string, string>> {
	const { stdout } = await run('npm', ['run', '--silent', 'bench', '--', benchmark], {
		cwd: folder,
		maxBuffer: 1 << 24,
	});
	return new Map(
		stdout.split('\n').flatMap((line) => {
			const figures = line.slice(nameWidth).trim();
			return figures ? [[line.slice(0, nameWidth).trim(), figures]] : [];
		}),
	);
}
