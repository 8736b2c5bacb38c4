import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { DestinationStream } from 'pino';
import { type Brand, defaultBrand } from '../contract/market-settings/brand.ts';
import { type Clock, systemClock } from './core/clock.ts';
import type { Config } from './core/config.ts';
import { type Current, createReplaceable, type Replaceable } from './core/current.ts';
import { createDiskReserve } from './core/disk-reserve.ts';
import { createEventBus, type EventBus } from './core/events.ts';
import { createLogger } from './core/log.ts';
import { createMetrics, type Metrics } from './core/metrics.ts';
import type { OpenTelemetryOptions } from './core/open-telemetry.ts';
import type { Tracer } from './core/operation.ts';
import { createRateLimiter, type RateLimiter } from './core/rate-limits.ts';
import { getOrCreateSecret } from './core/secrets.ts';
import { ServiceUnavailableError } from './core/service-unavailable-error.ts';
import { traceFiles, traceSender } from './core/trace-services.ts';
import {
	type Database,
	getDatabaseLocation,
	lockFolder,
	type Migration,
	type MigrationObserver,
	migrate,
	openDatabase,
} from './database/index.ts';
import { type FileStore, openFileStore, removeOutboxFiles } from './files/index.ts';
import {
	createIdempotencyStore,
	createResponseCache,
	defaultRateLimits,
	type IdempotencyStore,
	type RateLimitConfig,
	type ResponseCache,
	startFrontCachePurger,
} from './http/index.ts';
import { createJobQueue, type JobQueue } from './jobs/index.ts';
import { describeConfinement, findVideoTools, type VideoTools } from './media-tools/transcoding/index.ts';
import { formatBackupTarget } from './operator/backup/target.ts';
import { assertImportFinished } from './operator/moving/unfinished-import.ts';
import {
	createMailer,
	createMailRecipients,
	createMailTransport,
	type Mailer,
	type MailRecipients,
} from './senders/mail/index.ts';
import { createPublicReceivers, type OutgoingReceivers } from './senders/outgoing/index.ts';
import { createBrowserPushAllowlist } from './senders/push/index.ts';
import { createFileSms, createTermiiSms, type SmsSender } from './senders/sms/index.ts';

export interface PlatformOptions {
	clock?: Clock;
	rateLimitConfig?: RateLimitConfig;
	/** Push services to which the server may send; by default those of browsers. */
	pushServices?: OutgoingReceivers;
	/** Receivers of webhooks; by default all public servers over https. */
	webhookReceivers?: OutgoingReceivers;
	logDestination?: DestinationStream;
	/** Whether to open a database although an import into it has not ended; only the import itself does. */
	isImporting?: boolean;
	/** Whether to wait for a database that does not respond, as a process does that runs until it is stopped. */
	waitsForDatabase?: boolean;
	/** Receives the migrations that run, instead of the log. */
	onMigrated?: MigrationObserver;
	/** Receives spans instead of the collector, if the configuration turns traces on; only tests use it. */
	spanProcessor?: OpenTelemetryOptions['processor'];
	/** Finds ffmpeg. Tests share one search between their servers, because it starts programs. */
	findTools?: typeof findVideoTools;
}

/** Infrastructure for every module of a server. It contains no domain logic. */
export interface Platform {
	config: Config;
	clock: Clock;
	logger: FastifyBaseLogger;
	db: Database;
	files: FileStore;
	jobs: JobQueue;
	events: EventBus;
	mail: Mailer;
	/** Decides which addresses may get a mail now. */
	mailRecipients: MailRecipients;
	/** Sends text messages; null if no SMS service is configured, except on localhost, where messages are files. */
	sms: SmsSender | null;
	metrics: Metrics;
	/** Traces requests and jobs; null if nothing is traced. */
	tracer: Tracer | null;
	/** Name, colours and categories of the market. */
	brand: Current<Brand>;
	rateLimitConfig: Current<RateLimitConfig>;
	rateLimits: RateLimiter;
	idempotencyStore: IdempotencyStore;
	cache: ResponseCache;
	tools: VideoTools;
	/** Local folder for files that are being received or processed. */
	staging: string;
	pushServices: OutgoingReceivers;
	webhookReceivers: OutgoingReceivers;
	/** Returns the public base URL without a trailing slash. If none is configured, it is known once the server listens. */
	publicUrl: () => string;
}

const hour = 3_600_000;
/** Milliseconds for which emails and text messages are kept as files. It is shorter than the time until a deleted account is erased. */
const outboxRetention = 13 * 24 * hour;
/** Milliseconds between two attempts to reach a database that does not respond. */
const databaseRetryInterval = 2000;

/** Platform for the server, which lets one module replace what the settings of the market change. */
export interface OpenPlatform extends Platform {
	brand: Replaceable<Brand>;
	rateLimitConfig: Replaceable<RateLimitConfig>;
	close: () => Promise<void>;
}

