import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('a signal while the market is filled ends the program cleanly', async () => {
	const dataDir = await mkdtemp(join(tmpdir(), 'kasuwa-run-'));
	const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, SAMPLE_CONTENT: 'on' };
	const program = join(import.meta.dirname, '..', 'endurance', 'support', 'api.ts');
	const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
		env,
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const exit = once(child, 'exit');
	let output = '';
	for await (const part of child.stdout.setEncoding('utf8')) {
		output += part;
		if (output.includes('Filling the market')) child.kill('SIGTERM');
	}
	expect(await exit).toEqual([0, null]);
	expect(output).not.toContain('http://');
	await rm(dataDir, { recursive: true });
});
