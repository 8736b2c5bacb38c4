import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestEnvironment, startTestServer, type TestEnvironment } from '../server/testing/start-server.ts';

async function runMigrate(environment: TestEnvironment): Promise<string> {
	const args = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'migrate.ts')];
	const env = { PATH: process.env.PATH, ...environment.env };
	return (await promisify(execFile)(process.execPath, args, { env })).stdout.trim();
}

test('SQLite is not migrated while a server runs', async () => {
	const environment = await makeTestEnvironment({ engine: 'sqlite' });
	onTestFinished(environment.remove);
	const server = await startTestServer({ environment, runJobs: false });

	await expect(runMigrate(environment)).rejects.toThrow(
		'Another server or command is already running on this data directory',
	);
	await server.close();
	expect(await runMigrate(environment)).toBe('Nothing to do');
});
