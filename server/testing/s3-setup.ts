import type { TestProject } from 'vitest/node';
import { RadosgwMissingError, type S3Account, startRadosgw } from './radosgw.ts';

declare module 'vitest' {
	interface ProvidedContext {
		/** Account on the S3 server for tests. If it is null, tests on S3 are skipped. */
		s3: S3Account | null;
	}
}

export async function setup(project: TestProject) {
	try {
		const { account, stop } = await startRadosgw();
		project.provide('s3', account);
		return stop;
	} catch (error) {
		if (!(error instanceof RadosgwMissingError)) throw error;
		process.stdout.write(`Tests on S3 are skipped: ${error.message}\n`);
		project.provide('s3', null);
	}
}
