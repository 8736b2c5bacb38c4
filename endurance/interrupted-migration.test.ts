import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { runServer } from '../e2e/support/run-server.ts';
import { listAppliedMigrations, migrate, openDatabase } from '../server/database/index.ts';
import { migrations } from '../server/migrations/index.ts';
import { describeOnBothEngines, makeEmptyPostgres } from '../server/testing/database.ts';

const rounds = 30;
const program = 'endurance/support/api.ts';

describeOnBothEngines('the first start', (engine) => {
	async function inEmptyEnvironment(
		work: (dataDir: string, env: Record<string, string>) => Promise<void>,
	): Promise<void> {
		const dataDir = await mkdtemp(join(tmpdir(), 'kasuwa-killed-'));
		const database = engine === 'postgres' ? await makeEmptyPostgres() : null;
		try {
			await work(dataDir, { SAMPLE_CONTENT: 'off', ...(database && { DATABASE_URL: database.postgresUrl ?? '' }) });
		} finally {
			await database?.remove();
			await rm(dataDir, { recursive: true, force: true });
		}
	}

	test('that is killed at any moment is completed by the next start', async () => {
		let longest = 0;
		await inEmptyEnvironment(async (dataDir, env) => {
			const start = performance.now();
			const server = await runServer(program, dataDir, env);
			longest = performance.now() - start;
			await server.stop();
		});
		for (let round = 0; round < rounds; round += 1) {
			await inEmptyEnvironment(async (dataDir, env) => {
				for (let kill = 0; kill < 2; kill += 1) {
					const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
						env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env },
						stdio: 'ignore',
					});
					const exit = once(child, 'exit');
					await wait(longest * (0.3 + 0.7 * Math.random()));
					child.kill('SIGKILL');
					expect((await exit)[1]).toBe('SIGKILL');
				}

				const server = await runServer(program, dataDir, env);
				expect((await fetch(`${server.address}/health/ready`)).status).toBe(200);
				await server.stop();
				const db = openDatabase({ postgresUrl: env.DATABASE_URL ?? null, file: join(dataDir, 'kasuwa.sqlite') });
				expect(await listAppliedMigrations(db).finally(() => db.close())).toEqual(migrations.map(({ name }) => name));
			});
		}
	}, 3_600_000);

	if (engine === 'postgres') {
		test('waits for migrations of another process longer than the query timeout', async () => {
			await inEmptyEnvironment(async (_, env) => {
				const other = new pg.Client({ connectionString: env.DATABASE_URL });
				await other.connect();
				// Takes the advisory lock that Kysely's migrator uses.
				await other.query('select pg_advisory_lock(3853314791062309107)');
				const db = openDatabase({ postgresUrl: env.DATABASE_URL ?? '', file: '' });
				const migrating = migrate(db, migrations);
				await wait(35_000);
				await other.end();

				expect(await migrating.finally(() => db.close())).toHaveLength(migrations.length);
			});
		}, 120_000);
	}
});
