// What the market page says.
import { brand } from '../brand.ts';

export const chooseCategory = 'Choose a category';
export const listEnd = 'That is everything for now. Come back soon, sellers post every day.';
export const emptyCategoryTitle = (category: string) => `Nothing in ${category} yet`;
export const emptyTitle = 'The market has just opened';
export const postFirstAd = 'Post the first ad';
export const seeEverything = 'See everything';
export const emptyCategoryHint = 'Do you sell this? Be the first that customers find here.';
export const emptyHint = 'Be the first to show what you sell.';
export const summary = `${brand.tagline}. Pictures, videos and prices from sellers all over Nigeria, and a chat on WhatsApp.`;
export const categorySummary = (category: string) =>
	`${category} from sellers near you on ${brand.name}: pictures, prices, and a chat on WhatsApp.`;
export const adCount = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'ad' : 'ads'}`;
export const shortAdCount = (shortCount: string, count: number) =>
	`${shortCount}<unseen> ${count === 1 ? 'ad' : 'ads'}</unseen>`;
