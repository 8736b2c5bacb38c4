import type { AdFormat } from '../../contract/ads.ts';

/** The storage key of an account's unposted draft. */
export function draftKey(format: AdFormat, accountId: number): string {
	return `draft-${format}-${accountId}`;
}
