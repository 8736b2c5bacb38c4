// What the privacy page says.
import { brand } from '../brand.ts';
import type { RulesSection } from './terms.ts';

export const summary =
	'We keep what the market needs to work, show only what you choose to show, sell nothing about you, and let nobody else watch you here. You can take all of it with you, or have it deleted.';
export const changed = '21 November 2026';

export const sections: readonly RulesSection[] = [
	{
		id: 'kept',
		title: 'What we keep, and why',
		blocks: [
			[
				'<strong>Your account</strong>: user name, e-mail address, a hash of your password, and what you add yourself: name, picture, words about you, place, phone number. Without them there is no account (contract).',
				'<strong>What you post and do</strong>: ads, videos, tweets, talks, comments, likes, saves, follows, and what you asked to see less of. That is what the market is made of (contract).',
				'<strong>Requests for courses</strong>: name, e-mail address, phone number, payments and proofs of transfer, progress. Never public (contract, and our duty to keep accounts).',
				'<strong>Sessions</strong>: which browser is logged in and when it was last used, so that you can end it. Reports and what administrators did about them, so that the market stays safe (legitimate interest).',
				'<strong>Figures</strong>: how often something was seen, counted once a browser a day by a key that your browser makes anew each day. It tells nobody who you are. So that nobody makes figures up, how often a network counts a day is held in memory as a code that is made anew each day; no address is kept.',
				'<strong>Push messages</strong>: an address that your browser gives us, only after you said yes (consent). Say no again at any time.',
			],
		],
	},
	{
		id: 'shown',
		title: 'What others see',
		blocks: [
			'Your user name, your name and picture, what you posted, and how many follow you. Your place and phone number only where you switched that on, or put the number on an ad. Your e-mail address: nobody. Pictures lose what a camera hid in them, such as where they were taken, before they are stored.',
		],
	},
	{
		id: 'device',
		title: 'What stays on your device',
		blocks: [
			"Your session, your theme, saved items, drafts, recent searches and what waits to be sent are in your browser's own storage. When you log out, what is yours leaves it, after a question where something was not sent; your saved items come back at your next login. We set no cookies for watching you; the only one there is lives a few minutes, while you log in with Google, and protects that login. No advertising network, no analytics company and no social network is loaded on our pages.",
		],
	},
	{
		id: 'others',
		title: 'Who else gets something',
		blocks: [
			[
				'Paystack, when you choose to pay online: your e-mail address and the amount.',
				'Google, when you choose to log in with it.',
				'WhatsApp, when you tap a chat link: the text you then see and can change.',
				"Your browser's push service, when you allow messages: the message, sealed so that only your browser reads it.",
				'Whoever runs the machines and the mail for us, under contract and only for that.',
				'An authority, where the law obliges us to.',
			],
			'We never sell data about you.',
		],
	},
	{
		id: 'long',
		title: 'How long',
		blocks: [
			[
				'Your account and what you posted: until you delete it. A deleted account can be brought back for 14 days.',
				'What we answered when you posted or commented: 30 days, so that what your phone sends again after a lost connection counts once.',
				"Sessions: at most 90 days. The server's log holds no passwords, tokens or phone numbers.",
				'Payments: six years, as the law asks of every business.',
				'Decisions of administrators: as long as the market runs, without what was deleted.',
			],
		],
	},
	{
		id: 'rights',
		title: 'Your rights',
		blocks: [
			'Under the Nigeria Data Protection Act you may see, correct, move and delete your data, object to its use, and take back a consent. Under Dashboard, Personal info you can do most of that yourself: change what is shown, download everything in one file, delete the account. If you are not content with an answer, you can complain to the Nigeria Data Protection Commission.',
		],
	},
	{
		id: 'children',
		title: 'Children',
		blocks: [
			`${brand.name} is for adults, and for younger people with the permission of a parent or guardian. We do not knowingly keep data of children under 13; tell us, and we delete it.`,
			'The rules of the market stand in the <terms>terms and conditions</terms>.',
		],
	},
];
