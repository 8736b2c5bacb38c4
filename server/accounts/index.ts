export type { Accounts } from './accounts.ts';
export { accountEmailVerified, accountShownChanged } from './events.ts';
export { createAccountsModule } from './module.ts';
export { emailKey } from './names.ts';
export type { Pace } from './pace.ts';
export { defaultPasswordCost, type PasswordCost } from './passwords.ts';
export { isoTime, type PersonalData, type PersonalFile } from './personal-data.ts';
export { peopleIndex } from './search.ts';
export { followersTag, offShowTag, personNamedTag, personTag } from './tags.ts';
