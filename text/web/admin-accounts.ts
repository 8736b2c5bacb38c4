// What the administration's page of accounts says.
import { plural } from '../../contract/core/plural.ts';

export const caption = 'Accounts, newest first';
export const who = 'Account';
export const ads = 'Ads';
export const since = 'Joined';
export const administrator = 'Administrator';
export const sample = 'Sample';
export const notConfirmed = 'Not confirmed';
export const erasedOn = (day: string) => `Erased on ${day}`;
export const notLoggedIn = 'never logged in';
export const restoreAccess = 'Restore access';
export const suspend = 'Suspend';
export const search = 'Search accounts';
export const searchPlaceholder = 'Name or email';
export const loadFailed = "We couldn't load the accounts";
export const loading = 'Loading accounts';
export const noMatch = 'No accounts match';
export const seeAll = 'See all accounts';
export const noMatchHint = 'Try part of a name, or another state.';
export const restoreAccessDone = (userName: string) => `@${userName} can log in again`;
export const suspendDone = (userName: string) => `@${userName} is suspended`;
export const restoreAccessQuestion = (userName: string) => `Restore access for @${userName}?`;
export const restoreAccessConsequence =
	'Their posts become visible again. Posts that were hidden one by one stay hidden.';
export const suspendConsequence = 'All their posts are hidden and they are logged out immediately.';
const adCount = (ads: number) => plural(ads, { one: '# ad', other: '# ads' });
/** `<seen/>` is `notLoggedIn` or `seen`. */
export const summary = (ads: number, since: string) => `${adCount(ads)}, joined ${since}, <seen/>`;
export const seen = 'last seen <time/>';
export const confirmed = 'confirmed';
export const suspendedForGood = 'Suspended permanently';
export const suspendedUntil = (day: string) => `Suspended until ${day}`;
export const restoreAccessOf = (userName: string) => `Restore access for @${userName}`;
export const suspendAccount = (userName: string) => `${suspend} @${userName}`;
