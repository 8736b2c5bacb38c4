// What the stats of ads and posts say.
export const dayByDay = (label: string) => `${label} day by day`;
export const day = 'Day';
export const ownLoadFailed = 'Your figures could not be loaded';
export const lastDays = (count: number) => `The last ${count} days`;
export const title = 'Figures';
export const loadFailed = 'The figures could not be loaded';
export const emptyTitle = 'Nothing to count yet';
export const emptyHint = 'Share it with your customers. What they look at, like, save and ask shows here, day by day.';
export const sincePosted = 'Since it was posted';
export const loading = 'Loading the figures';
export const sum = (label: string, days: number, total: number) =>
	`${label} in ${days} ${days === 1 ? 'day' : 'days'}: ${total} in all`;
export const sumWithBest = (label: string, days: number, total: number, bestDay: string, most: number) =>
	`${sum(label, days, total)}, the most on ${bestDay} with ${most}`;
export const dayCount = (day: string, count: number) => `${day}: ${count}`;

export const names = {
	views: 'Views',
	contacts: 'Taps on WhatsApp',
	likes: 'Likes',
	saves: 'Saves',
	comments: 'Comments',
};
