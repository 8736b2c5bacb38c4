import type { Clock } from '../clock.ts';
import type { Database } from '../database/index.ts';
import { type FairQueue, type QueuedTask, QueueFull } from '../fair-queue.ts';
import type { CachedResponse } from './cached-response.ts';

export interface ResponseCache {
	/**
	 * The prepared answer under `key`, made by `make` where there is none younger than `life` milliseconds. Callers that come
	 * while it is made share the one being made. What carries no tags is not kept. With a turn it is made when the queue lets it:
	 * until then an answer that has only grown too old is served. Throws `QueueFull` where there is neither room nor such an answer.
	 */
	getOrBuild(
		key: string,
		ttl: number,
		build: () => Promise<CachedResponse>,
		queueing?: QueueOptions,
	): Promise<CachedResponse>;
	close(): void;
}

/** Who waits in which queue for an answer to be made. */
export interface QueueOptions {
	queue: FairQueue;
	caller: string;
	/** Aborts when the caller has hung up; without it the answer is made in any case. */
	signal: AbortSignal | undefined;
	/** How long an answer may be served beyond its life while a new one waits, milliseconds. */
	graceTime: number;
}

interface PendingResponse {
	task: QueuedTask<CachedResponse>;
	/** What has changed since it was started. */
	invalidated: Set<string>;
}

const maxBytes = 64 * 1_048_576;

/** Answers kept as bytes in memory until something they show changes, in this process or another. */
export function createResponseCache({ db, clock }: { db: Database; clock: Clock }): ResponseCache {
	/** The one that was not asked for the longest comes first. */
	const entries = new Map<string, { prepared: CachedResponse; ends: number }>();
	/** What is joined by those who ask meanwhile. */
	const pending = new Map<string, PendingResponse>();
	/** The `changed` of everything that was started and has not ended, joined or not. */
	const builds = new Set<Set<string>>();
	let bytes = 0;

	function evict(key: string) {
		bytes -= entries.get(key)?.prepared.bytes.length ?? 0;
		entries.delete(key);
	}

	function insert(key: string, prepared: CachedResponse, ends: number) {
		entries.set(key, { prepared, ends });
		bytes += prepared.bytes.length;
		for (const oldest of entries.keys()) {
			if (bytes <= maxBytes) break;
			evict(oldest);
		}
	}

	const stop = db.onInvalidate((tags) => {
		for (const [key, { prepared }] of entries) if (hasAnyTag(prepared, tags)) evict(key);
		for (const changed of builds) for (const tag of tags) changed.add(tag);
		// Who asks from here on must not be given what was begun before the change.
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
				const prepared = await build();
				if (hasAnyTag(prepared, [...invalidated]) || prepared.tags.length === 0) return prepared;
				evict(key);
				insert(key, prepared, clock.now() + ttl);
				return prepared;
			} finally {
				builds.delete(invalidated);
			}
		}
		const task = queueing ? queueing.queue.add(queueing.caller, run, queueing.signal) : toStartedTask(run());
		const work = { task, invalidated };
		pending.set(key, work);
		const done = () => {
			if (pending.get(key) === work) pending.delete(key);
		};
		task.result.then(done, done);
		return work;
	}

	return {
		async getOrBuild(key, ttl, build, queueing) {
			const hit = entries.get(key);
			if (hit) {
				entries.delete(key);
				entries.set(key, hit);
				if (hit.ends > clock.now()) return hit.prepared;
			}
			const old = queueing && hit && hit.ends + queueing.graceTime > clock.now() ? hit.prepared : null;
			// A new one is made for those who come next, so it does not leave the queue with this caller.
			const placement = queueing && old ? { ...queueing, signal: undefined } : queueing;
			try {
				let work = pending.get(key);
				if (!work) work = startBuild(key, ttl, build, placement);
				else if (placement) work.task.join(placement.caller, placement.signal);
				return old && !work.task.hasStarted() ? old : await work.task.result;
			} catch (error) {
				if (old && error instanceof QueueFull) return old;
				throw error;
			}
		},
		close: stop,
	};
}

function toStartedTask(result: Promise<CachedResponse>): QueuedTask<CachedResponse> {
	return { result, hasStarted: () => true, join() {} };
}

function hasAnyTag({ tags }: CachedResponse, changed: readonly string[]): boolean {
	return changed.some((tag) => tag === '*' || tags.includes(tag));
}
