import { queryOptions } from '@tanstack/react-query';
import { statusCardPath } from '../../contract/core/page-paths.ts';
import { downloadFile } from '../platform/download-file.ts';

/** Query for an ad's card for WhatsApp Status as a JPEG file, which has the short name of the market. */
export function statusCardQuery(adId: number, slug: string) {
	return queryOptions({
		queryKey: ['status-card', adId],
		queryFn: async ({ signal }) => {
			const response = await fetch(statusCardPath(adId), { signal });
			if (!response.ok) throw new Error(`The card has status ${response.status}`);
			return new File([await response.blob()], `${slug}-${adId}.jpg`, { type: 'image/jpeg' });
		},
	});
}

/** Hands a file to the phone's share sheet. Downloads the file where there is none. */
export async function shareFile(file: File): Promise<'shared' | 'cancelled' | 'downloaded'> {
	if (navigator.canShare?.({ files: [file] })) {
		try {
			await navigator.share({ files: [file] });
			return 'shared';
		} catch (error) {
			if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
			// A browser rejects the share sheet if the tap was too long ago, for example while the file was loading.
		}
	}
	downloadFile(file);
	return 'downloaded';
}
