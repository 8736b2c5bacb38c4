// What the stats of ads and posts say.
import { plural } from '../plural.ts';

export const dayByDay = (label: string) => `${label} by day`;
export const day = 'Day';
export const ownLoadFailed = "We couldn't load your stats";
export const lastDays = (count: number) => `Last ${count} days`;
export const title = 'Stats';
export const loadFailed = "We couldn't load the stats";
export const emptyTitle = 'No stats yet';
export const emptyHint = 'Share your ads with customers. Views, likes, saves and chats appear here by day.';
export const sincePosted = 'Since posting';
export const loading = 'Loading stats';
export const sum = (label: string, days: number, total: number) =>
	`${label} in ${plural(days, { one: '# day', other: '# days' })}: ${total} in total`;
export const sumWithBest = (label: string, days: number, total: number, bestDay: string, most: number) =>
	`${sum(label, days, total)}. Best day: ${bestDay} with ${most}`;
export const dayCount = (day: string, count: number) => `${day}: ${count}`;

export const names = {
	views: 'Views',
	contacts: 'WhatsApp chats started',
	offers: 'Offers',
	calls: 'Calls',
	product_taps: 'Product taps',
	likes: 'Likes',
	saves: 'Saves',
	comments: 'Comments',
};
