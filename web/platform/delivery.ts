import { NetworkError } from '../../contract/client.ts';
import { isApiError } from './api-error.ts';
import type { Clock } from './clock.ts';
import type * as locks from './locks.ts';
import { retryDelay } from './query-client.ts';
import type { StoredValue } from './stored-value.ts';

/** What is sent, how, and what becomes of it. */
export interface DeliveryHandlers<Item> {
	/** Of what waits on this device what is to be sent now, oldest first. */
	toSend: (items: readonly Item[]) => Item[];
	/** Items of one line are sent in their order, and wait for each other; the name under which they take their turn. */
	queueKey: (item: Item) => string;
	/** Rejects where the server did not take it. */
	send: (item: Item) => Promise<void>;
	/** The server has it. `isLatestMutation`: nothing else is left to be sent. */
	onDelivered: (item: Item, isLast: boolean) => void;
	/** The server does not take it until then (milliseconds since 1970); null where no answer came. */
	onDeferred?: (error: unknown, item: Item, until: number | null) => void;
	/** Until when an item is not to be sent, where that is kept with it, milliseconds since 1970. */
	getNotBefore?: (item: Item) => number;
	/** It will never take it: afterwards it is not to be sent any more. */
	onRejected: (error: unknown, item: Item, isLast: boolean) => void;
}

export interface DeliveryDeps<Item> {
	/** Unlike that of any other queue. */
	name: string;
	/** What waits on this device. */
	pending: Pick<StoredValue<Item[]>, 'get' | 'subscribe'>;
	/** As they are by now. */
	handlers: () => DeliveryHandlers<Item>;
	locks: Pick<typeof locks, 'tryLock' | 'withLock'>;
	clock: Clock;
}

/** Milliseconds after which a line that was put off is looked at in any case. */
const maxPause = 3_600_000;

/**
 * Sends what waits on this device, one item after the other, in one tab after the other, for as long as it takes. What is refused for now
 * holds up its own line only.
 */
export class Delivery<Item> {
	readonly #deps: DeliveryDeps<Item>;
	/** Lines that the server does not take at the moment: until when, milliseconds since 1970, and after how many tries. */
	readonly #held = new Map<string, { until: number; tries: number }>();
	#isOpen = false;
	#isRunning = false;
	#failures = 0;
	#stopClock = () => {};

	constructor(deps: DeliveryDeps<Item>) {
		this.#deps = deps;
	}

	/** Sends until it is closed. */
	start() {
		this.#isOpen = true;
		void this.#sendAll();
		const unsubscribe = this.#deps.pending.subscribe(this.retryNow);
		return () => {
			this.#isOpen = false;
			this.#stopClock();
			unsubscribe();
		};
	}

	/** The network may be back. */
	readonly retryNow = () => {
		this.#failures = 0;
		void this.#sendAll();
	};

	async #sendAll() {
		if (this.#isRunning) return;
		this.#isRunning = true;
		this.#stopClock();
		const { name, locks, clock } = this.#deps;
		// One tab after the other.
		const pause = await locks.withLock(name, () => this.#sendEach());
		this.#isRunning = false;
		// What came in the very end has not been looked at.
		const next = pause ?? (this.#left().length > 0 ? retryDelay(0) : null);
		if (next !== null && this.#isOpen) this.#stopClock = clock.schedule(next, () => void this.#sendAll());
	}

	/** Milliseconds until the next look; null where nothing is left. */
	async #sendEach(): Promise<number | null> {
		const { locks, clock } = this.#deps;
		const passed = new Set<string>();
		for (;;) {
			const item = this.#left().find((item) => !passed.has(this.#lineOf(item)));
			if (!item || !this.#isOpen) break;
			const line = this.#lineOf(item);
			passed.add(line);
			if (this.#holdOf(item) > clock.now()) continue;
			// Null where it is just under way elsewhere. What has changed meanwhile is looked at again.
			const outcome = await locks.tryLock(line, async () =>
				this.#left().includes(item) ? this.#deliver(item) : 'answered',
			);
			if (outcome === 'lost') return retryDelay(this.#failures++);
			if (outcome !== 'answered') continue;
			this.#failures = 0;
			passed.delete(line);
		}
		this.#failures = 0;
		const pauses = firstPerQueue(this.#left(), (item) => this.#lineOf(item)).map(
			(item) => this.#holdOf(item) - clock.now(),
		);
		return pauses.length > 0 ? Math.min(Math.max(Math.min(...pauses), retryDelay(0)), maxPause) : null;
	}

	async #deliver(item: Item): Promise<'answered' | 'later' | 'lost'> {
		const { clock, handlers } = this.#deps;
		const line = this.#lineOf(item);
		const isLast = () => this.#left().length <= 1;
		try {
			await handlers().send(item);
			handlers().onDelivered(item, isLast());
		} catch (error) {
			const outcome = classifyError(error);
			if (outcome === 'lost') {
				handlers().onDeferred?.(error, item, null);
				return outcome;
			}
			if (outcome === 'later') {
				const tries = this.#held.get(line)?.tries ?? 0;
				const until = clock.now() + getRetryDelay(error, tries);
				this.#held.set(line, { until, tries: tries + 1 });
				handlers().onDeferred?.(error, item, until);
				return outcome;
			}
			handlers().onRejected(error, item, isLast());
		}
		this.#held.delete(line);
		return 'answered';
	}

	#left(): Item[] {
		return this.#deps.handlers().toSend(this.#deps.pending.get() ?? []);
	}

	#lineOf(item: Item): string {
		return this.#deps.handlers().queueKey(item);
	}

	/** Until when it is not sent, milliseconds since 1970. */
	#holdOf(item: Item): number {
		return this.#deps.handlers().getNotBefore?.(item) ?? this.#held.get(this.#lineOf(item))?.until ?? 0;
	}
}

/** The items that no other one of their line goes before. */
export function firstPerQueue<Item>(items: readonly Item[], queueKey: (item: Item) => string): Item[] {
	const seen = new Set<string>();
	return items.filter((item) => seen.size < seen.add(queueKey(item)).size);
}

/**
 * What an error means for what was sent. 'refused': the server has decided, and sending it again would change nothing. 'later': it does
 * not take this one for now; a conflict is an earlier try that it still works on. 'lost': no answer, or the session is over, and nothing
 * else would arrive, either.
 */
export function classifyError(error: unknown): 'refused' | 'later' | 'lost' {
	if (error instanceof NetworkError) return 'lost';
	if (!isApiError(error)) return 'refused';
	if (error.status === 401) return 'lost';
	return error.status >= 500 || [408, 409, 429].includes(error.status) ? 'later' : 'refused';
}

/** Milliseconds that the server has asked for, else as after any failure. */
function getRetryDelay(error: unknown, tries: number): number {
	const retryAfter = isApiError(error) ? error.retryAfter : undefined;
	return retryAfter === undefined ? retryDelay(tries) : retryAfter * 1000;
}
