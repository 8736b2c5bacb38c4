import { useEffect, useEffectEvent } from 'react';
import { clock } from './clock.ts';
import * as locks from './locks.ts';
import { QueueDelivery, type QueueDeliveryDeps, type QueueDeliveryHandlers } from './queue-delivery.ts';

/** Delivers the pending items while the component is mounted. */
export function useQueueDelivery<Item>(
	{ name, pending }: Pick<QueueDeliveryDeps<Item>, 'name' | 'pending'>,
	handlers: QueueDeliveryHandlers<Item>,
) {
	const latest = useEffectEvent(() => handlers);

	useEffect(() => {
		const delivery = new QueueDelivery({ name, pending, handlers: latest, locks, clock });
		const stop = delivery.start();
		window.addEventListener('online', delivery.retryNow);
		document.addEventListener('visibilitychange', delivery.retryNow);
		return () => {
			stop();
			window.removeEventListener('online', delivery.retryNow);
			document.removeEventListener('visibilitychange', delivery.retryNow);
		};
	}, [name, pending]);
}
