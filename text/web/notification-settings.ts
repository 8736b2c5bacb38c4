// What the settings of notifications say.
import type { NotificationChannel, NotificationKind } from '../../contract/notifications/notifications.ts';

export const pageTitle = 'Notification settings';
export const lead = 'Choose what we notify you about.';
export const browserNotAdded = (reason: string) => `We couldn't add this browser. ${reason}`;
export const noPushHere = "This browser doesn't get push messages.";
export const addThisBrowser = 'Turn on push here';
export const browsersTitle = 'Browsers with push messages';
export const thisBrowser = 'This browser';
export const notSaved = (reason: string) => `We couldn't save this. ${reason}`;
export const loading = 'Loading your settings';
export const loadFailed = "We couldn't load your settings";
export const kindsTitle = 'Notifications';
export const quietHoursSaved = 'Quiet hours saved';
export const quietHours = 'Quiet hours';
export const quietHoursHint =
	"No push messages during these hours. You'll get them afterwards. Your inbox still updates.";
export const quietFrom = 'From';
export const quietTo = 'To';
export const someBrowser = 'Unknown browser';
export const since = 'Since <time/>';

export const testTitle = 'Test push messages';
export const testHint = 'We send one to every browser with push on.';
export const sendTest = 'Send a test to myself';
export const testPages = {
	status: 'Notification status',
	sender: 'Send a test to a user ID',
	token: 'Send the token of this browser',
};

export const kinds: Record<NotificationKind, string> = {
	comment: 'Comments on my posts',
	reply: 'Replies to my comments',
	like: 'Likes',
	follow: 'New followers',
	new_ad: 'New ads from sellers I follow',
	price_drop: 'Price drops on my wishlist',
	video: 'My videos: ready or failed',
	enrollment: 'My courses and payments',
	verification: 'Checks of my business documents',
	moderation: 'Decisions about my posts',
	purchase: 'Invitations to rate a seller',
	review: 'Reviews of my shop',
	review_reply: 'Replies to my reviews',
	numbers: 'Changes of my phone numbers',
	breach: 'Problems with my personal data',
	saved_search: 'New ads for my saved searches',
};

export const channels: Record<NotificationChannel, string> = {
	inbox: 'Inbox',
	push: 'Push',
	mail: 'Email',
};
