import type { Clock } from '../clock.ts';
import type { Database } from '../database/index.ts';
import { type FairQueue, type QueuedTask, QueueFullError } from '../fair-queue.ts';
import type { CachedResponse } from './cached-response.ts';

export interface ResponseCache {
	/**
	 * Returns the cached response of `key`. If it is missing or older than `ttl` milliseconds, `build` makes a new one. Concurrent callers
	 * share one build. Responses without tags are not cached.
	 * With `queueing`, the build waits in a queue. Until the build starts, the caller gets an expired response that is still within its
	 * grace time. Throws `QueueFullError` if the queue is full and there is no such response.
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
	/** Signal that aborts when the caller disconnects. Without a signal, the build always runs. */
	signal: AbortSignal | undefined;
	/** Milliseconds after its expiry in which a response may be served while a new one waits to be built. */
	graceTime: number;
}

interface PendingResponse {
	task: QueuedTask<CachedResponse>;
	/** Tags that were invalidated since the build started. */
	invalidated: Set<string>;
}

const maxBytes = 64 * 1_048_576;

/**
 * Creates a cache of responses in memory. It removes a response when any process invalidates one of its tags, and the least recently used
 * ones when it is full.
 */
export function createResponseCache({ db, clock }: { db: Database; clock: Clock }): ResponseCache {
	/** Cached responses by key, least recently used first. */
	const entries = new Map<string, { response: CachedResponse; expiresAt: number }>();
	/** Builds by key that new callers may join. */
	const pending = new Map<string, PendingResponse>();
	/** The `invalidated` sets of all running builds, including builds that new callers may no longer join. */
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
		// A new caller must not join a build that began before the invalidation.
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
			// Later callers need the new response, so the disconnect of this caller must not cancel the build.
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
