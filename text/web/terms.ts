// What the terms and conditions say.

/** A section of the terms or the privacy page. Its `id` is the anchor in the page's address. */
export interface RulesSection {
	id: string;
	title: string;
	/** In their order: a paragraph, or the points of a list. */
	blocks: readonly (string | readonly string[])[];
}

export const title = 'Terms and conditions';
export const summary = (brand: string) =>
	`${brand} is a marketplace. Sellers and customers deal with each other directly. Be honest, sell only what you are allowed to sell, and inspect items before you pay.`;
export const loading = 'Loading the page';
export const loadFailed = "We couldn't load this page";
export const contactTitle = 'Contact us';
export const postalAddress = 'Address';
export const changed = '28 Nov 2026';
export const lastChanged = (day: string) => `Last changed on ${day}`;

export const sections = (brand: string): readonly RulesSection[] => [
	{
		id: 'what',
		title: `What ${brand} is`,
		blocks: [
			`Sellers use ${brand} to promote products with picture ads, short videos, tweets and talks. A sale is an agreement between the seller and the customer. We are not part of it: we don't store, deliver or take payment for products, and we earn nothing from a sale. We sell our own courses; see the section about courses below.`,
			'You accept these terms when you create an account, post something or request a course.',
		],
	},
	{
		id: 'account',
		title: 'Your account',
		blocks: [
			[
				'You must be 18 or older, or have the permission of a parent or guardian.',
				'Give us true information and use your own email.',
				'Keep your password secret. You are responsible for what happens in your account.',
				"You can't change your user name. Don't pretend to be another person or business.",
				'You can delete your account at any time under Dashboard, Personal info.',
			],
		],
	},
	{
		id: 'posting',
		title: 'What you can post',
		blocks: [
			'Use your own photos and videos, the real price and the real condition. You must not post:',
			[
				'anything that Nigerian law forbids: stolen or fake goods, drugs, weapons, protected animals, or medicines without a license;',
				"scams: items you don't have, payment before delivery, or 'investments' with guaranteed profit;",
				"other people's photos, videos or texts without their permission;",
				'hate, threats, harassment, sexual content, or anything that puts children at risk;',
				"other people's private details, or a phone number that is not yours;",
				'spam, or links to harmful websites.',
			],
			`Videos are for promotion: skits, funny clips, music and products. Your content stays yours. You allow us to store it, resize it and show it on ${brand} and in link previews until you delete it.`,
		],
	},
	{
		id: 'buying',
		title: 'Buying safely',
		blocks: [
			[
				'Meet in a public place during the day. Take someone with you.',
				'Inspect and test the item before you pay. Never send a deposit to a stranger.',
				`No one from ${brand} will ever ask for your password, your PIN or a bank code.`,
				'Report anything suspicious. A person reads every report.',
			],
		],
	},
	{
		id: 'moderation',
		title: 'When content breaks the rules',
		blocks: [
			'Anyone with an account can report ads, posts, comments and accounts. A person decides. Until then, we hide by ourselves only what is like something that we removed before. We can hide or delete content, warn its owner, or suspend an account for some time or permanently. We tell you the decision and the reason. You can appeal each decision once.',
		],
	},
	{
		id: 'courses',
		title: 'Courses',
		blocks: [
			[
				'The form sends a request. You are enrolled when we have confirmed your payment.',
				"You pay the price in Naira that the course's page shows on the day of your request.",
				'You can cancel within 7 days after your course opens if you have opened no more than two modules. We then refund the full amount the way you paid.',
				"Lessons are for you only. Don't share, record or sell them.",
				'Security courses teach attacks so that you can defend systems. Use these skills only on systems you own or have written permission to test. Anything else is a crime under the Cybercrimes Act and ends your enrollment.',
				'You receive a certificate when you complete all modules of the course and pass the check of each. It is not a degree or a license.',
			],
		],
	},
	{
		id: 'liability',
		title: 'Our responsibility',
		blocks: [
			`We work to keep ${brand} available, safe and honest. We can't promise that it is always available or that every seller keeps their word. We are not responsible for agreements between sellers and customers. These terms don't limit your legal rights as a consumer.`,
		],
	},
	{
		id: 'changes',
		title: 'Changes and applicable law',
		blocks: [
			'We tell you about important changes to these terms before they apply. The law of the Federal Republic of Nigeria applies. Our <privacy>privacy page</privacy> explains how we use your data.',
		],
	},
];
