import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../platform/api.ts';
import { isApiError } from '../platform/api-error.ts';
import { retryDelay } from '../platform/queries.ts';
import { reasonOf } from '../platform/reason.ts';
import { toast } from '../ui/toast.ts';
import { progressQuery } from './learning-queries.ts';
import { dropTick, waitingTicks } from './ticks.ts';

interface SendTicksProps {
	account: number;
	/** Of that account: what it has ticked is never sent as somebody else. */
	token: string;
}

/** Sends what waits on this device, one tick after the other, for as long as it takes. */
export function SendTicks({ account, token }: SendTicksProps) {
	const api = useApi();
	const queries = useQueryClient();

	useEffect(() => {
		let active = true;
		let running = false;
		let failures = 0;
		let timer: ReturnType<typeof setTimeout> | undefined;

		/** False where no answer came, so that it has to be tried again. */
		async function sendNext(): Promise<boolean> {
			const tick = waitingTicks.get()?.find((tick) => tick.account === account);
			if (!tick || !active) return true;
			const { queryKey } = progressQuery(api, tick.course_id, account);
			const params = { id: tick.course_id };
			try {
				const progress = await api.setProgress({ params, body: { module: tick.module, done: tick.done } }, { token });
				// An older answer that is still on its way would take the tick back.
				await queries.cancelQueries({ queryKey });
				queries.setQueryData(queryKey, progress);
			} catch (error) {
				if (!isFinal(error)) return false;
				toast(reasonOf(error), 'error');
				void queries.invalidateQueries({ queryKey });
			}
			dropTick(tick);
			return sendNext();
		}

		async function send() {
			if (running) return;
			running = true;
			clearTimeout(timer);
			const sent = await inTurn(sendNext);
			running = false;
			if (sent) failures = 0;
			else if (active) timer = setTimeout(send, retryDelay(failures++));
		}
		function sendSoon() {
			failures = 0;
			void send();
		}

		void send();
		const unsubscribe = waitingTicks.subscribe(sendSoon);
		window.addEventListener('online', sendSoon);
		document.addEventListener('visibilitychange', sendSoon);
		return () => {
			active = false;
			clearTimeout(timer);
			unsubscribe();
			window.removeEventListener('online', sendSoon);
			document.removeEventListener('visibilitychange', sendSoon);
		};
	}, [api, queries, account, token]);

	return null;
}

/** Whether the server has decided: sending it again would change nothing. */
function isFinal(error: unknown): boolean {
	return isApiError(error) && error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status);
}

/** One tab after the other, so that the last word of all arrives last. */
function inTurn<T>(run: () => Promise<T>): Promise<T> {
	// Missing where the page came over plain HTTP.
	const locks = navigator.locks as LockManager | undefined;
	return locks ? locks.request('lesson-ticks', run) : run();
}
