import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from './clock.ts';
import type { Database } from './database/index.ts';
import type { Jobs } from './jobs/index.ts';

export interface Metrics {
	/** What answers of one route are written down with. */
	createRouteRecorder(route: string): (status: number, milliseconds: number, receivedBytes: number) => void;
	/** Counts a page that was rendered; those that were kept are not. */
	countRenderedPage(): void;
	/** Since this process began: answers 500 and above that were not meant. */
	errorCount(): number;
	/** When this process began, milliseconds since 1970. */
	startedAt: number;
	/** Milliseconds that 99 of 100 turns of the event loop were late at most, since it was last asked for by a scrape. */
	eventLoopLag(): number;
	contentType: string;
	/** Everything, as Prometheus reads it. */
	text(): Promise<string>;
	close(): void;
}

/** Seconds. Few, for each is a row a route and status. */
const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5, 30];
/** How long figures that cost a query are kept, milliseconds. */
const jobStatsTtl = 10_000;

export function createMetrics({ db, jobs, clock }: { db: Database; jobs: Jobs; clock: Clock }): Metrics {
	const registry = new Registry();
	const registers = [registry];
	const startedAt = clock.now();
	let errors = 0;

	const durations = new Histogram({
		name: 'http_request_duration_seconds',
		help: 'Answers by route and status, and how long they took; pages that are rendered ask within the process and are counted once',
		labelNames: ['route', 'status'],
		buckets,
		registers,
	});
	const receivedBytes = new Counter({
		name: 'http_request_bytes_total',
		help: 'Bytes of bodies as announced by their senders, by route: uploads above all',
		labelNames: ['route'],
		registers,
	});

	const renderedPages = new Counter({
		name: 'pages_rendered_total',
		help: 'Pages rendered, because no kept one could be sent',
		registers,
	});

	const delay = monitorEventLoopDelay({ resolution: 20 });
	delay.enable();
	const lag = () => Math.max(0, delay.percentile(99) / 1e6 - 20);
	new Gauge({
		name: 'nodejs_eventloop_lag_p99_seconds',
		help: 'Lateness of the event loop that 99 of 100 turns stayed below since the last scrape',
		registers,
		collect() {
			this.set(lag() / 1000);
			delay.reset();
		},
	});
	new Gauge({
		name: 'process_resident_memory_bytes',
		help: 'Memory of the process',
		registers,
		collect() {
			this.set(process.memoryUsage.rss());
		},
	});
	new Gauge({
		name: 'process_cpu_seconds_total',
		help: 'Processor time of the process since it began',
		registers,
		collect() {
			const { user, system } = process.cpuUsage();
			this.set((user + system) / 1e6);
		},
	});
	new Gauge({
		name: 'process_start_time_seconds',
		help: 'When the process began, seconds since 1970',
		registers,
	}).set(startedAt / 1000);

	let jobStats: { at: number; of: ReturnType<Jobs['stats']> } | undefined;
	new Gauge({
		name: 'jobs',
		help: 'Jobs of the whole market by state; failed ones were given up within the last days',
		labelNames: ['state'],
		registers,
		async collect() {
			if (!jobStats || clock.now() - jobStats.at > jobStatsTtl) jobStats = { at: clock.now(), of: jobs.stats() };
			// A database that does not answer leaves them out, and the rest is told all the same.
			const found = await jobStats.of.catch(() => null);
			this.reset();
			for (const [state, count] of Object.entries(found ?? {})) this.set({ state }, count);
		},
	});
	new Gauge({
		name: 'database_connections',
		help: "Connections of this process's pool: open, idle, and callers waiting for one; none with SQLite",
		labelNames: ['state'],
		registers,
		collect() {
			for (const [state, count] of Object.entries(db.poolStats() ?? {})) this.set({ state }, count);
		},
	});

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
				if (status >= 500 && status !== 503 && status !== 507) errors += 1;
			};
		},
		countRenderedPage: () => renderedPages.inc(),
		errorCount: () => errors,
		startedAt,
		eventLoopLag: lag,
		contentType: registry.contentType,
		text: () => registry.metrics(),
		close: () => delay.disable(),
	};
}
