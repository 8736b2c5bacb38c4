// What ads say, wherever they stand.
import type { Condition } from '../../contract/ads/ad-options.ts';
import type { AdState } from '../../contract/ads/ads.ts';

export const videoFailed = "We couldn't process your video. Try again.";
export const videoProcessing = "We're processing your video.";
export const stateNames: Record<AdState, string> = {
	processing: 'Processing',
	ready: 'Live',
	failed: 'Failed',
	sold: 'Sold',
	hidden: 'Hidden',
};
export const coverVideo = (duration: string, size: string) => `<kind>Video, </kind>${duration} · ${size}`;
export const safety = 'Stay safe';
export const safetyAdvice =
	'<strong>Stay safe.</strong> Meet in a busy place, inspect the item before you pay, and never pay a stranger in advance.';
export const askForPrice = 'Contact seller for price';
export const conditionNames: Record<Condition, string> = {
	new: 'New',
	nigerian_used: 'Nigerian used',
	foreign_used: 'Foreign used',
	refurbished: 'Refurbished',
};
