import { useEffect, useEffectEvent } from 'react';
import { NetworkError } from '../../contract/client.ts';
import { isApiError } from './api-error.ts';
import { retryDelay } from './queries.ts';
import type { StoredValue } from './stored-value.ts';
import { ifFree, inTurn } from './turns.ts';

interface Delivery<Item> {
	/** Unlike that of any other queue. */
	name: string;
	/** What waits on this device. */
	waiting: StoredValue<Item[]>;
	/** Of that what is to be sent now, oldest first. */
	toSend: (items: readonly Item[]) => Item[];
	/** Items of one line are sent in their order, and wait for each other; the name under which they take their turn. */
	line: (item: Item) => string;
	/** Rejects where the server did not take it. */
	send: (item: Item) => Promise<void>;
	/** The server has it. `isLast`: nothing else is left to be sent. */
	drop: (item: Item, isLast: boolean) => void;
	/** The server does not take it until then (milliseconds since 1970); null where no answer came. */
	onPutOff?: (error: unknown, item: Item, until: number | null) => void;
	/** Until when an item is not to be sent, where that is kept with it, milliseconds since 1970. */
	heldUntil?: (item: Item) => number;
	/** It will never take it: afterwards it is not to be sent any more. */
	onRefused: (error: unknown, item: Item, isLast: boolean) => void;
}

/** Milliseconds after which a line that was put off is looked at in any case. */
const longestPause = 3_600_000;

/** Sends what waits on this device, one item after the other, for as long as it takes. What is refused for now holds up its own line only. */
export function useDelivery<Item>(delivery: Delivery<Item>) {
	const { name, waiting } = delivery;
	const toSend = useEffectEvent(delivery.toSend);
	const line = useEffectEvent(delivery.line);
	const send = useEffectEvent(delivery.send);
	const drop = useEffectEvent(delivery.drop);
	const putOff = useEffectEvent((error: unknown, item: Item, until: number | null) =>
		delivery.onPutOff?.(error, item, until),
	);
	const heldUntil = useEffectEvent((item: Item) => delivery.heldUntil?.(item));
	const refused = useEffectEvent(delivery.onRefused);

	useEffect(() => {
		let active = true;
		let running = false;
		let failures = 0;
		let timer: ReturnType<typeof setTimeout> | undefined;
		/** Lines that the server does not take at the moment: until when, milliseconds since 1970, and after how many tries. */
		const held = new Map<string, { until: number; tries: number }>();

		const holdOf = (item: Item) => heldUntil(item) ?? held.get(line(item))?.until ?? 0;
		const left = () => toSend(waiting.get() ?? []);

		async function deliver(item: Item): Promise<'answered' | 'later' | 'lost'> {
			const own = line(item);
			const isLast = () => left().length <= 1;
			try {
				await send(item);
				drop(item, isLast());
			} catch (error) {
				const outcome = outcomeOf(error);
				if (outcome === 'lost') {
					putOff(error, item, null);
					return outcome;
				}
				if (outcome === 'later') {
					const tries = held.get(own)?.tries ?? 0;
					const until = Date.now() + pauseAfter(error, tries);
					held.set(own, { until, tries: tries + 1 });
					putOff(error, item, until);
					return outcome;
				}
				refused(error, item, isLast());
			}
			held.delete(own);
			return 'answered';
		}

		/** Milliseconds until the next look; null where nothing is left. */
		async function sendEach(): Promise<number | null> {
			const passed = new Set<string>();
			for (;;) {
				const item = left().find((item) => !passed.has(line(item)));
				if (!item || !active) break;
				const own = line(item);
				passed.add(own);
				if (holdOf(item) > Date.now()) continue;
				// Null where it is just under way elsewhere. What has changed meanwhile is looked at again.
				const outcome = await ifFree(own, async () => (left().includes(item) ? deliver(item) : 'answered'));
				if (outcome === 'lost') return retryDelay(failures++);
				if (outcome !== 'answered') continue;
				failures = 0;
				passed.delete(own);
			}
			failures = 0;
			const pauses = firstOfLines(left(), line).map((item) => holdOf(item) - Date.now());
			return pauses.length > 0 ? Math.min(Math.max(Math.min(...pauses), retryDelay(0)), longestPause) : null;
		}

		async function sendAll() {
			if (running) return;
			running = true;
			clearTimeout(timer);
			// One tab after the other.
			const pause = await inTurn(name, sendEach);
			running = false;
			// What came in the very end has not been looked at.
			const next = pause ?? (left().length > 0 ? retryDelay(0) : null);
			if (next !== null && active) timer = setTimeout(sendAll, next);
		}
		function sendSoon() {
			failures = 0;
			void sendAll();
		}

		void sendAll();
		const unsubscribe = waiting.subscribe(sendSoon);
		window.addEventListener('online', sendSoon);
		document.addEventListener('visibilitychange', sendSoon);
		return () => {
			active = false;
			clearTimeout(timer);
			unsubscribe();
			window.removeEventListener('online', sendSoon);
			document.removeEventListener('visibilitychange', sendSoon);
		};
	}, [name, waiting]);
}

/** The items that no other one of their line goes before. */
export function firstOfLines<Item>(items: readonly Item[], line: (item: Item) => string): Item[] {
	const seen = new Set<string>();
	return items.filter((item) => seen.size < seen.add(line(item)).size);
}

/**
 * What an error means for what was sent. 'refused': the server has decided, and sending it again would change nothing. 'later': it does
 * not take this one for now; a conflict is an earlier try that it still works on. 'lost': no answer, or the session is over, and nothing
 * else would arrive, either.
 */
export function outcomeOf(error: unknown): 'refused' | 'later' | 'lost' {
	if (error instanceof NetworkError) return 'lost';
	if (!isApiError(error)) return 'refused';
	if (error.status === 401) return 'lost';
	return error.status >= 500 || [408, 409, 429].includes(error.status) ? 'later' : 'refused';
}

/** Milliseconds that the server has asked for, else as after any failure. */
function pauseAfter(error: unknown, tries: number): number {
	const asked = isApiError(error) ? error.retryAfter : undefined;
	return asked === undefined ? retryDelay(tries) : asked * 1000;
}
