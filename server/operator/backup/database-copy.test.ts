import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { assertClientNotOlder, runProgram } from './database-copy.ts';

const debian = 'pg_dump (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)';

test('accepts a client of the same or a newer version than the server', () => {
	expect(() => assertClientNotOlder(debian, 150_014)).not.toThrow();
	expect(() => assertClientNotOlder(debian, 140_019)).not.toThrow();
	expect(() => assertClientNotOlder('pg_dump (PostgreSQL) 18beta1', 170_006)).not.toThrow();
});

test('rejects an older client and names the package to install', () => {
	expect(() => assertClientNotOlder(debian, 170_006)).toThrow(
		/^pg_dump 15 is older than the server, PostgreSQL 17: install postgresql-client-17/,
	);
});

test('starts no program after an abort', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-program-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const file = join(folder, 'touched');
	await runProgram('touch', null, [file]);
	expect(existsSync(file)).toBe(true);
	await rm(file);
	const stopped = runProgram('touch', null, [file], AbortSignal.abort(new Error('It was stopped')));
	await expect(stopped).rejects.toThrow('It was stopped');
	expect(existsSync(file)).toBe(false);
});
