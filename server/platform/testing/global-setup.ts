import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrations } from '../../migrations/index.ts';
import { migrate, openDatabase } from '../database/index.ts';
import { PostgresMissing, startPostgres, type TestPostgres } from './postgres.ts';
import { RadosgwMissing, type S3Account, startRadosgw, type TestRadosgw } from './radosgw.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** The address of the tests' PostgreSQL, or null where there is none: its tests are then skipped. */
		postgresUrl: string | null;
		/** The tests' S3 server, or null where there is none: its tests are then skipped. */
		s3: S3Account | null;
		/** The file that every test's database begins as. */
		sqliteTemplate: string;
	}
}

/** One PostgreSQL and one S3 server for the whole run, and a migrated database of each engine that the tests begin with a copy of. */
export async function setup(project: TestProject) {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-template-'));
	const file = join(folder, 'template.sqlite');
	let postgres: TestPostgres | null = null;
	// In the background: it takes as long as PostgreSQL and the migrations together.
	const startingRadosgw = radosgwIfThere();
	startingRadosgw.catch(() => {});
	async function tearDown() {
		await postgres?.stop();
		await (await startingRadosgw.catch(() => null))?.stop();
		await rm(folder, { recursive: true, force: true });
	}
	try {
		await makeTemplate({ postgresUrl: null, file });
		project.provide('sqliteTemplate', file);

		postgres = await postgresIfThere();
		project.provide('postgresUrl', postgres?.url ?? null);
		if (postgres) {
			// What a new database is a copy of, where nothing else is said.
			const url = new URL('/template1', postgres.url);
			await makeTemplate({ postgresUrl: url.href, file });
		}
		project.provide('s3', (await startingRadosgw)?.account ?? null);
	} catch (error) {
		await tearDown();
		throw error;
	}
	return tearDown;
}

async function makeTemplate(place: { postgresUrl: string | null; file: string }): Promise<void> {
	const db = openDatabase(place);
	await migrate(db, migrations);
	await db.close();
}

async function postgresIfThere(): Promise<TestPostgres | null> {
	try {
		return await startPostgres();
	} catch (error) {
		if (!(error instanceof PostgresMissing)) throw error;
		process.stdout.write(`Tests on PostgreSQL are skipped: ${error.message}\n`);
		return null;
	}
}

async function radosgwIfThere(): Promise<TestRadosgw | null> {
	try {
		return await startRadosgw();
	} catch (error) {
		if (!(error instanceof RadosgwMissing)) throw error;
		process.stdout.write(`Tests on S3 are skipped: ${error.message}\n`);
		return null;
	}
}
