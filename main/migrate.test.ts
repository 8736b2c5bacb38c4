import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { makeTestHome, startTestServer, type TestHome } from '../server/testing/start-server.ts';

async function runMigrate(home: TestHome): Promise<string> {
	const args = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'migrate.ts')];
	const env = { PATH: process.env.PATH, ...home.env };
	return (await promisify(execFile)(process.execPath, args, { env })).stdout.trim();
}

test('SQLite is not migrated beside a running server', async () => {
	const home = await makeTestHome({ engine: 'sqlite' });
	onTestFinished(home.remove);
	const server = await startTestServer({ home, work: false });

	await expect(runMigrate(home)).rejects.toThrow('Another server is already running on this data directory');
	await server.close();
	expect(await runMigrate(home)).toBe('Nothing to do');
});
