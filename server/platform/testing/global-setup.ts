import type { TestProject } from 'vitest/node';
import { PostgresMissing, startPostgres } from './postgres.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** The address of the tests' PostgreSQL, or null where there is none: its tests are then skipped. */
		postgresUrl: string | null;
	}
}

export async function setup(project: TestProject) {
	try {
		const postgres = await startPostgres();
		project.provide('postgresUrl', postgres.url);
		return postgres.stop;
	} catch (error) {
		if (!(error instanceof PostgresMissing)) throw error;
		process.stdout.write(`Tests on PostgreSQL are skipped: ${error.message}\n`);
		project.provide('postgresUrl', null);
	}
}
