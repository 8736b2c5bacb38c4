const prefix = 'notices:';

export const notificationsTag = (accountId: number) => `${prefix}${accountId}`;

/** Returns the account id; null for other tags. */
export function parseNotificationsTag(tag: string): number | null {
	return tag.startsWith(prefix) ? Number(tag.slice(prefix.length)) : null;
}
