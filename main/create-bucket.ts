import { ConfigError, readConfig } from '../server/core/config.ts';
import { createS3Bucket } from '../server/files/s3.ts';

/** Creates the bucket of S3_BUCKET unless it exists, and exits. */
async function run(): Promise<void> {
	const { s3 } = readConfig(process.env);
	if (s3 === null) throw new ConfigError('S3_BUCKET: is not set');
	await createS3Bucket(s3);
	console.log(`The bucket ${s3.bucket} exists`);
}

run().catch((error: unknown) => {
	console.error(`The bucket was not created. ${error instanceof Error ? error.message : error}`);
	process.exit(1);
});
