/** Names what an answer shows of an account, for caches. */
export function personTag(accountId: number): string {
	return `person:${accountId}`;
}

/** The same where an answer names the account by its user name alone. */
export function userNameTag(userName: string): string {
	return `person:@${userName}`;
}

/** Names what lists everything on show: it changes when something is taken off it, or comes back. */
export const visibilityTag = 'off-show';

/** Names what an answer shows of how many follow an account: apart, since feeds do not show it. */
export function followersTag(accountId: number): string {
	return `followers:${accountId}`;
}
