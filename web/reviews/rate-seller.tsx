import { useQueryClient } from '@tanstack/react-query';
import { profileQuery } from '../accounts/queries.ts';
import { useSession } from '../accounts/session.ts';
import { adQuery } from '../ads/queries.ts';
import { useActor } from '../platform/actor.ts';
import { useApi } from '../platform/api.ts';
import { lazyPart } from '../ui/use-lazy-component.ts';

const AdReviewCard = lazyPart(async () => (await import('./ad-review-card.tsx')).AdReviewCard);

interface RateSellerProps {
	adId: number;
	seller: { user_name: string; display_name: string };
}

/** The logged-in buyer's review of the seller of an ad. Renders nothing for visitors and for the seller. */
export function RateSeller({ adId, seller }: RateSellerProps) {
	const api = useApi();
	const queryClient = useQueryClient();
	const accountId = useSession()?.id ?? 0;
	const actor = useActor();
	const isBuyer = actor !== null && actor.user_name !== seller.user_name;
	if (!isBuyer) return null;
	return (
		<AdReviewCard
			key={accountId}
			adId={adId}
			accountId={accountId}
			seller={seller}
			onChanged={() =>
				Promise.all([
					queryClient.invalidateQueries(adQuery(api, String(adId))),
					queryClient.invalidateQueries({ queryKey: ['video', String(adId)] }),
					queryClient.invalidateQueries(profileQuery(api, seller.user_name)),
				])
			}
		/>
	);
}
