import { NetworkError } from '../../contract/core/client.ts';
import { isApiError } from './api-error.ts';
import type { Clock } from './clock.ts';
import type * as locks from './locks.ts';
import { retryDelay } from './query-client.ts';
import type { StoredValue } from './stored-value.ts';

/** Functions that select, group and send the stored items, and callbacks for the outcomes. */
export interface QueueDeliveryHandlers<Item> {
	/** Returns the items to send now, oldest first. */
	toSend: (items: readonly Item[]) => Item[];
	/** Returns the queue of an item. Items of one queue are sent in order, one at a time. The queue's lock has the same name. */
	queueKey: (item: Item) => string;
	/** Sends an item. Rejects if the server did not accept it. */
	send: (item: Item) => Promise<void>;
	/** Callback after the server accepted an item. `isLast` means that no other item is left to send. */
	onDelivered: (item: Item, isLast: boolean) => void;
	/**
	 * Callback after a send that will be retried. `until` is the earliest retry in milliseconds since 1970; null if no response came or the
	 * session is not valid.
	 */
	onDeferred?: (error: unknown, item: Item, until: number | null) => void;
	/** Returns the earliest time to send an item, in milliseconds since 1970, if the item stores that time. */
	getNotBefore?: (item: Item) => number;
	/** Callback after the server or `send` rejected an item for good. `toSend` must not return the item afterwards. */
	onRejected: (error: unknown, item: Item, isLast: boolean) => void;
}

export interface QueueDeliveryDeps<Item> {
	/** Name of the delivery, unique among all deliveries. It is also the name of the lock between tabs. */
	name: string;
	/** Items stored on this device. */
	pending: Pick<StoredValue<Item[]>, 'get' | 'subscribe'>;
	handlers: () => QueueDeliveryHandlers<Item>;
	locks: Pick<typeof locks, 'tryLock' | 'withLock'>;
	clock: Clock;
}

/** Maximum milliseconds until a deferred queue is checked again. */
const maxPause = 3_600_000;

/** Sends the items stored on this device one at a time, from one tab at a time. A deferred item holds up only its own queue. */
export class QueueDelivery<Item> {
	readonly #deps: QueueDeliveryDeps<Item>;
	/** Deferred queues by name: earliest retry in milliseconds since 1970, and number of tries so far. */
	readonly #deferred = new Map<string, { until: number; tries: number }>();
	#isOpen = false;
	#isRunning = false;
	#failures = 0;
	#stopClock = () => {};

	constructor(deps: QueueDeliveryDeps<Item>) {
		this.#deps = deps;
	}

	/** Starts sending. Returns a function that stops sending. */
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

	/** Retries at once, for example when the network is back. */
	readonly retryNow = () => {
		this.#failures = 0;
		void this.#sendAll();
	};

	async #sendAll() {
		if (this.#isRunning) return;
		this.#isRunning = true;
		this.#stopClock();
		const { name, locks, clock } = this.#deps;
		const pause = await locks.withLock(name, () => this.#sendEach());
		this.#isRunning = false;
		// Items may have been added after the last check.
		const next = pause ?? (this.#getRemaining().length > 0 ? retryDelay(0) : null);
		if (next !== null && this.#isOpen) this.#stopClock = clock.schedule(next, () => void this.#sendAll());
	}

	/** Sends the items that are due. Resolves to the milliseconds until the next check, or null if no item is left. */
	async #sendEach(): Promise<number | null> {
		const { locks, clock } = this.#deps;
		const visited = new Set<string>();
		for (;;) {
			const item = this.#getRemaining().find((item) => !visited.has(this.#getQueueKey(item)));
			if (!item || !this.#isOpen) break;
			const queueKey = this.#getQueueKey(item);
			visited.add(queueKey);
			if (this.#getNotBefore(item) > clock.now()) continue;
			// A null outcome means that another tab is sending the item. If the item is gone, its queue is checked again.
			const outcome = await locks.tryLock(queueKey, async () =>
				this.#getRemaining().includes(item) ? this.#deliver(item) : 'settled',
			);
			if (outcome === 'lost') return retryDelay(this.#failures++);
			if (outcome !== 'settled') continue;
			this.#failures = 0;
			visited.delete(queueKey);
		}
		this.#failures = 0;
		const pauses = getFirstPerQueue(this.#getRemaining(), (item) => this.#getQueueKey(item)).map(
			(item) => this.#getNotBefore(item) - clock.now(),
		);
		return pauses.length > 0 ? Math.min(Math.max(Math.min(...pauses), retryDelay(0)), maxPause) : null;
	}

	async #deliver(item: Item): Promise<'settled' | 'later' | 'lost'> {
		const { clock, handlers } = this.#deps;
		const queueKey = this.#getQueueKey(item);
		const isLast = () => this.#getRemaining().length <= 1;
		try {
			await handlers().send(item);
			handlers().onDelivered(item, isLast());
		} catch (error) {
			const outcome = classifyDeliveryError(error);
			if (outcome === 'lost') {
				handlers().onDeferred?.(error, item, null);
				return outcome;
			}
			if (outcome === 'later') {
				const tries = this.#deferred.get(queueKey)?.tries ?? 0;
				const until = clock.now() + getRetryDelay(error, tries);
				this.#deferred.set(queueKey, { until, tries: tries + 1 });
				handlers().onDeferred?.(error, item, until);
				return outcome;
			}
			handlers().onRejected(error, item, isLast());
		}
		this.#deferred.delete(queueKey);
		return 'settled';
	}

	#getRemaining(): Item[] {
		return this.#deps.handlers().toSend(this.#deps.pending.get() ?? []);
	}

	#getQueueKey(item: Item): string {
		return this.#deps.handlers().queueKey(item);
	}

	#getNotBefore(item: Item): number {
		return this.#deps.handlers().getNotBefore?.(item) ?? this.#deferred.get(this.#getQueueKey(item))?.until ?? 0;
	}
}

/** Returns the oldest item of each queue. */
export function getFirstPerQueue<Item>(items: readonly Item[], queueKey: (item: Item) => string): Item[] {
	const seen = new Set<string>();
	return items.filter((item) => seen.size < seen.add(queueKey(item)).size);
}

/**
 * Classifies the error of a failed send:
 * - 'refused': the server or `send` itself rejected the item for good.
 * - 'later': the server defers the item. Status 409 means that it still processes an earlier try.
 * - 'lost': no response or no valid session, so other items would fail, too.
 */
export function classifyDeliveryError(error: unknown): 'refused' | 'later' | 'lost' {
	if (error instanceof NetworkError) return 'lost';
	if (!isApiError(error)) return 'refused';
	if (error.status === 401) return 'lost';
	return error.status >= 500 || [408, 409, 429].includes(error.status) ? 'later' : 'refused';
}

/** Returns the milliseconds of `Retry-After`, or else the usual retry delay. */
function getRetryDelay(error: unknown, tries: number): number {
	const retryAfter = isApiError(error) ? error.retryAfter : undefined;
	return retryAfter === undefined ? retryDelay(tries) : retryAfter * 1000;
}
