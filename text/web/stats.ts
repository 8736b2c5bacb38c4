// What the stats of ads and posts say.
import { plural } from '../../contract/core/plural.ts';

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

export const likesHint = 'All likes are shown. A like by someone else lifts your item once their email is confirmed.';

export const watching = 'How long people watch';
export const noPlays = 'No plays yet. You will see here how long people watch.';
export const fewPlays = (count: number, needed: number) =>
	`${plural(count, { one: '# play', other: '# plays' })} so far. After ${needed} plays, you see how long people watch.`;
export const averageWatched = (percent: number) => `People watch ${percent}% on average.`;
export const mostWatchToEnd = 'Most people watch to the end.';
export const mostStopAt = (time: string) => `People stop most often around ${time}.`;
export const playsCounted = (count: number) =>
	`${plural(count, { one: '# play', other: '# plays' })} of at least a second.`;
export const chatsStarted = (count: number) =>
	`${plural(count, { one: '# WhatsApp chat', other: '# WhatsApp chats' })} started from this video.`;
export const watchingSummary = (shares: readonly string[]) => `Still watching: ${shares.join(', ')}`;
export const shareAt = (percent: number, time: string) => `${percent}% at ${time}`;
export const shareAtEnd = (percent: number) => `${percent}% at the end`;
export const watchingByTime = 'Still watching by time';
export const time = 'Time';
export const stillWatching = 'Still watching';
export const percent = (percent: number) => `${percent}%`;
