import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, inject } from 'vitest';
import type { PasswordCost, PostingQuotaLimits } from '../accounts/index.ts';
import type { Clock } from '../core/clock.ts';
import { readConfig } from '../core/config.ts';
import type { Engine } from '../database/index.ts';
import type { GetSearchParamNames, PressureLimits, RateLimitConfig, RenderPage } from '../http/index.ts';
import { findVideoTools } from '../media-tools/transcoding/index.ts';
import type { OutgoingReceivers } from '../senders/outgoing/index.ts';
import { createServer, type Server, type ServerOptions } from '../server.ts';
import { makeTestBucket } from './bucket.ts';
import { defaultEngine, makeTestDatabase } from './database.ts';

/** Persistent state of test servers: a data directory, a database and a file store. */
export interface TestEnvironment {
	engine: Engine;
	dataDir: string;
	/** Environment variables that configure a server to use this state. */
	env: Record<string, string>;
	/** Removes the persistent state. All servers that use it must be closed before. */
	remove(): Promise<void>;
}

export interface TestEnvironmentOptions {
	engine?: Engine;
	files?: 'disk' | 's3';
}

export interface TestServerOptions extends TestEnvironmentOptions {
	/** Persistent state of the server, which stays when the server closes. Without it, the server creates and removes its own. */
	environment?: TestEnvironment;
	/** Environment variables in addition to those of the test environment. */
	env?: Record<string, string>;
	clock?: Clock;
	/** Rate limits of the server; none by default. */
	rateLimitConfig?: RateLimitConfig;
	postingQuota?: PostingQuotaLimits;
	/** Cost of password hashing; low by default, because most tests sign up accounts. */
	passwordCost?: PasswordCost;
	runJobs?: boolean;
	pushServices?: OutgoingReceivers;
	webhookReceivers?: OutgoingReceivers;
	sessionCheckInterval?: number;
	/** Load limits of the server; none by default, because tests share the processor. */
	underPressure?: PressureLimits;
	render?: RenderPage;
	/** Returns the query parameters that a page reads; none by default. */
	getSearchParamNames?: GetSearchParamNames;
	logDestination?: { write(line: string): void };
	spanProcessor?: ServerOptions['spanProcessor'];
}

export interface TestServer extends Server {
	/** Base URL of the server on loopback, without a trailing slash. */
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

const unlimitedPosts = {
	ads: 1_000_000,
	posts: 1_000_000,
	comments: 1_000_000,
	contacts: 1_000_000,
	reviews: 1_000_000,
	reports: 1_000_000,
};
const noPostingQuota: PostingQuotaLimits = {
	unverified: unlimitedPosts,
	verified: unlimitedPosts,
	older: unlimitedPosts,
};

export async function makeTestEnvironment({
	engine = defaultEngine,
	files = 'disk',
}: TestEnvironmentOptions = {}): Promise<TestEnvironment> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-test-'));
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

/** Searches for ffmpeg that have started, by the PATH that they searched. */
const toolSearches = new Map<string | undefined, ReturnType<typeof findVideoTools>>();

/** Finds ffmpeg once per test process, because each search starts it twice. */
const findToolsOnce: typeof findVideoTools = async ({ workFolder = tmpdir() } = {}) => {
	const search = toolSearches.get(process.env.PATH) ?? findVideoTools();
	toolSearches.set(process.env.PATH, search);
	const result = await search;
	return result.found ? { found: true, tools: { ...result.tools, workFolder } } : result;
};

const lowPasswordCost: PasswordCost = { memoryCost: 64, timeCost: 1 };

/** Starts the complete server on a free loopback port, by default with a fresh database. */
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
		webhookReceivers,
		sessionCheckInterval,
		underPressure = null,
		logDestination,
		spanProcessor,
	} = options;
	const environment = options.environment ?? (await makeTestEnvironment(options));
	const { LOG_LEVEL = 'silent' } = process.env;
	const config = readConfig({ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL, ...environment.env, ...env });
	const server = await createServer(config, {
		rateLimitConfig,
		postingQuota,
		passwordCost,
		findTools: findToolsOnce,
		runJobs,
		underPressure,
		...(clock && { clock }),
		...(pushServices && { pushServices }),
		...(webhookReceivers && { webhookReceivers }),
		...(sessionCheckInterval && { sessionCheckInterval }),
		...(render && { render }),
		...(getSearchParamNames && { getSearchParamNames }),
		...(logDestination && { logDestination }),
		...(spanProcessor && { spanProcessor }),
	});
	await server.listen();
	const { port } = server.app.server.address() as AddressInfo;
	return {
		...server,
		address: `http://127.0.0.1:${port}`,
		environment,
		async close() {
			const closed = server.close();
			// Tests send no further request, but idle connections would stay open for five seconds.
			server.app.server.closeIdleConnections();
			await closed;
			if (!options.environment) await environment.remove();
		},
	};
}

/** Returns whether this machine has the services that a test environment needs. The global setup reports missing services. */
export function canRunEnvironment({ engine, files }: TestEnvironmentOptions): boolean {
	return (engine !== 'postgres' || inject('postgresUrl') !== null) && (files !== 's3' || inject('s3') !== null);
}

/** Runs a suite with files on disk and the default engine, and with files on S3 and PostgreSQL (SQLite if PostgreSQL is missing). */
export function describeOnBothFileStores(
	title: string,
	suite: (environment: Required<TestEnvironmentOptions>) => void,
): void {
	describe(`${title} on disk`, () => suite({ files: 'disk', engine: defaultEngine }));
	const engine = canRunEnvironment({ engine: 'postgres' }) ? 'postgres' : 'sqlite';
	describe.skipIf(!canRunEnvironment({ files: 's3' }))(`${title} on S3`, () => suite({ files: 's3', engine }));
}
