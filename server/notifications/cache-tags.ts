const prefix = 'notices:';

export const notificationsCacheTag = (accountId: number) => `${prefix}${accountId}`;

/** Returns the account id in a cache tag of notifications. Returns null for other tags. */
export function parseNotificationsCacheTag(tag: string): number | null {
	return tag.startsWith(prefix) ? Number(tag.slice(prefix.length)) : null;
}
