import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as postedText from '../../text/web/posted.ts';
import { useBrand } from '../platform/brand.ts';
import { toast } from '../ui/toast.ts';
import { shareFile, statusCardQuery } from './status-card.ts';

/** Shares an ad's card to WhatsApp Status, or downloads the card where the phone has no share sheet. */
export function useShareStatus() {
	const queryClient = useQueryClient();
	const { slug } = useBrand();
	return useMutation({
		mutationFn: async (adId: number) => shareFile(await queryClient.ensureQueryData(statusCardQuery(adId, slug))),
		onSuccess: (result) => {
			if (result === 'downloaded') toast(postedText.downloaded);
		},
		onError: () => toast(postedText.cardFailed, 'error'),
	});
}
