/**
 * What an API token may do. `read`: read the account's profile with email and phone, its content, and what it likes, follows and saved; not its
 * orders, contacts, notifications and logins. `ads`: post, change and delete ads, and import them. `posts`: the same for posts. `media`: upload
 * pictures and videos, and delete unused ones. `stats`: read the account's own statistics.
 */
export const tokenScopes = ['read', 'ads', 'posts', 'media', 'stats'] as const;

export type TokenScope = (typeof tokenScopes)[number];
