import { useEffect, useEffectEvent } from 'react';
import { isApiError } from './api-error.ts';
import { retryDelay } from './queries.ts';
import type { StoredValue } from './stored-value.ts';

interface Delivery<Item> {
	/** Unlike that of any other queue. */
	name: string;
	/** What waits on this device, oldest first. */
	waiting: StoredValue<Item[]>;
	/** Whose items are sent. */
	account: number;
	/** Rejects where the server did not take it. */
	send: (item: Item) => Promise<void>;
	/** The server has it, or will never take it. */
	drop: (item: Item) => void;
	/** It will never take it. */
	onRefused: (error: unknown, item: Item) => void;
	/** Nothing of the account waits any more. */
	onEmpty?: () => void;
}

/** Sends what waits on this device, one item after the other, for as long as it takes. */
export function useDelivery<Item extends { account: number }>(delivery: Delivery<Item>) {
	const { name, waiting, account } = delivery;
	const send = useEffectEvent(delivery.send);
	const drop = useEffectEvent(delivery.drop);
	const refused = useEffectEvent(delivery.onRefused);
	const emptied = useEffectEvent(() => delivery.onEmpty?.());

	useEffect(() => {
		let active = true;
		let running = false;
		let failures = 0;
		let timer: ReturnType<typeof setTimeout> | undefined;

		/** False where no answer came, so that it has to be tried again. */
		async function sendNext(): Promise<boolean> {
			const item = waiting.get()?.find((item) => item.account === account);
			if (!item || !active) return true;
			try {
				await send(item);
			} catch (error) {
				if (!isFinal(error)) return false;
				refused(error, item);
			}
			const isLast = waiting.get()?.filter((item) => item.account === account).length === 1;
			// Before the last one is gone, for with it goes who listens.
			if (isLast) emptied();
			drop(item);
			return sendNext();
		}

		async function sendAll() {
			if (running) return;
			running = true;
			clearTimeout(timer);
			const sent = await inTurn(name, sendNext);
			running = false;
			if (sent) failures = 0;
			else if (active) timer = setTimeout(sendAll, retryDelay(failures++));
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
	}, [name, waiting, account]);
}

/** Whether the server has decided: sending it again would change nothing. A conflict is an earlier try that it still works on. */
function isFinal(error: unknown): boolean {
	return isApiError(error) && error.status >= 400 && error.status < 500 && ![401, 408, 409, 429].includes(error.status);
}

/** One tab after the other, so that the last word of all arrives last. */
function inTurn<T>(name: string, run: () => Promise<T>): Promise<T> {
	// Missing where the page came over plain HTTP.
	const locks = navigator.locks as LockManager | undefined;
	return locks ? locks.request(name, run) : run();
}
