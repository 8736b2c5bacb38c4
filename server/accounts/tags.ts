/** Names what an answer shows of an account, for caches. */
export function personTag(accountId: number): string {
	return `person:${accountId}`;
}
