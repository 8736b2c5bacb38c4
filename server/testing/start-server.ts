import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, inject } from 'vitest';
import type { PasswordCost, PostingQuota } from '../accounts/index.ts';
import type { Clock } from '../platform/clock.ts';
import { readConfig } from '../platform/config.ts';
import type { Engine } from '../platform/database/index.ts';
import type { GetSearchParamNames, PressureLimits, RateLimitConfig, RenderPage } from '../platform/http/index.ts';
import type { PushServices } from '../platform/push/index.ts';
import { makeTestBucket } from '../platform/testing/bucket.ts';
import { defaultEngine, makeTestDatabase } from '../platform/testing/database.ts';
import { createServer, type Server } from '../server.ts';

/** Where servers keep what outlives them: a data directory, a database, a store of files. */
export interface TestEnvironment {
	engine: Engine;
	dataDir: string;
	/** The part of the environment that names it all. */
	env: Record<string, string>;
	/** Removes everything; after the last server that lives there is closed. */
	remove(): Promise<void>;
}

export interface TestEnvironmentOptions {
	engine?: Engine;
	files?: 'disk' | 's3';
}

export interface TestServerOptions extends TestEnvironmentOptions {
	/** Lives there, and leaves it standing when closed; without one it has a home of its own. */
	environment?: TestEnvironment;
	/** Environment variables beside those of the home. */
	env?: Record<string, string>;
	clock?: Clock;
	/** No limits unless told. */
	rateLimitConfig?: RateLimitConfig;
	postingQuota?: PostingQuota;
	/** A hundredth of the real one unless told: most tests sign somebody up. */
	passwordCost?: PasswordCost;
	runJobs?: boolean;
	pushServices?: PushServices;
	sessionCheckInterval?: number;
	/** Never refuses unless told: tests share their processor. */
	underPressure?: PressureLimits;
	/** Renders its pages; without it there are none. */
	render?: RenderPage;
	/** Which query parameters its pages read; none unless told. */
	getSearchParamNames?: GetSearchParamNames;
	/** Called with each line of the log. */
	logDestination?: { write(line: string): void };
}

export interface TestServer extends Server {
	/** Where it listens on loopback, without a slash at its end. */
	address: string;
	environment: TestEnvironment;
}

const unlimited = { most: 1_000_000, window: 3_600_000 };
export const noRateLimits: RateLimitConfig = {
	address: unlimited,
	addressLogin: unlimited,
	read: unlimited,
	write: unlimited,
	login: unlimited,
	upload: unlimited,
	signUp: unlimited,
	enrollment: unlimited,
};

const unlimitedPosts = { ads: 1_000_000, posts: 1_000_000, comments: 1_000_000 };
const noPostingQuota: PostingQuota = { unverified: unlimitedPosts, verified: unlimitedPosts, older: unlimitedPosts };

export async function makeTestEnvironment({
	engine = defaultEngine,
	files = 'disk',
}: TestEnvironmentOptions = {}): Promise<TestEnvironment> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-home-'));
	const dataDir = join(folder, 'data');
	await mkdir(dataDir);
	const database = await makeTestDatabase(engine, join(dataDir, 'kasuwa.sqlite'));
	const s3 = files === 's3' ? await makeTestBucket() : null;
	return {
		engine,
		dataDir,
		env: {
			DATA_DIR: dataDir,
			...(database.postgresUrl && { DATABASE_URL: database.postgresUrl }),
			...(s3 && {
				S3_ENDPOINT: s3.endpoint,
				S3_REGION: s3.region,
				S3_BUCKET: s3.bucket,
				S3_ACCESS_KEY_ID: s3.accessKeyId,
				S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
				S3_FORCE_PATH_STYLE: 'on',
			}),
		},
		async remove() {
			await database.remove();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

const lowPasswordCost: PasswordCost = { memoryCost: 64, timeCost: 1 };

/** The whole server as it is built for production, on a free port of loopback and a fresh database. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
	const {
		env,
		clock,
		rateLimitConfig = noRateLimits,
		postingQuota = noPostingQuota,
		passwordCost = lowPasswordCost,
		runJobs = true,
	} = options;
	const {
		render,
		getSearchParamNames,
		pushServices,
		sessionCheckInterval,
		underPressure = null,
		logDestination,
	} = options;
	const environment = options.environment ?? (await makeTestEnvironment(options));
	const { LOG_LEVEL = 'silent' } = process.env;
	const config = readConfig({ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL, ...environment.env, ...env });
	const server = await createServer(config, {
		rateLimitConfig,
		postingQuota,
		passwordCost,
		runJobs,
		underPressure,
		...(clock && { clock }),
		...(pushServices && { pushServices }),
		...(sessionCheckInterval && { sessionCheckInterval }),
		...(render && { render }),
		...(getSearchParamNames && { getSearchParamNames }),
		...(logDestination && { logDestination }),
	});
	await server.listen();
	const { port } = server.app.server.address() as AddressInfo;
	return {
		...server,
		address: `http://127.0.0.1:${port}`,
		environment,
		async close() {
			const closed = server.close();
			// Behind a proxy they would stay open for five seconds: tests have no request left to send.
			server.app.server.closeIdleConnections();
			await closed;
			if (!options.environment) await environment.remove();
		},
	};
}

/** Whether this machine has the servers for such a home. Where one is missing the set-up of the tests has said why. */
export function canRunEnvironment({ engine, files }: TestEnvironmentOptions): boolean {
	return (engine !== 'postgres' || inject('postgresUrl') !== null) && (files !== 's3' || inject('s3') !== null);
}

/** Runs a suite with files on disk and the default engine, and with files on S3 and PostgreSQL, or SQLite where that is missing. */
export function onBothStores(title: string, suite: (environment: Required<TestEnvironmentOptions>) => void): void {
	describe(`${title} on disk`, () => suite({ files: 'disk', engine: defaultEngine }));
	const engine = canRunEnvironment({ engine: 'postgres' }) ? 'postgres' : 'sqlite';
	describe.skipIf(!canRunEnvironment({ files: 's3' }))(`${title} on S3`, () => suite({ files: 's3', engine }));
}
