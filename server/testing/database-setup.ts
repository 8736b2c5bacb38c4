import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';
import { type Engine, migrate, openDatabase } from '../database/index.ts';
import { migrations } from '../migrations/index.ts';
import { PostgresMissingError, startPostgres, type TestPostgres } from './postgres.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** Database engines of this test run, the default one first: both, or the one in TEST_ENGINE. */
		engines: readonly [Engine, ...Engine[]];
		/** URL of the PostgreSQL for tests. If it is null, tests on PostgreSQL are skipped. */
		postgresUrl: string | null;
		/** Path of the SQLite file that is copied for each test. */
		sqliteTemplate: string;
	}
}

const engines = ['sqlite', 'postgres'] as const satisfies readonly Engine[];

/** Starts one PostgreSQL for the test run, and creates a migrated template database per engine. */
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
			// Migrates template1, which PostgreSQL's `create database` copies by default.
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
		if (!(error instanceof PostgresMissingError)) throw error;
		process.stdout.write(`Tests on PostgreSQL are skipped: ${error.message}\n`);
		return null;
	}
}
