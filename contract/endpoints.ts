import * as accountDeletion from './account-deletion.ts';
import * as accounts from './accounts.ts';
import { type EndpointName, endpointAddresses } from './addresses.ts';
import * as adminLogin from './admin-login.ts';
import * as ads from './ads.ts';
import * as apiTokens from './api-tokens.ts';
import * as comments from './comments.ts';
import * as contacts from './contacts.ts';
import * as courses from './courses.ts';
import * as dataProtection from './data-protection.ts';
import type { Endpoint } from './endpoint.ts';
import * as enrollments from './enrollments.ts';
import * as feed from './feed.ts';
import * as follows from './follows.ts';
import * as google from './google.ts';
import * as imports from './imports.ts';
import * as insights from './insights.ts';
import * as likes from './likes.ts';
import * as marketSettings from './market-settings.ts';
import * as media from './media.ts';
import * as moderation from './moderation.ts';
import * as ownAccount from './my-account.ts';
import * as notifications from './notifications.ts';
import * as operations from './operations.ts';
import * as passkeys from './passkeys.ts';
import * as posts from './posts.ts';
import * as recovery from './recovery.ts';
import * as reviews from './reviews.ts';
import * as savedItems from './saved-items.ts';
import * as savedSearches from './saved-searches.ts';
import * as secondFactor from './second-factor.ts';
import * as sessions from './sessions.ts';
import * as verification from './verification.ts';
import * as webhooks from './webhooks.ts';

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
