import { Plus, Store } from 'lucide-react';
import * as commonText from '../../../contract/text/common.ts';
import * as shopText from '../../../contract/text/shop.ts';
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
export function OwnEmptyShop() {
	return (
		<EmptyState icon={<Store className="size-8" />} title={shopText.ownEmptyTitle} action={<PostAdLink />}>
			<p>{shopText.ownEmptyHint}</p>
		</EmptyState>
	);
}
