import { useEffect, useEffectEvent } from 'react';
import { clock } from './clock.ts';
import { Delivery, type DeliveryDeps, type DeliveryHandlers } from './delivery.ts';
import * as locks from './locks.ts';

/** Delivers the pending items while the component is mounted. */
export function useDelivery<Item>(
	{ name, pending }: Pick<DeliveryDeps<Item>, 'name' | 'pending'>,
	handlers: DeliveryHandlers<Item>,
) {
	const latest = useEffectEvent(() => handlers);

	useEffect(() => {
		const delivery = new Delivery({ name, pending, handlers: latest, locks, clock });
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
