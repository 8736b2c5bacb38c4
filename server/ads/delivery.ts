import { type DeliveryOption, deliveryOptions } from '../../contract/ads/ad-options.ts';

/** Bit of each delivery option in the column `delivery`. The indexes of migration 0030 name these bits. */
const bits: Record<DeliveryOption, number> = { pickup: 1, within_state: 2, nationwide: 4, pay_on_delivery: 8 };

export function toDeliveryBit(option: DeliveryOption): number {
	return bits[option];
}

export function toDeliveryBits(options: readonly DeliveryOption[]): number {
	return options.reduce((sum, option) => sum | bits[option], 0);
}

export function toDeliveryOptions(sum: number): DeliveryOption[] {
	return deliveryOptions.filter((option) => (sum & bits[option]) !== 0);
}
