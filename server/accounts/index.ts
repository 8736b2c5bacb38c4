export type { AccountService } from './accounts.ts';
export { followersCacheTag, personCacheTag, userNameCacheTag, visibilityCacheTag } from './cache-tags.ts';
export { accountEmailVerified, accountVisibilityChanged } from './events.ts';
export { createAccountsModule } from './module.ts';
export { normalizeEmail } from './names.ts';
export { defaultPasswordCost, type PasswordCost } from './passwords.ts';
export { isoTime, type PersonalData, type PersonalFile } from './personal-data.ts';
export type { PostingQuota } from './posting-quota.ts';
export { peopleIndex } from './search.ts';
