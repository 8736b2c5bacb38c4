export type { AccountService } from './accounts.ts';
export { commandLineActor } from './audit.ts';
export {
	followersCacheTag,
	peopleListsCacheTag,
	personCacheTag,
	userNameCacheTag,
	visibilityCacheTag,
} from './cache-tags.ts';
export {
	accountEmailVerified,
	accountErased,
	accountLoginsEnded,
	accountLooksAlike,
	accountNumberChanged,
	accountNumbersAnnounced,
	accountRankingStarted,
	accountTextsChanged,
	accountVisibilityChanged,
	accountVisibilityLocking,
	numberChangesUndone,
} from './events.ts';
export { createAccountsModule } from './module.ts';
export { normalizeEmail } from './names.ts';
export { type AdNumbers, compareNumbers } from './number-changes.ts';
export { defaultPasswordCost, type PasswordCost } from './passwords.ts';
export type { DataExportFile, PersonalDataHandler } from './personal-data.ts';
export type { PostingQuotaLimits, TrustLevel } from './posting-quota.ts';
export { peopleIndex } from './search.ts';
