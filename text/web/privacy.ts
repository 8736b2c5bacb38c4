// What the privacy page says.
import type { RulesSection } from './terms.ts';

export const summary =
	'We store only what the market needs, show only what you choose to show, and never sell your data. No other company tracks you here. You can download or delete your data at any time.';
export const changed = '28 Nov 2026';

export const sections = (brand: string): readonly RulesSection[] => [
	{
		id: 'kept',
		title: 'What we store and why',
		blocks: [
			[
				'<strong>Your account</strong>: user name, email, a hash of your password, the names and public keys of your passkeys, and what you add: display name, photo, bio, location, phone number. We need it to provide your account (contract).',
				'<strong>Your posts and activity</strong>: ads, videos, tweets, talks, comments, likes, saves, saved searches, follows, and what you chose to see less of. We need it to run the market (contract).',
				'<strong>Contacts</strong>: if you are logged in, we remember about which ads you contacted a seller, and how. The seller sees your name, so that they can tell who bought (legitimate interest). What you write on WhatsApp never reaches us.',
				'<strong>Reviews</strong>: your stars, your words and your replies. Everyone can see them (legitimate interest: buyers need to know whom to trust).',
				'<strong>Course requests</strong>: name, email, phone number, payments, payment proofs and progress. They are never public (contract, and our duty to keep accounting records).',
				'<strong>Verification</strong>, if you ask for it: when you verified your phone number, the name of your business, and photos of its documents until we have checked them. We need it so that customers can trust the badges (consent).',
				'<strong>Security</strong>: which browsers are logged in and when they were last used, and hashes of the networks and browsers you logged in from or reported from, so that no one can lock you out, and so that we notice reviews and reports by people who belong together. Reports and decisions of administrators, to keep the market safe (legitimate interest).',
				'<strong>Stats</strong>: how often ads and posts are viewed, and which parts of videos are watched. Your browser creates a new random key each day, so this does not identify you. To prevent fake views, the server counts views per network in memory under a code that changes every day. It does not store your IP address.',
				'<strong>Push messages</strong>: an address from your browser, only after you allow it (consent). You can turn this off at any time.',
			],
		],
	},
	{
		id: 'shown',
		title: 'What others can see',
		blocks: [
			'Others can see your user name, display name, photo, posts, number of followers, the reviews you write and those you get, badges, and how quickly you usually answer questions on your ads. If your account is new and not verified, and several people reported you or we warned you, they see a warning before they chat with you. If we verified your business, they can see its name. Only our administrators can see the photos of its documents. They can see your location and your numbers only if you allow it, or if you add them to an ad. If you post your first ad with a number, your profile shows it too; you can change this under Personal info. A seller sees your name if you contact them about an ad while logged in. No one can see your email. We remove hidden camera data, such as where a photo was taken, before we store a photo.',
		],
	},
	{
		id: 'device',
		title: 'What stays on your device',
		blocks: [
			"Your browser stores your session, theme, saved items, drafts, the place of your last ad, recent searches, the last 30 ads you viewed (you can turn this off), pages and saved videos for offline use and actions waiting to be sent. For 30 days it also keeps the course, name and email of a course request, which you can remove at any time. Logging out removes your data from the device; we ask first if something has not been sent. Your saved items return at your next login. A random key that tells us this browser has logged in before stays, and so does the state you chose for Near you. We don't use tracking cookies. One cookie protects a Google login and lasts a few minutes. Another is set when you open a seller's WhatsApp or number: it counts how many you open, so that nobody collects numbers, and lasts 90 days. Our pages load no advertising, analytics or social network code.",
		],
	},
	{
		id: 'others',
		title: 'Who else receives data',
		blocks: [
			[
				'Paystack, if you pay online: your email and the amount.',
				'Google, if you log in with Google.',
				'Termii, if you verify your phone number: the number and the text message with the code.',
				'WhatsApp, if you tap a chat link: the text that you see and can change.',
				"Your browser's push service, if you allow push messages: the message, encrypted for your browser.",
				'Companies that run our servers and email for us, under contract and only for that purpose.',
				'Authorities, if the law requires it.',
			],
			'We never sell your data.',
		],
	},
	{
		id: 'long',
		title: 'How long we keep data',
		blocks: [
			[
				'Your account and posts: until you delete them. You can restore a deleted account for 14 days.',
				'Our responses to your posts and comments: 13 days, so that a repeated request counts only once.',
				'Sessions: up to 90 days. Hashes of networks and browsers: 120 days. Whose numbers a network, device or account opened: a day. Our server logs contain no passwords, tokens or phone numbers.',
				'Notifications: 90 days.',
				'Course requests that you neither paid nor confirmed with an account: 180 days.',
				'Who contacted a seller about an ad: 90 days after the last contact or sale.',
				'Codes by SMS: 10 minutes. Photos of business documents: until our decision, or one day if you do not send them.',
				'Backups: 30 days. After that, what you deleted and photos of documents are gone from them, too.',
				'Reviews: until you delete them. If you delete your account, the stars stay without your name and your words.',
				'Payment records: six years, as the law requires.',
				'Your former phone numbers, so that you can put them back: a day.',
				'Hashes of what administrators removed, so that it does not return: a year.',
				'Legal requests: two years after our answer.',
				'Decisions of administrators: as long as the market exists, without the deleted content.',
			],
		],
	},
	{
		id: 'rights',
		title: 'Your rights',
		blocks: [
			'Under the Nigeria Data Protection Act you can see, correct, move and delete your data, object to its use, and withdraw your consent. Go to Dashboard, Personal info to change what others see, download all your data or delete your account. For everything else send us a <request>legal request</request>: you get an answer within 30 days, or within 24 hours if content must be taken down. If you are not satisfied with our answer, you can complain to the Nigeria Data Protection Commission.',
		],
	},
	{
		id: 'children',
		title: 'Children',
		blocks: [
			`${brand} is for adults, and for younger people with the permission of a parent or guardian. We don't knowingly store data of children under 13. If you tell us about it, we delete it.`,
			'The rules of the market are in our <terms>terms and conditions</terms>.',
		],
	},
];
