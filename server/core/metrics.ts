import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/index.ts';
import type { JobQueue } from '../jobs/index.ts';
import { type BackupStatus, readBackupStatus } from '../operator/backup/attempts.ts';
import type { Clock } from './clock.ts';

export interface Metrics {
	createRouteRecorder(route: string): (status: number, milliseconds: number, receivedBytes: number) => void;
	/** Counts a page that was rendered. Pages from the cache do not count. */
	countRenderedPage(): void;
	countSlowQuery(): void;
	countVideoFallback(from: string, reason: string): void;
	/** Number of responses with a status of 500 or more since the start of the process, except those that are expected. */
	errorCount(): number;
	/** Start of the process in milliseconds since 1970. */
	startedAt: number;
	/** 99th percentile of the event loop delay since the last scrape, in milliseconds. */
	eventLoopLag(): number;
	contentType: string;
	text(): Promise<string>;
	close(): void;
}

/** Statuses from 500 upwards that are no faults of the server: an unknown format, overload, a full disk. */
const expectedStatuses: ReadonlySet<number> = new Set([501, 503, 507]);
/** Upper bounds of the response time histogram in seconds. They are few, because each adds a time series per route and status. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5, 30];
/** Milliseconds that values from the database are cached. */
const storedTtl = 10_000;
/** Milliseconds that a scrape waits for the database. Prometheus gives it 10 seconds, and counts a later one as a process that is down. */
const databaseTimeout = 3000;

/** Milliseconds that a maximum is reported, so that each of several scrapers sees it. */
const maximumPeriod = 120_000;

export interface MetricsDeps {
	db: Database;
	jobs: JobQueue;
	clock: Clock;
	dataDir: string;
	/** Target of the daily backups; null without backups. */
	backupTarget: string | null;
}

export function createMetrics({ db, jobs, clock, dataDir, backupTarget }: MetricsDeps): Metrics {
	const registry = new Registry();
	const registers = [registry];
	const startedAt = clock.now();
	let errors = 0;

	const durations = new Histogram({
		name: 'http_request_duration_seconds',
		help: 'Duration of responses by route and status; in-process calls of page rendering are not counted',
		labelNames: ['route', 'status'],
		buckets,
		registers,
	});
	const receivedBytes = new Counter({
		name: 'http_request_bytes_total',
		help: 'Content-Length of request bodies by route, mostly uploads',
		labelNames: ['route'],
		registers,
	});

	const renderedPages = new Counter({
		name: 'pages_rendered_total',
		help: 'Pages rendered because no cached response was available',
		registers,
	});

	const slowQueries = new Counter({
		name: 'slow_queries_total',
		help: 'Database queries that took at least SLOW_QUERY_MS',
		registers,
	});

	const videoFallbacks = new Counter({
		name: 'video_fallbacks_total',
		help: 'Videos that did not play in one way, so that the player tried the next one, as browsers report',
		labelNames: ['from', 'reason'],
		registers,
	});

	const delay = monitorEventLoopDelay({ resolution: 20 });
	delay.enable();
	const lag = () => Math.max(0, delay.percentile(99) / 1e6 - 20);
	const longestDelay = createRecentMaximum(maximumPeriod);
	new Gauge({
		name: 'nodejs_eventloop_lag_p99_seconds',
		help: '99th percentile of the event loop delay since the last scrape',
		registers,
		collect() {
			this.set(lag() / 1000);
			longestDelay.add(Math.max(0, delay.max / 1e9 - 0.02));
			delay.reset();
		},
	});
	new Gauge({
		name: 'nodejs_eventloop_lag_max_seconds',
		help: 'Longest event loop delay that a scrape of the last two minutes has measured',
		registers,
		// The gauge above is registered first, so it has added what this scrape has measured.
		collect() {
			this.set(longestDelay.get());
		},
	});
	new Gauge({
		name: 'process_resident_memory_bytes',
		help: 'Resident memory of the process',
		registers,
		collect() {
			this.set(process.memoryUsage.rss());
		},
	});
	new Counter({
		name: 'process_cpu_seconds_total',
		help: 'CPU time of the process since its start, with its threads and without ffmpeg',
		registers,
		collect() {
			const { user, system } = process.cpuUsage();
			this.reset();
			this.inc((user + system) / 1e6);
		},
	});
	new Gauge({
		name: 'process_start_time_seconds',
		help: 'Start time of the process, seconds since 1970',
		registers,
	}).set(startedAt / 1000);

	/** Returns a function that reads values from the database. They are null if it does not respond, and only metrics of them are omitted. */
	function createReader<Values>(read: () => Promise<Values>): () => Promise<Values | null> {
		let latest: { at: number; values: Promise<Values | null> } | undefined;
		return () => {
			if (!latest || clock.now() - latest.at > storedTtl) {
				const timeout = new Promise<null>((resolve) => void setTimeout(resolve, databaseTimeout, null).unref());
				latest = { at: clock.now(), values: Promise.race([read().catch(() => null), timeout]) };
			}
			return latest.values;
		};
	}

	const readJobStats = createReader(() => jobs.stats());
	new Gauge({
		name: 'jobs',
		help: 'Jobs of all processes by state; failed jobs are kept for some days',
		labelNames: ['state'],
		registers,
		async collect() {
			const stats = await readJobStats();
			this.reset();
			for (const [state, count] of Object.entries(stats ?? {})) this.set({ state }, count);
		},
	});
	const readOldestDueAge = createReader(() => jobs.oldestDueAge());
	new Gauge({
		name: 'jobs_oldest_due_age_seconds',
		help: 'How long the job waits that has been due for longest, without queues whose workers are busy; 0 if no job is due',
		registers,
		async collect() {
			const age = await readOldestDueAge();
			// `reset` would report 0, as if no job was due.
			this.remove();
			if (age !== null) this.set(age / 1000);
		},
	});
	new Gauge({
		name: 'database_connections',
		help: "Open and idle connections of this process's pool, and callers waiting for one; none with SQLite",
		labelNames: ['state'],
		registers,
		collect() {
			for (const [state, count] of Object.entries(db.poolStats() ?? {})) this.set({ state }, count);
		},
	});

	for (const { name, help, read } of diskGauges) {
		new Gauge({
			name,
			help,
			registers,
			async collect() {
				const bytes = await statfs(dataDir).then(read, () => null);
				this.remove();
				if (bytes !== null) this.set(bytes);
			},
		});
	}

	if (backupTarget !== null) {
		const readStatus = createReader(() => readBackupStatus(db, backupTarget));
		for (const gauge of backupGauges) {
			new Gauge({
				...gauge,
				registers,
				async collect() {
					const status = await readStatus();
					// `reset` would report 0, the time of no backup at all.
					this.remove();
					if (status) this.set(gauge.read(status));
				},
			});
		}
	}

	return {
		createRouteRecorder(route) {
			const byStatus = new Map<number, ReturnType<typeof durations.labels>>();
			const bytes = receivedBytes.labels({ route });
			return (status, milliseconds, receivedBytes) => {
				let child = byStatus.get(status);
				if (!child) {
					child = durations.labels({ route, status: String(status) });
					byStatus.set(status, child);
				}
				child.observe(milliseconds / 1000);
				if (receivedBytes > 0) bytes.inc(receivedBytes);
				if (status >= 500 && !expectedStatuses.has(status)) errors += 1;
			};
		},
		countRenderedPage: () => renderedPages.inc(),
		countSlowQuery: () => slowQueries.inc(),
		countVideoFallback: (from, reason) => videoFallbacks.inc({ from, reason }),
		errorCount: () => errors,
		startedAt,
		eventLoopLag: lag,
		contentType: registry.contentType,
		text: () => registry.metrics(),
		close: () => delay.disable(),
	};
}

