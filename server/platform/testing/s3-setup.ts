import type { TestProject } from 'vitest/node';
import { RadosgwMissing, type S3Account, startRadosgw } from './radosgw.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** The tests' S3 server, or null where there is none: its tests are then skipped. */
		s3: S3Account | null;
	}
}

/** One S3 server for the whole run. */
export async function setup(project: TestProject) {
	try {
		const { account, stop } = await startRadosgw();
		project.provide('s3', account);
		return stop;
	} catch (error) {
		if (!(error instanceof RadosgwMissing)) throw error;
		process.stdout.write(`Tests on S3 are skipped: ${error.message}\n`);
		project.provide('s3', null);
	}
}
