import { z } from 'zod';
import * as adShapes from '../ads/ad-shapes.ts';
import type { webhookEvents } from '../webhooks/webhook-events.ts';
import { webhookEventSchemas } from '../webhooks/webhooks.ts';
import { type ContractModuleName, contractModules } from './endpoints.ts';
import * as fields from './fields.ts';
import { problemSchema } from './problem.ts';

// Only the OpenAPI document uses this file, so that neither the web app nor the start of the server loads it.

/** Description of each module, for the tags of the OpenAPI document. */
export const moduleDescriptions: Record<ContractModuleName, string> = {
	accounts: 'Sign up, log in and out, own account and public profiles',
	adminLogin: "Administrators' login",
	ads: 'Picture ads and video ads',
	apiTokens: 'Keys for programs that use an account',
	comments: 'Comments on ads and posts, and replies',
	contacts: 'Buyers who got in touch about an ad',
	courses: 'Modules, progress and certificates of courses',
	dataProtection: 'Requests about rights, record of processing, and register of breaches',
	enrollments: 'Course requests and payments',
	feed: 'Lists of ads, videos and posts, search and categories',
	follows: 'Sellers that an account follows',
	google: 'Login with Google',
	imports: 'Batches of picture ads from a table',
	insights: 'Usage data that browsers report, and the stats made of it',
	accountDeletion: 'Personal data export, deletion and restoration of an account',
	likes: 'Likes of ads and posts',
	marketSettings: 'Name, look, contact, legal pages and limits that the operator sets',
	media: 'Uploads of pictures and videos',
	moderation: 'Reports, decisions and appeals',
	notifications: 'Inbox, push messages and their settings',
	operations: 'Administration of the site',
	ownAccount: 'Changes to your own account',
	passkeys: 'Login with the screen lock of a device instead of password and code',
	posts: 'Tweets, talks and pictures',
	recovery: 'Passwords and email addresses',
	reviews: "Buyers' reviews of sellers",
	savedItems: 'Wishlist and saved tweets and talks',
	savedSearches: 'Searches that alert their owner to new ads',
	secondFactor: 'Codes of an authenticator app at login',
	sessions: 'Where an account is logged in',
	verification: 'Phone numbers and businesses that sellers have proven',
	webhooks: 'Messages to programs of sellers and of the operator when something happens',
};

/** Says when the receiver of a webhook gets each event. */
const webhookSummaries: Record<(typeof webhookEvents)[number], string> = {
	'ad.published': 'An ad is public. A video ad is public when its video is ready',
	'ad.changed': 'A seller changed an ad, or offers a sold one again',
	'ad.sold': 'A seller marked an ad as sold',
	'contact.created': 'A buyer opened a chat or called about an ad',
	'comment.created': 'Somebody commented on an ad or a post of another account',
	'review.created': 'A buyer reviewed a seller',
	'enrollment.changed': 'Somebody requested a course, or the state of the request changed. Only for the operator',
	'webhook.test': 'The owner of the webhook sent a test',
};

/** Requests to the receivers of webhooks, for the API documentation. */
export const webhookRequests = Object.entries(webhookEventSchemas).map(([event, body]) => ({
	event,
	summary: webhookSummaries[event as keyof typeof webhookSummaries],
	body: body as z.ZodType,
}));

/** Error body in the API documentation. Only the endpoints of the media host send `error`, for Cloudinary's clients. */
export const documentedProblemSchema = problemSchema.extend({
	error: z.strictObject({ message: z.string() }).optional(),
});

/**
 * Schemas that the OpenAPI document names: every exported object, union or choice of values. `adSchema` is `Ad`, and the page of a list of
 * ads is `AdPage`.
 */
export function listNamedSchemas(): Map<z.ZodType, string> {
	const exported = [...Object.values(contractModules), adShapes, fields].flatMap((module) => Object.entries(module));
	return new Map(
		exported.flatMap(([name, value]) => {
			const [, id = ''] = /^(\w+)Schema$/.exec(name) ?? [];
			const isNamed = value instanceof z.ZodObject || value instanceof z.ZodUnion || value instanceof z.ZodEnum;
			return id !== '' && isNamed ? [[value, id.charAt(0).toUpperCase() + id.slice(1)]] : [];
		}),
	);
}
