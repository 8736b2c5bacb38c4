import type { Clock } from '../clock.ts';
import type { Database } from '../database/index.ts';
import { type FairQueue, type QueuedTask, QueueFull } from '../fair-queue.ts';
import type { Prepared } from './prepared.ts';

export interface AnswerCache {
	/**
	 * The prepared answer under `key`, made by `make` where there is none younger than `life` milliseconds. Callers that come
	 * while it is made share the one being made. What carries no tags is not kept. With a turn it is made when the queue lets it:
	 * until then an answer that has only grown too old is served. Throws `QueueFull` where there is neither room nor such an answer.
	 */
	answer(key: string, life: number, make: () => Promise<Prepared>, turn?: Turn): Promise<Prepared>;
	close(): void;
}

/** Who waits in which queue for an answer to be made. */
export interface Turn {
	queue: FairQueue;
	caller: string;
	/** Aborts when the caller has hung up; without it the answer is made in any case. */
	signal: AbortSignal | undefined;
	/** How long an answer may be served beyond its life while a new one waits, milliseconds. */
	graceTime: number;
}

interface Making {
	task: QueuedTask<Prepared>;
	/** What has changed since it was started. */
	changed: Set<string>;
}

const mostBytes = 64 * 1_048_576;

/** Answers kept as bytes in memory until something they show changes, in this process or another. */
export function createAnswerCache({ db, clock }: { db: Database; clock: Clock }): AnswerCache {
	/** The one that was not asked for the longest comes first. */
	const kept = new Map<string, { prepared: Prepared; ends: number }>();
	/** What is joined by those who ask meanwhile. */
	const making = new Map<string, Making>();
	/** The `changed` of everything that was started and has not ended, joined or not. */
	const started = new Set<Set<string>>();
	let bytes = 0;

	function drop(key: string) {
		bytes -= kept.get(key)?.prepared.bytes.length ?? 0;
		kept.delete(key);
	}

	function keep(key: string, prepared: Prepared, ends: number) {
		kept.set(key, { prepared, ends });
		bytes += prepared.bytes.length;
		for (const oldest of kept.keys()) {
			if (bytes <= mostBytes) break;
			drop(oldest);
		}
	}

	const stop = db.onChange((tags) => {
		for (const [key, { prepared }] of kept) if (shows(prepared, tags)) drop(key);
		for (const changed of started) for (const tag of tags) changed.add(tag);
		// Who asks from here on must not be given what was begun before the change.
		for (const [key, { changed }] of making) if (started.has(changed)) making.delete(key);
	});

	function begin(key: string, life: number, make: () => Promise<Prepared>, turn: Turn | undefined): Making {
		const changed = new Set<string>();
		async function run(): Promise<Prepared> {
			started.add(changed);
			try {
				const prepared = await make();
				if (shows(prepared, [...changed]) || prepared.tags.length === 0) return prepared;
				drop(key);
				keep(key, prepared, clock.now() + life);
				return prepared;
			} finally {
				started.delete(changed);
			}
		}
		const task = turn ? turn.queue.add(turn.caller, run, turn.signal) : startedTask(run());
		const work = { task, changed };
		making.set(key, work);
		const done = () => {
			if (making.get(key) === work) making.delete(key);
		};
		task.result.then(done, done);
		return work;
	}

	return {
		async answer(key, life, make, turn) {
			const hit = kept.get(key);
			if (hit) {
				kept.delete(key);
				kept.set(key, hit);
				if (hit.ends > clock.now()) return hit.prepared;
			}
			const old = turn && hit && hit.ends + turn.graceTime > clock.now() ? hit.prepared : null;
			// A new one is made for those who come next, so it does not leave the queue with this caller.
			const place = turn && old ? { ...turn, signal: undefined } : turn;
			try {
				let work = making.get(key);
				if (!work) work = begin(key, life, make, place);
				else if (place) work.task.join(place.caller, place.signal);
				return old && !work.task.hasStarted() ? old : await work.task.result;
			} catch (error) {
				if (old && error instanceof QueueFull) return old;
				throw error;
			}
		},
		close: stop,
	};
}

function startedTask(result: Promise<Prepared>): QueuedTask<Prepared> {
	return { result, hasStarted: () => true, join() {} };
}

function shows({ tags }: Prepared, changed: readonly string[]): boolean {
	return changed.some((tag) => tag === '*' || tags.includes(tag));
}
