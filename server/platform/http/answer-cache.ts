import type { Clock } from '../clock.ts';
import type { Database } from '../database/index.ts';
import type { Prepared } from './prepared.ts';

export interface AnswerCache {
	/**
	 * The prepared answer under `key`, made by `make` where there is none younger than `life` milliseconds. Callers that come
	 * while it is made share the one being made. What carries no tags is not kept.
	 */
	answer(key: string, life: number, make: () => Promise<Prepared>): Promise<Prepared>;
	close(): void;
}

const mostBytes = 64 * 1_048_576;

/** Answers kept as bytes in memory until something they show changes, in this process or another. */
export function createAnswerCache({ db, clock }: { db: Database; clock: Clock }): AnswerCache {
	const kept = new Map<string, { prepared: Prepared; ends: number }>();
	const making = new Map<string, { answer: Promise<Prepared>; changed: Set<string> }>();
	let bytes = 0;

	function drop(key: string) {
		bytes -= kept.get(key)?.prepared.bytes.length ?? 0;
		kept.delete(key);
	}

	function keep(key: string, prepared: Prepared, ends: number) {
		drop(key);
		kept.set(key, { prepared, ends });
		bytes += prepared.bytes.length;
		for (const oldest of kept.keys()) {
			if (bytes <= mostBytes) break;
			drop(oldest);
		}
	}

	const stop = db.onChange((tags) => {
		for (const { changed } of making.values()) for (const tag of tags) changed.add(tag);
		for (const [key, { prepared }] of kept) if (shows(prepared, tags)) drop(key);
		// Who asks from here on must not be given what was begun before the change.
		for (const [key, { changed }] of making) if (changed.size > 0) making.delete(key);
	});

	return {
		answer(key, life, make) {
			const hit = kept.get(key);
			if (hit && hit.ends > clock.now()) return Promise.resolve(hit.prepared);
			const begun = making.get(key);
			if (begun) return begun.answer;
			const changed = new Set<string>();
			const answer = make().then((prepared) => {
				const fresh = !shows(prepared, [...changed]);
				if (fresh && prepared.tags.length > 0) keep(key, prepared, clock.now() + life);
				return prepared;
			});
			const work = { answer, changed };
			making.set(key, work);
			const done = () => {
				if (making.get(key) === work) making.delete(key);
			};
			answer.then(done, done);
			return answer;
		},
		close: stop,
	};
}

function shows({ tags }: Prepared, changed: readonly string[]): boolean {
	return changed.some((tag) => tag === '*' || tags.includes(tag));
}
