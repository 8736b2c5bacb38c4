import { queryOptions, skipToken } from '@tanstack/react-query';
import type { AdCard } from '../../contract/ads.ts';

/** A card that was tapped: its ad, and the `sizes` attribute with which its picture has loaded. */
export interface TappedCard {
	ad: AdCard;
	sizes: string;
}

/** Query for the card that opened an ad, so that the ad's page shows at once what the card knows. Nothing fetches it: the card stores it. */
export function tappedCardQuery(id: string) {
	return queryOptions<TappedCard>({ queryKey: ['tapped-card', id], queryFn: skipToken });
}