/** Metrics of the disk of the data directory. */
const diskGauges = [
	{
		name: 'data_disk_free_bytes',
		help: 'Free space of the disk of DATA_DIR that the server may use',
		read: ({ bsize, bavail }: StatsFs) => bsize * bavail,
	},
	{
		name: 'data_disk_size_bytes',
		help: 'Size of the disk of DATA_DIR',
		read: ({ bsize, blocks }: StatsFs) => bsize * blocks,
	},
];

/** Keeps the highest of the values that were added in the last `period` milliseconds of the monotonic clock. */
function createRecentMaximum(period: number): { add(value: number): void; get(): number } {
	let values: { at: number; value: number }[] = [];
	return {
		add(value) {
			const now = performance.now();
			values = [...values.filter(({ at }) => now - at < period), { at: now, value }];
		},
		get: () => Math.max(0, ...values.map(({ value }) => value)),
	};
}

/** Metrics of the daily backups. All processes report the same values. */
const backupGauges = [
	{
		name: 'backup_last_success_timestamp_seconds',
		help: 'When the last backup was started, seconds since 1970; 0 if there is none',
		read: ({ last }: BackupStatus) => (last?.started_at ?? 0) / 1000,
	},
	{
		name: 'backup_last_success_size_bytes',
		help: 'Size of the database and the files of the last backup',
		read: ({ last }: BackupStatus) => last?.bytes ?? 0,
	},
	{
		name: 'backup_last_success_duration_seconds',
		help: 'Duration of the last backup and of its verification',
		read: ({ last }: BackupStatus) => ((last?.ended_at ?? 0) - (last?.started_at ?? 0)) / 1000,
	},
	{
		name: 'backup_last_success_read_ratio',
		help: 'Share of the files of the last backup of which the stored bytes were read, 0 to 1',
		read: ({ last }: BackupStatus) => (last?.files === 0 ? 1 : (last?.read_files ?? 0) / (last?.files ?? 1)),
	},
	{
		name: 'backup_last_full_reading_timestamp_seconds',
		help: 'When a backup last read the stored bytes of all files, seconds since 1970; 0 if none did',
		read: ({ last }: BackupStatus) => (last?.all_read_at ?? 0) / 1000,
	},
	{
		name: 'backup_last_success_damaged_files',
		help: 'Files of earlier backups that the last backup found damaged',
		read: ({ last }: BackupStatus) => last?.damaged_files ?? 0,
	},
	{
		name: 'backup_failed_attempts',
		help: 'Attempts at a backup that failed since the last backup',
		read: ({ since }: BackupStatus) => since.filter(({ error }) => error !== null).length,
	},
];
