// What the market page says.

import { plural } from '../../contract/core/plural.ts';

export const chooseCategory = 'Choose a category';
export const listEnd = "You've seen everything for now. Come back soon: sellers post every day.";
export const emptyCategoryTitle = (category: string) => `No ads in ${category} yet`;
export const emptyTitle = 'The market just opened';
export const postFirstAd = 'Post the first ad';
export const seeEverything = 'See all ads';
export const emptyCategoryHint = 'Do you sell this? Be the first seller customers find here.';
export const emptyHint = 'Be the first to post an ad.';
export const summary = (tagline: string) =>
	`${tagline}. See photos, videos and prices from sellers near you. Chat on WhatsApp.`;
export const categorySummary = (category: string, brand: string) =>
	`${category} from Nigerian sellers on ${brand}: see photos and prices, and chat on WhatsApp.`;
export const adCount = (count: number) => plural(count, { one: '# ad', other: '# ads' });
export const shortAdCount = (shortCount: string, count: number) =>
	shortCount + plural(count, { one: '<unseen> ad</unseen>', other: '<unseen> ads</unseen>' });
