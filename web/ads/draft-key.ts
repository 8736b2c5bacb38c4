import type { AdFormat } from '../../contract/ads.ts';

/** The name under which the device keeps what one account has typed and chosen, but not posted. */
export function draftKey(format: AdFormat, accountId: number): string {
	return `draft-${format}-${accountId}`;
}
