// What the page of API tokens says, and what the API answers about them.
import type { TokenScope } from '../../contract/accounts/token-scopes.ts';

export const title = 'API tokens';
export const description = 'Connect your own apps, scripts and stock lists to your shop.';
export const scopeNames: Record<TokenScope, string> = {
	read: 'Read',
	ads: 'Ads',
	posts: 'Posts',
	media: 'Uploads',
	stats: 'Stats',
};
export const scopeHints: Record<TokenScope, string> = {
	read: 'See your profile with email and phone, your posts and what you saved',
	ads: 'Post, edit and delete your ads',
	posts: 'Post, edit and delete your posts',
	media: 'Upload photos and videos, delete unused ones',
	stats: 'See your views and contacts',
};

export const manage = 'Manage API tokens';
export const loading = 'Loading your tokens';
export const loadFailed = "We couldn't load your tokens";
export const emptyTitle = 'No API tokens yet';
export const emptyHint = 'Make one when an app or script asks for it.';
export const documentation = 'See what the API can do';
export const make = 'Make a token';
export const makeTitle = 'New token';
export const name = 'Name';
export const nameHint = 'So you know later what uses it, e.g. Stock list';
export const scopes = 'What it can do';
export const lifetime = 'Valid for';
export const lifetimeDays = (days: number) => `${days} days`;
export const madeTitle = 'Copy your token now';
export const madeHint = "We won't show it again. Anyone who has it can use your account, so keep it like a password.";
export const neverUsed = 'Never used';
export const used = 'Last used <used/>';
export const expires = 'Expires <expires/>';
export const revoke = 'Revoke';
export const revokeNamed = (name: string) => `Revoke ${name}`;
export const revokeTitle = (name: string) => `Revoke ${name}?`;
export const revokeHint = "Apps and scripts that use this token stop working at once. You can't undo this.";
export const revoked = (name: string) => `${name} is revoked`;

export const nameMissing = 'Give the token a name';
export const scopesMissing = 'Choose at least one thing the token can do';
export const scopeInvalid = 'Choose only from the list';
export const daysInvalid = 'Choose between 1 and 365 days';
export const tooManyTokens = (most: number) => `You can have up to ${most} tokens. Revoke one first.`;
export const tokenGone = 'This token is already revoked.';
export const scopeNeeded = (scope: TokenScope) => `This API token needs the right “${scope}”.`;
export const noToken = "API tokens can't do this. Log in instead.";
