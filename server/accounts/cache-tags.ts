/** Cache tag of responses that contain public data of an account. */
export function personCacheTag(accountId: number): string {
	return `person:${accountId}`;
}

/** Like `personCacheTag`, for responses that know only the user name. */
export function userNameCacheTag(userName: string): string {
	return `person:@${userName}`;
}

/** Cache tag of lists of visible content; invalidated when visibility changes. */
export const visibilityCacheTag = 'off-show';

/** Separate from `personCacheTag`, because feeds do not show the number of followers. */
export function followersCacheTag(accountId: number): string {
	return `followers:${accountId}`;
}
