import type { Clock } from '../core/clock.ts';
import { type FairQueue, type QueuedTask, QueueFullError } from '../core/fair-queue.ts';
import { type CacheLoad, createTaggedCache } from '../core/tagged-cache.ts';
import type { Database } from '../database/index.ts';
import type { CachedResponse } from './cached-response.ts';
import { allowFrontCache } from './front-cache.ts';

export interface ResponseCache {
	/** Returns the cached response of `key` if it has not expired. */
	get(key: string): CachedResponse | undefined;
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
	/** Null until the build starts. */
	load: CacheLoad<CachedResponse> | null;
}

const maxBytes = 64 * 1_048_576;
/** Bytes that a response takes beside its bodies and its key: its headers and tags. */
const overhead = 1024;
/** Size of a body together with its compressed bodies, of the body's size. */
const bodiesShare = 1.5;

/** Creates a cache of responses in memory: an invalidated tag removes a response at once, and the least recently used ones make room. */
export function createResponseCache({
	db,
	clock,
	isBehindCache = false,
}: {
	db: Pick<Database, 'onInvalidate'>;
	clock: Clock;
	/** Whether a cache in front of the server may store the same responses. */
	isBehindCache?: boolean;
}): ResponseCache {
	const cache = createTaggedCache<CachedResponse>({ db, clock, maxBytes });
	/** Builds by key that new callers may join. */
	const pending = new Map<string, PendingResponse>();

	function startBuild(
		key: string,
		ttl: number,
		build: () => Promise<CachedResponse>,
		queueing: QueueOptions | undefined,
	): PendingResponse {
		const work: Pick<PendingResponse, 'load'> = { load: null };
		async function run(): Promise<CachedResponse> {
			const load = cache.startLoad();
			work.load = load;
			try {
				const built = await build();
				const response = isBehindCache ? allowFrontCache(built) : built;
				const { tags } = response;
				if (tags.length > 0) {
					// A caller chooses the length of a key. A character takes up to two bytes.
					const bytes = bodiesShare * response.bytes.length + 2 * key.length + overhead;
					load.store(key, { value: response, tags, expiresAt: clock.now() + ttl, bytes });
				}
				return response;
			} finally {
				load.end();
			}
		}
		const task = queueing ? queueing.queue.add(queueing.caller, run, queueing.signal) : toStartedTask(run());
		const started = Object.assign(work, { task });
		pending.set(key, started);
		const removePending = () => {
			if (pending.get(key) === started) pending.delete(key);
		};
		task.result.then(removePending, removePending);
		return started;
	}

	return {
		get: cache.get,
		async getOrBuild(key, ttl, build, queueing) {
			const hit = cache.find(key);
			if (hit && hit.expiresAt > clock.now()) return hit.value;
			const stale = queueing && hit && hit.expiresAt + queueing.graceTime > clock.now() ? hit.value : null;
			// Later callers need the new response, so the disconnect of this caller must not cancel the build.
			const placement = queueing && stale ? { ...queueing, signal: undefined } : queueing;
			try {
				let work = pending.get(key);
				// A new caller must not join a build that began before an invalidation.
				if (!work || work.load?.isOutdated()) work = startBuild(key, ttl, build, placement);
				else if (placement) work.task.join(placement.caller, placement.signal);
				return stale && !work.task.hasStarted() ? stale : await work.task.result;
			} catch (error) {
				if (stale && error instanceof QueueFullError) return stale;
				throw error;
			}
		},
		close: cache.close,
	};
}

function toStartedTask(result: Promise<CachedResponse>): QueuedTask<CachedResponse> {
	return { result, hasStarted: () => true, join() {} };
}
