import type { AdFormat } from '../../contract/ads.ts';

export function getAdDraftKey(format: AdFormat, accountId: number): string {
	return `draft-${format}-${accountId}`;
}

/** Storage key of the location of the last ad posted on this device. */
export const lastLocationKey = 'ad-location';
