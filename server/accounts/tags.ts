/** Cache tag of responses that contain public data of an account. */
export function personTag(accountId: number): string {
	return `person:${accountId}`;
}

/** Like `personTag`, for responses that know only the user name. */
export function userNameTag(userName: string): string {
	return `person:@${userName}`;
}

/** Cache tag of lists of visible content; invalidated when visibility changes. */
export const visibilityTag = 'off-show';

/** Separate from `personTag`, because feeds do not show the number of followers. */
export function followersTag(accountId: number): string {
	return `followers:${accountId}`;
}
