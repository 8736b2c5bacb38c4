import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getTemporaryFolder } from '../server/testing/temporary-folder.ts';
import { runParts } from './run-parts.ts';

test('runs the parts after one that fails or crashes, and names those that failed', async () => {
	const folder = await mkdtemp(join(getTemporaryFolder(), 'parts-'));
	try {
		const [script, list] = [join(folder, 'part.mjs'), join(folder, 'list.txt')];
		await writeFile(
			script,
			`import { appendFileSync } from 'node:fs';
			const [, , list, part] = process.argv;
			appendFileSync(list, part + ' ');
			if (part === 'failing') process.exit(1);
			if (part === 'crashing') process.kill(process.pid, 'SIGKILL');`,
		);
		expect(runParts(['first', 'failing', 'crashing', 'last'], script, [list])).toEqual(['failing', 'crashing']);
		expect(await readFile(list, 'utf8')).toBe('first failing crashing last ');
	} finally {
		await rm(folder, { recursive: true });
	}
});

test('names the parts that need Chromium before it measures anything', () => {
	const { CHROMIUM: _, ...env } = process.env;
	const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/run.ts', 'feed', 'tap', 'visit'], {
		env: { ...env, PATH: '/nowhere' },
		encoding: 'utf8',
	});
	expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
	expect(stderr).toMatch(
		/^These parts need Chromium, which does not start here: tap, visit\n.*apt-get install .*chromium/s,
	);
});
