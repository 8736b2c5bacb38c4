import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Ad, LinkedAd } from '../../contract/ads/ads.ts';
import * as adOptionsText from '../../text/shared/ad-options.ts';
import * as commonText from '../../text/shared/common.ts';
import * as pinnedProductsText from '../../text/web/pinned-products.ts';
import { Comments } from '../comments/comments.tsx';
import type { DraftedQuestion } from '../comments/composer.tsx';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useViewTracking } from '../insights/use-view-tracking.ts';
import { useApi } from '../platform/api.ts';
import { Badge } from '../ui/badge.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Picture } from '../ui/picture.tsx';
import { Price } from '../ui/price.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { AdOptions } from './ad-options.tsx';
import { ContactOrOwnerActions } from './contact-or-owner-actions.tsx';
import { adPath } from './paths.ts';
import { formatPlace } from './place.ts';
import { adQuery } from './queries.ts';

interface ProductDialogProps {
	product: LinkedAd;
	onClose: () => void;
}

/** A product of a video with the contact of its seller. A question to a seller without a number opens the comments. */
export function ProductDialog({ product, onClose }: ProductDialogProps) {
	const query = useQuery(adQuery(useApi(), String(product.id)));
	const [question, setQuestion] = useState<DraftedQuestion | null>(null);
	return (
		<Dialog open onClose={onClose} title={product.title}>
			<QueryBoundary
				query={query}
				loading={pinnedProductsText.loading}
				skeleton={
					<>
						<Skeleton className="aspect-4/3 max-h-[40dvh] w-full" />
						<Skeleton className="mt-3 h-6 w-32" />
						<Skeleton className="mt-4 h-40" />
					</>
				}
				failure={pinnedProductsText.loadFailed}
			>
				{(ad) =>
					question ? (
						<Comments target="ads" id={ad.id} count={ad.comments} question={question} />
					) : (
						<Product ad={ad} onAsk={(text) => setQuestion({ text })} />
					)
				}
			</QueryBoundary>
		</Dialog>
	);
}

function Product({ ad, onAsk }: { ad: Ad; onAsk: (question: string) => void }) {
	// A view of a video counts once the video is played.
	useViewTracking('ads', ad.id, ad.seller.user_name, ad.format === 'image');
	const { cover, price, negotiable, state } = ad;
	const place = formatPlace(ad);
	return (
		<div className="flex flex-col gap-3">
			{cover && (
				<Picture
					picture={cover}
					alt=""
					sizes="(width >= 768px) 400px, 100vw"
					eager
					className="aspect-4/3 max-h-[40dvh] w-full rounded-control object-cover"
				/>
			)}
			<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
				{price !== null && <Price price={price} size="large" />}
				{negotiable && <Badge variant="marigold">{adOptionsText.negotiable}</Badge>}
				{state === 'sold' && <Badge variant="danger">{commonText.sold}</Badge>}
				{place !== null && <span className="text-14 text-quiet">{place}</span>}
			</p>
			<AdOptions ad={ad} />
			<ContactOrOwnerActions ad={ad} seller={ad.seller} onAsk={onAsk} inDialog />
			<ButtonLink to={adPath(ad)} variant="quiet" fullWidth>
				{pinnedProductsText.openAd}
			</ButtonLink>
		</div>
	);
}
