export { type Accounts, createAccounts } from './accounts.ts';
export { type AccountEvents, createAccountEvents } from './events.ts';
export { serveGoogle } from './google-routes.ts';
export { registerAccountJobs } from './jobs.ts';
export { emailKey } from './names.ts';
export type { Pace } from './pace.ts';
export { accountRoutes } from './routes.ts';
export { peopleIndex } from './search.ts';
export { followersTag, offShowTag, personNamedTag, personTag } from './tags.ts';
