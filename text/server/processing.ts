// Sentences of the record of processing: why each module processes personal data, which, and for how long.

interface ActivityText {
	purpose: string;
	data: string;
	retention: string;
}

const withAccount = 'Until the owner deletes it, or the account is erased 14 days after its deletion';

export const account: ActivityText = {
	purpose: 'Provide accounts, logins and public profiles',
	data: 'User name, email, password hash, display name, photo, bio, place, phone numbers, passkeys, logins, hashes of networks and browsers',
	retention: `${withAccount}. Former numbers and email addresses: one day. Logins: 90 days. Hashes of networks and browsers: 120 days`,
};
export const media: ActivityText = {
	purpose: 'Show the photos and videos of ads, posts and profiles',
	data: 'Photos without camera data, videos, captions, names of files',
	retention: `${withAccount}. Files of no ad or post: one day`,
};
export const ads: ActivityText = {
	purpose: 'Let sellers promote what they sell',
	data: 'Title, description, price, place and contact numbers of ads',
	retention: withAccount,
};
export const posts: ActivityText = {
	purpose: 'Let sellers post tweets, talks and pictures',
	data: 'Texts and pictures of posts',
	retention: withAccount,
};
export const comments: ActivityText = {
	purpose: 'Let people ask and answer below ads and posts',
	data: 'Texts of comments, whom they answer',
	retention: withAccount,
};
export const likes: ActivityText = {
	purpose: 'Count likes and rank what people like',
	data: 'Which ads and posts an account liked, and when',
	retention: withAccount,
};
export const follows: ActivityText = {
	purpose: 'Show news of the sellers that a person follows',
	data: 'Which sellers an account follows',
	retention: withAccount,
};
export const contacts: ActivityText = {
	purpose: 'Show sellers who got in touch, so that only real buyers review them',
	data: 'About which ads an account got in touch, how and when',
	retention: '90 days after the last contact or sale',
};
export const reveals: ActivityText = {
	purpose: 'Keep strangers from collecting the numbers of sellers',
	data: 'Whose numbers a network, device or account opened',
	retention: 'One day. The cookie that counts them: 90 days',
};
export const reviews: ActivityText = {
	purpose: 'Tell buyers whom to trust',
	data: 'Stars, texts and replies of reviews, and hashes of the networks they came from',
	retention:
		'Until the author deletes them. After the erasure of an account only its stars stay, without name and text',
};
export const courses: ActivityText = {
	purpose: 'Teach courses and issue certificates',
	data: 'Courses, progress, passed checks, and the name and code of certificates',
	retention: withAccount,
};
export const enrollments: ActivityText = {
	purpose: 'Sell courses and keep accounting records',
	data: 'Name, email, phone number, course, payments and proofs of payment',
	retention: 'Payment records: six years, without name and contact data once the account is erased',
};
export const imports: ActivityText = {
	purpose: 'Post many ads from a table, and undo that',
	data: 'Number and times of imported ads',
	retention: withAccount,
};
export const savedItems: ActivityText = {
	purpose: 'Keep what people save',
	data: 'Saved ads and posts',
	retention: withAccount,
};
export const savedSearches: ActivityText = {
	purpose: 'Tell people about new ads they look for',
	data: 'Words and filters of saved searches, and the ads they found',
	retention: withAccount,
};
export const mutePreferences: ActivityText = {
	purpose: 'Show less of what a person does not want to see',
	data: 'Muted sellers, kinds and categories',
	retention: withAccount,
};
export const insights: ActivityText = {
	purpose: 'Show sellers how often their ads and posts are seen',
	data: 'Daily counts. A random key of the browser, new each day, and a hash of the network keep counts honest and are not stored',
	retention: 'Counts: as long as the ad or post',
};
export const watching: ActivityText = {
	purpose: 'Show sellers which parts of their videos people watch',
	data: 'Counts per part of a video',
	retention: 'As long as the video',
};
export const reports: ActivityText = {
	purpose: 'Keep the market safe from fraud and unlawful content',
	data: 'Who reported what and why, and a hash of the network of the reporter',
	retention: 'As long as the decision about it. Open reports: until the account of the reporter is erased',
};
export const decisions: ActivityText = {
	purpose: 'Decide about content and accounts, and hear appeals',
	data: 'Decisions with their reasons, and appeals',
	retention: 'As long as the market exists, without the deleted content',
};
export const removedItems: ActivityText = {
	purpose: 'Keep what moderators removed from returning',
	data: 'Hashes of texts, pictures, numbers and browsers of removed ads, posts and accounts',
	retention: 'One year, also after the account is erased, then without the account',
};
export const notifications: ActivityText = {
	purpose: 'Tell people what happened',
	data: 'Notices, their settings, and addresses of browsers for push messages',
	retention: 'Notices: 90 days. Addresses of browsers: until push messages are turned off',
};
export const verification: ActivityText = {
	purpose: 'Prove phone numbers and businesses to customers',
	data: 'Phone number, code, business name, and photos of documents',
	retention: 'Codes: 10 minutes. Photos: until the decision, or one day if they are not sent',
};
export const webhooks: ActivityText = {
	purpose: 'Send news about an account to a program of its owner',
	data: 'URL, events and results of deliveries',
	retention: 'Deliveries: 30 days. URLs: until they are deleted',
};
export const legalRequests: ActivityText = {
	purpose: 'Answer requests about rights and unlawful content',
	data: 'Name, email, text and answer of requests',
	retention: 'Two years after the answer',
};
export const breaches: ActivityText = {
	purpose: 'Record breaches of personal data and tell those concerned',
	data: 'Which accounts a breach touched',
	retention: 'Until the account is erased. The entry itself stays',
};
export const security: ActivityText = {
	purpose: 'Fend off attacks and find faults',
	data: 'Counts of calls by network, mailbox hash and account; server logs without passwords, tokens, phone numbers and bodies',
	retention: 'Counts: up to 30 days. Logs: as long as the operator keeps them',
};
export const audit: ActivityText = {
	purpose: 'Record what administrators do',
	data: 'Name of the administrator, action, reason and time',
	retention: 'As long as the market exists',
};
export const backups: ActivityText = {
	purpose: 'Restore the market after a loss',
	data: 'All data above',
	retention: '30 days, or as long as the operator sets',
};
