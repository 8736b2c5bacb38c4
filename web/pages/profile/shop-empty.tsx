import { useQuery } from '@tanstack/react-query';
import { Plus, Store } from 'lucide-react';
import * as commonText from '../../../text/shared/common.ts';
import * as shopText from '../../../text/shared/shop.ts';
import { shopCountsQuery } from '../../feed/shop-queries.ts';
import { useApi } from '../../platform/api.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Link to the choice between picture and video ads, for the owner of a shop. `compact` leaves out the words on phones. */
export function PostAdLink({ compact = false }: { compact?: boolean }) {
	return (
		<ButtonLink to="/dashboard/market" className={compact ? 'max-sm:w-11 max-sm:px-0' : undefined}>
			<Plus aria-hidden className="size-5" />
			<span className={compact ? 'max-sm:sr-only' : undefined}>{commonText.postAd}</span>
		</ButtonLink>
	);
}

/** Tells the owner of a shop without ads for sale what to do. */
export function OwnEmptyShop({ userName }: { userName: string }) {
	const hasSold = (useQuery(shopCountsQuery(useApi(), userName)).data?.sold ?? 0) > 0;
	return (
		<EmptyState
			icon={Store}
			title={hasSold ? shopText.emptyTitle : shopText.ownEmptyTitle}
			action={<PostAdLink />}
			hint={hasSold ? shopText.ownSoldHint : shopText.ownEmptyHint}
		/>
	);
}
