import type { AdFormat } from '../../contract/ads.ts';

export function getAdDraftKey(format: AdFormat, accountId: number): string {
	return `draft-${format}-${accountId}`;
}
