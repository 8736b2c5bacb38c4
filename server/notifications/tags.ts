const prefix = 'notices:';

export const noticesTag = (accountId: number) => `${prefix}${accountId}`;

/** Returns the account id; null for other tags. */
export function parseNoticesTag(tag: string): number | null {
	return tag.startsWith(prefix) ? Number(tag.slice(prefix.length)) : null;
}
