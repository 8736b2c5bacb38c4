// What the options of an ad say on its page, in the form and in the filters.
import type { DeliveryOption } from '../../contract/ads/ad-options.ts';

export const negotiable = 'Negotiable';
export const condition = 'Condition';
export const delivery = 'Delivery';
export const deliveryNames: Record<DeliveryOption, string> = {
	pickup: 'Pickup',
	within_state: 'Delivery within the state',
	nationwide: 'Delivery nationwide',
	pay_on_delivery: 'Pay on delivery',
};
/** A state of Nigeria. */
export const homeState = 'State';
export const lga = 'Local government area';
