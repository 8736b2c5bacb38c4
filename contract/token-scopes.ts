/**
 * What an API token may do. `read`: read what its account can see, without orders, messages and login data. `ads`: post, change and delete
 * ads, and import them. `posts`: the same for posts. `media`: upload pictures and videos, and delete unused ones. `stats`: read the account's own statistics.
 */
export const tokenScopes = ['read', 'ads', 'posts', 'media', 'stats'] as const;

export type TokenScope = (typeof tokenScopes)[number];
