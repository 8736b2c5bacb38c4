import * as accountDeletion from '../accounts/account-deletion.ts';
import * as accounts from '../accounts/accounts.ts';
import * as adminLogin from '../accounts/admin-login.ts';
import * as apiTokens from '../accounts/api-tokens.ts';
import * as google from '../accounts/google.ts';
import * as ownAccount from '../accounts/my-account.ts';
import * as passkeys from '../accounts/passkeys.ts';
import * as recovery from '../accounts/recovery.ts';
import * as secondFactor from '../accounts/second-factor.ts';
import * as sessions from '../accounts/sessions.ts';
import * as ads from '../ads/ads.ts';
import * as comments from '../comments/comments.ts';
import * as contacts from '../contacts/contacts.ts';
import * as courses from '../courses/courses.ts';
import * as dataProtection from '../data-protection/data-protection.ts';
import * as enrollments from '../enrollments/enrollments.ts';
import * as feed from '../feed/feed.ts';
import * as follows from '../follows/follows.ts';
import * as imports from '../imports/imports.ts';
import * as insights from '../insights/insights.ts';
import * as likes from '../likes/likes.ts';
import * as marketSettings from '../market-settings/market-settings.ts';
import * as media from '../media/media.ts';
import * as moderation from '../moderation/moderation.ts';
import * as notifications from '../notifications/notifications.ts';
import * as operations from '../operations/operations.ts';
import * as posts from '../posts/posts.ts';
import * as reviews from '../reviews/reviews.ts';
import * as savedItems from '../saved-items/saved-items.ts';
import * as savedSearches from '../saved-searches/saved-searches.ts';
import * as verification from '../verification/verification.ts';
import * as webhooks from '../webhooks/webhooks.ts';
import { type EndpointName, endpointAddresses } from './addresses.ts';
import type { Endpoint } from './endpoint.ts';

/** Modules of the contract by name. Each is a tag of the OpenAPI document. */
export const contractModules = {
	accounts,
	adminLogin,
	ads,
	apiTokens,
	comments,
	contacts,
	courses,
	dataProtection,
	enrollments,
	feed,
	follows,
	google,
	imports,
	insights,
	accountDeletion,
	likes,
	marketSettings,
	media,
	moderation,
	notifications,
	operations,
	ownAccount,
	passkeys,
	posts,
	recovery,
	reviews,
	savedItems,
	savedSearches,
	secondFactor,
	sessions,
	verification,
	webhooks,
};

export type ContractModuleName = keyof typeof contractModules;

type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (value: infer All) => void
	? All
	: never;

export type Endpoints = Pick<Intersection<(typeof contractModules)[ContractModuleName]>, EndpointName>;

const exported: Record<string, unknown> = Object.assign({}, ...Object.values(contractModules));

/** Endpoints by operation name. The web app imports only the type, to keep the schemas out of its bundle. */
export const endpoints = Object.fromEntries(
	Object.keys(endpointAddresses).map((name) => [name, exported[name]]),
) as Endpoints satisfies { [Name in EndpointName]: Endpoint<Name> };
