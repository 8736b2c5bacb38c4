import { spawnSync } from 'node:child_process';

/**
 * Runs a script once for each part, in a process of its own, so that a part that fails or crashes leaves the others. The last argument of the
 * script is the part. Returns the parts that failed.
 */
export function runParts(parts: readonly string[], script: string, args: readonly string[] = []): string[] {
	return parts.filter((part) => {
		const { status } = spawnSync(process.execPath, [...process.execArgv, script, ...args, part], { stdio: 'inherit' });
		return status !== 0;
	});
}
