import { useInfiniteQuery } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import * as adLimits from '../../contract/ads/limits.ts';
import * as pinnedProductsText from '../../text/web/pinned-products.ts';
import { InfiniteList } from '../data/infinite-list.tsx';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { LinkedAdLabel } from './linked-ad-label.tsx';
import { ownAdsQuery } from './own/own-ads.ts';

interface ProductPickerProps {
	sellerId: number;
	/** Id of the video ad, which cannot be its own product; null for a new one. */
	videoId: number | null;
	chosen: readonly number[];
	onChange: (chosen: readonly number[]) => void;
	onClose: () => void;
}

/** Dialog in which a seller chooses own ads for sale as products of a video. A choice takes effect at once. */
export function ProductPicker({ sellerId, videoId, chosen, onChange, onClose }: ProductPickerProps) {
	const query = useInfiniteQuery(ownAdsQuery(useApi(), sellerId));
	const ads = query.data?.filter(({ id, state }) => state === 'ready' && id !== videoId);
	const isFull = chosen.length >= adLimits.pinnedProducts;
	return (
		<Dialog
			open
			onClose={onClose}
			title={pinnedProductsText.choose}
			description={<span role="status">{pinnedProductsText.chosenCount(chosen.length, adLimits.pinnedProducts)}</span>}
		>
			<InfiniteList
				query={query}
				items={ads}
				loading={pinnedProductsText.loadingOwn}
				skeleton={<SkeletonRows rows={4} gap="gap-2" className="h-15" />}
				failure={pinnedProductsText.ownLoadFailed}
				empty={<EmptyState icon={Tag} title={pinnedProductsText.noneTitle} hint={pinnedProductsText.noneHint} />}
				more={pinnedProductsText.showMore}
			>
				{(items) => (
					<ul className="flex flex-col">
						{items.map((ad) => {
							const isChosen = chosen.includes(ad.id);
							return (
								<li key={ad.id}>
									<label className="flex min-h-15 cursor-pointer items-center gap-3 has-disabled:cursor-default has-disabled:opacity-55">
										<LinkedAdLabel ad={ad} />
										<input
											type="checkbox"
											checked={isChosen}
											disabled={isFull && !isChosen}
											onChange={() => onChange(isChosen ? chosen.filter((id) => id !== ad.id) : [...chosen, ad.id])}
											className="mr-1 size-6 shrink-0 accent-leaf"
										/>
									</label>
								</li>
							);
						})}
					</ul>
				)}
			</InfiniteList>
			<Button fullWidth className="mt-4" onClick={onClose}>
				{pinnedProductsText.done}
			</Button>
		</Dialog>
	);
}
