// What the terms and conditions say.
import { brand } from '../brand.ts';

/** A section of the terms or the privacy page. Its `id` is the anchor in the page's address. */
export interface RulesSection {
	id: string;
	title: string;
	/** In their order: a paragraph, or the points of a list. */
	blocks: readonly (string | readonly string[])[];
}

export const title = 'Terms and conditions';
export const summary = `${brand.name} is a place to be seen and to find things. Sellers and customers deal with each other directly. Be honest, sell only what you may sell, and never pay a stranger before you have seen the goods.`;
export const changed = '21 November 2026';
export const lastChanged = (day: string) => `Last changed on ${day}`;

export const sections: readonly RulesSection[] = [
	{
		id: 'what',
		title: `What ${brand.name} is`,
		blocks: [
			`${brand.name} shows what sellers promote: picture ads, short videos, tweets and talks. We are not a party to what you agree with each other. We do not hold goods, deliver them or take payment for them, and we earn nothing from a sale. We do sell courses of our own; for those, see below.`,
			'By making an account, posting something or asking to be enrolled in a course you accept these terms.',
		],
	},
	{
		id: 'account',
		title: 'Your account',
		blocks: [
			[
				'You are 18 or older, or use your account with the permission of a parent or guardian.',
				'What you tell us is true, and your e-mail address is yours.',
				'Keep your password to yourself. What is done with your account counts as done by you.',
				'Your user name stays as you chose it. Do not pretend to be another person or business.',
				'You can delete your account at any time under Dashboard, Personal info.',
			],
		],
	},
	{
		id: 'posting',
		title: 'What you may post',
		blocks: [
			'Post what is yours, as it is: your own pictures, the real price, the real condition. Do not post:',
			[
				'what the law of Nigeria forbids: stolen or fake goods, drugs, weapons, protected animals, medicines without a licence;',
				"scams of any kind: goods you do not have, payment asked for before delivery, 'investments' that pay by themselves;",
				"other people's pictures, videos or words without their permission;",
				'hate, threats, harassment, sexual content, or anything that puts a child at risk;',
				"anybody's private details, or a phone number that is not yours;",
				'the same thing again and again, or links that lead people into a trap.',
			],
			`Videos are for promotion: skits, funny clips, music and products. What you post stays yours. You allow us to store, resize and show it on ${brand.name} and in previews of its links, until you delete it.`,
		],
	},
	{
		id: 'buying',
		title: 'Buying safely',
		blocks: [
			[
				'Meet in a public place, by day. Take somebody with you.',
				'See and test the goods before you pay. Never send a deposit to a stranger.',
				`Nobody from ${brand.name} will ever ask for your password, your PIN or a code from your bank.`,
				'If something looks wrong, report it. Every report is read by a person.',
			],
		],
	},
	{
		id: 'moderation',
		title: 'When something is against the rules',
		blocks: [
			'People can report ads, posts, comments and accounts. A person on our side decides; no machine hides anything by itself. We may hide or delete content, warn its owner, or suspend an account for a time or for good. You are told what was decided and why, and you can appeal once against each decision.',
		],
	},
	{
		id: 'courses',
		title: 'Courses',
		blocks: [
			[
				'Sending the form is a request. You are enrolled when your payment has been confirmed.',
				"The price is the one shown in Naira on the course's page on the day of your request.",
				'You may change your mind within 7 days of being activated, if you have opened no more than two modules, and get all of your money back by the way you paid.',
				'Lessons are for you alone. Do not pass them on, record them or sell them.',
				'Security courses teach attacks so that you can defend. Use what you learn only on systems you own or have written permission to test. Anything else is a crime under the Cybercrimes Act, and ends your enrollment.',
				"A certificate says that you finished the course's modules. It is no degree and no licence.",
			],
		],
	},
	{
		id: 'liability',
		title: 'What we answer for',
		blocks: [
			`We work to keep ${brand.name} up, safe and honest, but we cannot promise that it is always there or that every seller keeps their word. We do not answer for what sellers and customers agree with each other. Nothing here takes away rights that the law gives you as a consumer.`,
		],
	},
	{
		id: 'changes',
		title: 'Changes, and the law that holds',
		blocks: [
			'When these terms change in a way that matters to you, we tell you before it counts. The law of the Federal Republic of Nigeria holds. How we treat your data stands on the <privacy>privacy page</privacy>.',
		],
	},
];
