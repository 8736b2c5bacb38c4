/** Cache tag of responses that contain public data of an account. */
export function personCacheTag(accountId: number): string {
	return `person:${accountId}`;
}

/** Cache tag of responses with public data of an account that is known only by its user name. */
export function userNameCacheTag(userName: string): string {
	return `person:@${userName}`;
}

/** Cache tag of responses that depend on which accounts, ads and posts are visible. Hiding or showing one invalidates the tag. */
export const visibilityCacheTag = 'visibility';

/** Cache tag of responses that show the number of an account's followers. Feeds do not show that number. */
export function followersCacheTag(accountId: number): string {
	return `followers:${accountId}`;
}

/** Cache tag of an account's authenticated sessions. The end of any of them invalidates it. */
export function sessionsCacheTag(accountId: number): string {
	return `sessions:${accountId}`;
}

/** Cache tag of all lists of people. Invalidated when a search may find other people. */
export const peopleListsCacheTag = 'people';
