import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import type { AdCard, AdFormat } from '../../contract/ads/ads.ts';

/** A card that was tapped: its ad, and the `sizes` attribute with which its picture has loaded. */
export interface TappedCard {
	ad: AdCard;
	sizes: string;
}

/** Query for the card that opened an ad, so that the ad's page shows at once what the card knows. Nothing fetches it: the card stores it. */
export function tappedCardQuery(id: string) {
	return queryOptions<TappedCard>({ queryKey: ['tapped-card', id], queryFn: skipToken });
}

/** Returns the card that opened an ad of `format`, or null. */
export function findTappedCard(queryClient: QueryClient, id: string, format: AdFormat): TappedCard | null {
	const card = queryClient.getQueryData(tappedCardQuery(id).queryKey);
	return card?.ad.format === format ? card : null;
}