/** Opens the infrastructure and runs the migrations. If something is missing, throws an error with a message for the operator. */
export async function createPlatform(
	config: Config,
	{ migrations, publicUrl }: { migrations: readonly Migration[]; publicUrl: () => string },
	{
		clock = systemClock,
		rateLimitConfig = defaultRateLimits,
		pushServices = createBrowserPushAllowlist(),
		webhookReceivers = createPublicReceivers(),
		logDestination,
		isImporting = false,
		waitsForDatabase = false,
		onMigrated,
		spanProcessor,
		findTools = findVideoTools,
	}: PlatformOptions,
): Promise<OpenPlatform> {
	const logger = createLogger({
		level: config.logLevel,
		destination: logDestination,
		withTraces: config.traces !== null,
	});
	const tracer = await openTracer(config.traces, logger, spanProcessor);
	await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
	const unlock = config.databaseUrl === null ? lockFolder(join(config.dataDir, 'server.lock')) : () => {};
	const reserve = config.databaseUrl === null ? createDiskReserve(join(config.dataDir, 'disk-reserve')) : null;
	const openWithReserve = <Result>(work: () => Promise<Result>) => (reserve ? reserve.use(work) : work());
	const staging = join(config.dataDir, 'staging');
	await mkdir(staging, { recursive: true });

	const result = await findTools({ workFolder: staging });
	if (!result.found) throw new Error(result.sentence);
	const { tools } = result;
	logger.info(describeConfinement(tools.confinement));

	let metrics: Metrics | undefined;
	async function prepareDatabase(opened: Database): Promise<void> {
		if (!isImporting) await assertImportFinished(opened);
		await migrate(opened, migrations, onMigrated ?? ((migration) => logger.info(migration, 'ran a migration')));
	}
	const db = await openWithReserve(async () => {
		const opened = openDatabase({
			...getDatabaseLocation(config),
			onError: (error) => logger.warn({ err: error }, 'database connection'),
			slowQueryTime: config.slowQueryTime,
			onSlowQuery(query) {
				logger.warn(query, 'slow query');
				metrics?.countSlowQuery();
			},
		});
		const prepare = () => prepareDatabase(opened);
		try {
			await (waitsForDatabase ? retryWhileUnavailable(prepare, logger) : prepare());
			return opened;
		} catch (error) {
			await opened.close();
			throw error;
		}
	}).catch((error: unknown) => {
		unlock();
		throw error;
	});
	await reserve?.fill();
	const files = traceFiles(await openFileStore(config), config.s3 ? 's3' : 'disk');
	const jobs = createJobQueue({ db, logger, clock, tracer });
	metrics = createMetrics({
		db,
		jobs,
		clock,
		dataDir: config.dataDir,
		backupTarget: config.backup.target && formatBackupTarget(config.backup.target),
	});
	const rateLimits = createRateLimiter({ db, clock });
	const idempotencyStore = createIdempotencyStore({ db, clock });
	const cache = createResponseCache({ db, clock, isBehindCache: config.varnishPurgeUrl !== null });
	const purger = config.varnishPurgeUrl ? startFrontCachePurger({ db, url: config.varnishPurgeUrl, logger }) : null;
	const outboxFolder = join(config.dataDir, 'outbox');
	const brand = createReplaceable(defaultBrand);
	const transport = createMailTransport({
		smtpUrl: config.smtpUrl ?? undefined,
		outboxFolder,
		from: () => config.mailFrom ?? `${brand.current().name} <no-reply@${new URL(publicUrl()).hostname}>`,
		clock,
	});
	const mail = traceSender('mail', transport);
	const mailRecipients = createMailRecipients({ rateLimits, secret: await getOrCreateSecret(db, 'mailboxes') });
	logger.info(mail.describe());
	const localSms = config.isLocal ? createFileSms({ outboxFolder, clock }) : null;
	const smsSender = config.termii ? createTermiiSms(config.termii) : localSms;
	const sms = smsSender && traceSender('sms', smsSender);
	logger.info(sms?.describe() ?? 'No SMS service is configured, so phone numbers cannot be verified.');
	if (reserve) jobs.schedule({ name: 'platform.disk-reserve', every: hour, run: reserve.fill });
	jobs.schedule({
		name: 'platform.sweep',
		every: hour,
		async run() {
			await rateLimits.sweep();
			await idempotencyStore.sweep();
			await removeOutboxFiles(outboxFolder, clock.now() - outboxRetention);
		},
	});

	return {
		config,
		clock,
		logger,
		db,
		files,
		jobs,
		events: createEventBus(),
		mail: createMailer(mail, brand),
		mailRecipients,
		sms,
		metrics,
		tracer,
		brand,
		rateLimitConfig: createReplaceable(rateLimitConfig),
		rateLimits,
		idempotencyStore,
		cache,
		tools,
		staging,
		pushServices,
		webhookReceivers,
		publicUrl,
		/** Returns running jobs to the queue and closes everything. */
		async close() {
			await jobs.stop();
			cache.close();
			metrics.close();
			mail.close();
			files.close();
			await db.close();
			// SQLite has freed the space of its log.
			await reserve?.fill();
			// Closing the database invalidates what was delayed.
			await purger?.close();
			await tracer?.close();
			unlock();
		},
	};
}

/** Runs `work` until the database responds. The log limits the repeated warning to one line a minute. */
async function retryWhileUnavailable(work: () => Promise<void>, logger: FastifyBaseLogger): Promise<void> {
	for (;;) {
		try {
			return await work();
		} catch (error) {
			if (!(error instanceof ServiceUnavailableError)) throw error;
			logger.warn({ err: error }, 'waiting for the database');
			await wait(databaseRetryInterval);
		}
	}
}

/** Opens the tracer if the configuration turns traces on. Its packages are loaded only then. */
async function openTracer(
	settings: Config['traces'],
	logger: FastifyBaseLogger,
	processor: PlatformOptions['spanProcessor'],
): Promise<Tracer | null> {
	if (!settings) return null;
	const { createOpenTelemetry } = await import('./core/open-telemetry.ts');
	const onError = (error: Error) => logger.warn({ err: error }, 'traces cannot be sent');
	return createOpenTelemetry({ settings, processor, onError });
}
