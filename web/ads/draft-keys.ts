import type { AdFormat } from '../../contract/ads.ts';
import { forgetFiles } from '../platform/stored-files.ts';

// Typed out, because the contract's list comes with its schemas, which are too much for every page.
const formats: Record<AdFormat, true> = { image: true, video: true };

/** The name under which the device keeps what one account has typed and chosen, but not posted. */
export function draftKey(format: AdFormat, accountId: number): string {
	return `draft-${format}-${accountId}`;
}

/** Forgets everything this account has begun on this device, which may be somebody else's. */
export function forgetDrafts(accountId: number) {
	for (const format of Object.keys(formats) as AdFormat[]) {
		const key = draftKey(format, accountId);
		try {
			localStorage.removeItem(key);
		} catch {
			// Where nothing can be removed, nothing was kept.
		}
		void forgetFiles(key);
	}
}
