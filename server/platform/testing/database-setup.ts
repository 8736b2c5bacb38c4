import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';
import { migrations } from '../../migrations/index.ts';
import { type Engine, migrate, openDatabase } from '../database/index.ts';
import { PostgresMissing, startPostgres, type TestPostgres } from './postgres.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** The engines of this run, the default first: both, or the one that TEST_ENGINE names. */
		engines: readonly [Engine, ...Engine[]];
		/** The address of the tests' PostgreSQL, or null in a run without it: its tests are then skipped. */
		postgresUrl: string | null;
		/** The file that every test's database begins as. */
		sqliteTemplate: string;
	}
}

const engines = ['sqlite', 'postgres'] as const satisfies readonly Engine[];

/** One PostgreSQL for the whole run, and a migrated database of each engine that the tests begin with a copy of. */
export async function setup(project: TestProject) {
	const onlyEngine = z.enum(engines).optional().parse(process.env.TEST_ENGINE);
	project.provide('engines', onlyEngine ? [onlyEngine] : engines);
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-template-'));
	const file = join(folder, 'template.sqlite');
	let postgres: TestPostgres | null = null;
	async function tearDown() {
		await postgres?.stop();
		await rm(folder, { recursive: true, force: true });
	}
	try {
		await makeTemplate({ postgresUrl: null, file });
		project.provide('sqliteTemplate', file);

		if (onlyEngine === 'postgres') postgres = await startPostgres();
		else if (onlyEngine === undefined) postgres = await startPostgresIfInstalled();
		project.provide('postgresUrl', postgres?.url ?? null);
		if (postgres) {
			// What a new database is a copy of, where nothing else is said.
			const url = new URL('/template1', postgres.url);
			await makeTemplate({ postgresUrl: url.href, file });
		}
	} catch (error) {
		await tearDown();
		throw error;
	}
	return tearDown;
}

async function makeTemplate(location: { postgresUrl: string | null; file: string }): Promise<void> {
	const db = openDatabase(location);
	await migrate(db, migrations);
	await db.close();
}

async function startPostgresIfInstalled(): Promise<TestPostgres | null> {
	try {
		return await startPostgres();
	} catch (error) {
		if (!(error instanceof PostgresMissing)) throw error;
		process.stdout.write(`Tests on PostgreSQL are skipped: ${error.message}\n`);
		return null;
	}
}
