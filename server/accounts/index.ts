export { type Accounts, createAccounts } from './accounts.ts';
export { registerAccountJobs } from './jobs.ts';
export { accountRoutes } from './routes.ts';
export { personTag } from './tags.ts';
