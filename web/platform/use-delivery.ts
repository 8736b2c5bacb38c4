import { useEffect, useEffectEvent } from 'react';
import { clock } from './clock.ts';
import { Delivery, type DeliveryDeps, type DeliveryHandlers } from './delivery.ts';
import * as turns from './turns.ts';

/** Sends what waits on this device for as long as the component is there. */
export function useDelivery<Item>(
	{ name, waiting }: Pick<DeliveryDeps<Item>, 'name' | 'waiting'>,
	handlers: DeliveryHandlers<Item>,
) {
	const latest = useEffectEvent(() => handlers);

	useEffect(() => {
		const delivery = new Delivery({ name, waiting, handlers: latest, locks: turns, clock });
		const close = delivery.open();
		window.addEventListener('online', delivery.sendSoon);
		document.addEventListener('visibilitychange', delivery.sendSoon);
		return () => {
			close();
			window.removeEventListener('online', delivery.sendSoon);
			document.removeEventListener('visibilitychange', delivery.sendSoon);
		};
	}, [name, waiting]);
}
