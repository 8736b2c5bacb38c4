const prefix = 'notices:';

export const notificationsCacheTag = (accountId: number) => `${prefix}${accountId}`;

/** Returns the account id; null for other tags. */
export function parseNotificationsCacheTag(tag: string): number | null {
	return tag.startsWith(prefix) ? Number(tag.slice(prefix.length)) : null;
}
