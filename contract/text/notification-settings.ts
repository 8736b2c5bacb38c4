// What the settings of notifications say.
import type { NoticeChannel, NoticeKind } from '../notifications.ts';

export const pageTitle = 'Notification settings';
export const lead = 'What you are told of, where, and when not.';
export const browserNotAdded = (reason: string) => `This browser could not be added. ${reason}`;
export const noPushHere = 'This browser receives no push messages.';
export const addThisBrowser = 'Send them here, too';
export const browsersTitle = 'Where push messages go';
export const thisBrowser = 'This browser';
export const notSaved = (reason: string) => `This was not saved. ${reason}`;
export const loading = 'Loading your settings';
export const loadFailed = 'Your settings could not be loaded';
export const kindsTitle = 'What you are told of';
export const quietHoursSaved = 'Quiet hours saved';
export const quietHours = 'Quiet hours';
export const quietHoursHint = 'No push messages in this time: they come when it ends. The inbox goes on.';
export const quietFrom = 'From';
export const quietTo = 'To';
export const someBrowser = 'A browser';
export const since = 'Since <time/>';

export const kinds: Record<NoticeKind, string> = {
	comment: 'Comments on what I posted',
	reply: 'Replies to my comments',
	like: 'Likes',
	follow: 'New followers',
	new_ad: 'New ads of sellers I follow',
	price_drop: 'Price drops on my wishlist',
	video: 'My videos: ready or failed',
	enrollment: 'My courses and payments',
	moderation: 'Decisions about what I posted',
};

export const channels: Record<NoticeChannel, string> = {
	inbox: 'Inbox',
	push: 'Push',
};
