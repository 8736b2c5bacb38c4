import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { inject } from 'vitest';
import type { S3Account } from './radosgw.ts';

export interface TestBucket extends S3Account {
	bucket: string;
}

/** Creates an empty bucket on the S3 server of the test run. Requires that `inject('s3')` is not null. */
export async function makeTestBucket(): Promise<TestBucket> {
	const account = inject('s3');
	if (!account) throw new Error('There is no S3 server: skip the test, or move it to the slow tests');
	const client = createBucketClient(account);
	const bucket = `test-${randomUUID()}`;
	await client.send(new CreateBucketCommand({ Bucket: bucket })).finally(() => client.destroy());
	return { ...account, bucket };
}

/** Creates an S3 client without retries that bypasses the code under test. */
export function createBucketClient({ endpoint, region, accessKeyId, secretAccessKey }: S3Account): S3Client {
	const credentials = { accessKeyId, secretAccessKey };
	return new S3Client({ endpoint, region, credentials, forcePathStyle: true, maxAttempts: 1 });
}
