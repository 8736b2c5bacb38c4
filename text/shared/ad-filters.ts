// What the filters of ads say.

import { formatInteger } from '../../contract/core/format-integer.ts';
import { plural } from '../../contract/core/plural.ts';

export const filters = (set: number) => (set > 0 ? `Filters (${set})` : 'Filters');
export const title = 'Filters';
export const any = 'Any';
export const anyState = 'All of Nigeria';
export const lga = 'Area (LGA)';
export const anyLga = 'All areas';
export const onlyNegotiable = 'Negotiable price only';
export const minPrice = 'Lowest price';
export const maxPrice = 'Highest price';
export const minPricePlaceholder = 'From ₦';
export const maxPricePlaceholder = 'To ₦';
export const format = 'Photos or video';
export const formatNames = { image: 'With photos', video: 'With a video' };
export const fromPrice = (price: string) => `From ${price}`;
export const upToPrice = (price: string) => `Up to ${price}`;
export const removeFilter = (name: string) => `<unseen>Remove filter </unseen>${name}`;
export const chosenFilters = 'Your filters';
export const clearAll = 'Clear all';
/** `count` is capped: `most` means that many or more. */
export const cappedCount = (count: number, most: number) =>
	count >= most ? `${formatInteger(most)}+` : formatInteger(count);
export const optionCount = (name: string, count: string) => `${name} (${count})`;
export const showAds = 'Show ads';
export const showCountedAds = (shown: string, count: number) =>
	plural(count, { one: `Show ${shown} ad`, other: `Show ${shown} ads` });
export const noAds = 'No ads match these filters';
export const noAdsHint = 'Remove a filter to see more.';
export const clearFilters = 'Clear filters';
export const nearYou = 'Near you';
export const nearYouTitle = 'Which state are you in?';
export const nearYouHint = 'We show ads from there. Your choice stays on this device.';
export const showNearYou = 'Show ads near me';
