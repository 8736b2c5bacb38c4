const prefix = 'notices:';

/** An account's inbox. */
export const noticesTag = (accountId: number) => `${prefix}${accountId}`;

/** Whose inbox a tag names; null where it names something else. */
export function parseNoticesTag(tag: string): number | null {
	return tag.startsWith(prefix) ? Number(tag.slice(prefix.length)) : null;
}
