// What the video feed says.

import { formatInteger } from '../../contract/core/format-integer.ts';

export const summary = (brand: string) =>
	`Watch short videos of what sellers on ${brand} have for you, then ask and buy.`;
export const label = (title: string) => `Video: ${title}`;
export const next = 'Next video';
export const previous = 'Previous video';
export const comments = (count: number) => `Comments, ${formatInteger(count)}`;
export const more = 'More';
export const moreLabel = (title: string) => `More about ${title}`;
export const openVideo = 'Open the video page';
export const report = 'Report this video';
export const contact = 'Contact the seller';
export const contactLoading = "Loading the seller's contact";
export const contactFailed = "We couldn't load the seller's contact";
export const showDescription = 'more';
export const hideDescription = 'less';
export const playOnWifi = 'Play automatically on Wi-Fi';
export const playAutomatically = 'Play automatically';
export const playOffer = 'Play the next videos automatically?';
export const playHint = 'We load the start of the next video early. You can change this in Data saver.';
export const notNow = 'Not now';
export const watchMore = 'Watch more videos';
export const loading = 'Loading videos';
export const loadFailed = "We couldn't load the videos";
export const emptyTitle = 'No videos yet';
export const emptyHint = 'Videos from sellers appear here. Be the first to post one.';
export const endTitle = "You've seen every video";
export const endHint = 'Follow sellers to hear about their next ones.';
export const watchAgain = 'Back to the first video';
export const failedMore = "We couldn't load more videos";
