import type { Category } from '../market-settings/categories.ts';

// This file has no schemas, because the first page needs the options, but not zod.

export const adFormats = ['image', 'video'] as const;
export type AdFormat = (typeof adFormats)[number];

export const conditions = ['new', 'nigerian_used', 'foreign_used', 'refurbished'] as const;
export type Condition = (typeof conditions)[number];

/** Ways in which a customer gets an item. An ad may offer several. */
export const deliveryOptions = ['pickup', 'within_state', 'nationwide', 'pay_on_delivery'] as const;
export type DeliveryOption = (typeof deliveryOptions)[number];

const propertyCategories: readonly string[] = [
	'Shortlets & Rentals',
	'Real Estate',
	'Apartments for Rent',
	'Luxury Apartments',
] satisfies Category[];

/** Returns whether ads of a category have a condition and delivery options. Property has neither. */
export function hasItemOptions(category: string): boolean {
	return !propertyCategories.includes(category);
}
