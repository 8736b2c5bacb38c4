import type { AdFormat } from '../../contract/ads.ts';

export function draftKey(format: AdFormat, accountId: number): string {
	return `draft-${format}-${accountId}`;
}
