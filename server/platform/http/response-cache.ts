import type { Clock } from '../clock.ts';
import type { Database } from '../database/index.ts';
import { type FairQueue, type QueuedTask, QueueFullError } from '../fair-queue.ts';
import type { CachedResponse } from './cached-response.ts';

export interface ResponseCache {
	/**
	 * Cached response of `key`, built by `build` if there is none younger than `ttl` milliseconds. Concurrent callers share one build.
	 * Responses without tags are not cached.
	 * With `queueing` the build waits in a queue; until it starts, an expired response within its grace time is returned. Throws
	 * `QueueFullError` if the queue has no room and there is no such response.
	 */
	getOrBuild(
		key: string,
		ttl: number,
		build: () => Promise<CachedResponse>,
		queueing?: QueueOptions,
	): Promise<CachedResponse>;
	close(): void;
}

export interface QueueOptions {
	queue: FairQueue;
	caller: string;
	/** Aborts when the caller disconnects; without a signal the build always runs. */
	signal: AbortSignal | undefined;
	/** How long an expired response may be served while a new one waits, milliseconds. */
	graceTime: number;
}

interface PendingResponse {
	task: QueuedTask<CachedResponse>;
	/** Tags invalidated since the build was queued. */
	invalidated: Set<string>;
}

const maxBytes = 64 * 1_048_576;

/** Keeps responses in memory until any process invalidates one of their tags. */
export function createResponseCache({ db, clock }: { db: Database; clock: Clock }): ResponseCache {
	/** Least recently used first. */
	const entries = new Map<string, { response: CachedResponse; expiresAt: number }>();
	/** Builds that new callers join. */
	const pending = new Map<string, PendingResponse>();
	/** The `invalidated` sets of all running builds, including those no longer in `pending`. */
	const builds = new Set<Set<string>>();
	let bytes = 0;

	function evict(key: string) {
		bytes -= entries.get(key)?.response.bytes.length ?? 0;
		entries.delete(key);
	}

	function insert(key: string, response: CachedResponse, expiresAt: number) {
		entries.set(key, { response, expiresAt });
		bytes += response.bytes.length;
		for (const oldest of entries.keys()) {
			if (bytes <= maxBytes) break;
			evict(oldest);
		}
	}

	const unsubscribe = db.onInvalidate((tags) => {
		for (const [key, { response }] of entries) if (hasAnyTag(response, tags)) evict(key);
		for (const invalidated of builds) for (const tag of tags) invalidated.add(tag);
		// New callers must not join a build that began before the invalidation.
		for (const [key, { invalidated }] of pending) if (builds.has(invalidated)) pending.delete(key);
	});

	function startBuild(
		key: string,
		ttl: number,
		build: () => Promise<CachedResponse>,
		queueing: QueueOptions | undefined,
	): PendingResponse {
		const invalidated = new Set<string>();
		async function run(): Promise<CachedResponse> {
			builds.add(invalidated);
			try {
				const response = await build();
				if (hasAnyTag(response, [...invalidated]) || response.tags.length === 0) return response;
				evict(key);
				insert(key, response, clock.now() + ttl);
				return response;
			} finally {
				builds.delete(invalidated);
			}
		}
		const task = queueing ? queueing.queue.add(queueing.caller, run, queueing.signal) : toStartedTask(run());
		const work = { task, invalidated };
		pending.set(key, work);
		const removePending = () => {
			if (pending.get(key) === work) pending.delete(key);
		};
		task.result.then(removePending, removePending);
		return work;
	}

	return {
		async getOrBuild(key, ttl, build, queueing) {
			const hit = entries.get(key);
			if (hit) {
				entries.delete(key);
				entries.set(key, hit);
				if (hit.expiresAt > clock.now()) return hit.response;
			}
			const stale = queueing && hit && hit.expiresAt + queueing.graceTime > clock.now() ? hit.response : null;
			// The new response is for later callers, so this caller's disconnect must not cancel it.
			const placement = queueing && stale ? { ...queueing, signal: undefined } : queueing;
			try {
				let work = pending.get(key);
				if (!work) work = startBuild(key, ttl, build, placement);
				else if (placement) work.task.join(placement.caller, placement.signal);
				return stale && !work.task.hasStarted() ? stale : await work.task.result;
			} catch (error) {
				if (stale && error instanceof QueueFullError) return stale;
				throw error;
			}
		},
		close: unsubscribe,
	};
}

function toStartedTask(result: Promise<CachedResponse>): QueuedTask<CachedResponse> {
	return { result, hasStarted: () => true, join() {} };
}

function hasAnyTag({ tags }: CachedResponse, changed: readonly string[]): boolean {
	return changed.some((tag) => tag === '*' || tags.includes(tag));
}
