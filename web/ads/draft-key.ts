import type { AdFormat } from '../../contract/ads/ads.ts';

export function getAdDraftKey(format: AdFormat, accountId: number): string {
	return `draft-${format}-${accountId}`;
}
