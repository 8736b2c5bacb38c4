import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AdCard as AdCardData } from '../../../contract/ads/ads.ts';
import * as badgesText from '../../../text/web/badges.ts';
import { AdCover } from '../../ads/ad-cover.tsx';
import { adPath } from '../../ads/paths.ts';
import { tappedCardQuery } from '../../ads/tapped-card.ts';
import { TimeAgo } from '../../platform/time-ago.tsx';
import { SaveButton } from '../../saved-items/save-button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { Rating } from '../../ui/rating.tsx';
import { useReducedData } from '../../ui/reduced-data.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Highlighted } from './highlighted.tsx';

interface AdCardProps {
	ad: AdCardData;
	/** Path that the card links to. Without it, the page of the ad. */
	path?: string;
	/** Width of the card, as a `sizes` attribute. */
	sizes: string;
	/** If true, the picture loads first, because the card is visible at once. */
	eager?: boolean;
	/** Path that the length of a video for sale links to. Without it, the video feed. */
	playPath?: string | undefined;
	/** Button with an icon in the lower right corner. */
	action?: ReactNode;
}

/** Card of an ad. The whole card is a link, except its buttons. All cards of a grid have the same height. */
export function AdCard({ ad, path = adPath(ad), sizes, eager = false, playPath, action }: AdCardProps) {
	const { id, seller, title } = ad;
	const place = ad.location?.state ?? ad.place;
	const verified = badgesText.describeVerified(seller.verified);
	const reducedData = useReducedData();
	const queryClient = useQueryClient();
	return (
		<div className="ad-card">
			<AdCover ad={ad} sizes={sizes} eager={eager} playPath={playPath} />
			<div className="ad-card-text">
				<h2>
					<Link
						to={path}
						discover="none"
						prefetch={reducedData ? 'none' : 'intent'}
						onClick={() => queryClient.setQueryData(tappedCardQuery(String(id)).queryKey, { ad, sizes })}
					>
						<Highlighted text={title} />
					</Link>
				</h2>
				<p className="truncate">
					{place !== null && `${place} · `}
					<TimeAgo time={ad.created_at} />
				</p>
				<p className={classes('ad-card-seller', action != null && 'pr-6')}>
					{verified && (
						<span title={verified} className="ad-card-verified">
							<span aria-hidden>{badgesText.verified}</span>
							<span className="sr-only">{verified}</span>
						</span>
					)}
					{/* Beside an action, there is no room for the count. */}
					{seller.rating && <Rating rating={seller.rating} withCount={action == null} />}
				</p>
			</div>
			<SaveButton list="wishlist" id={id} variant="over" />
			{action != null && <div className="absolute -right-0.5 -bottom-1.5 flex">{action}</div>}
		</div>
	);
}

export function AdCardSkeleton() {
	return (
		<Card className="h-full">
			<Skeleton className="aspect-square rounded-t-card rounded-b-none" />
			<div className="px-2.5 pt-1.5 pb-2">
				<div className="flex h-5 items-center">
					<Skeleton className="h-3.5 w-full rounded-full" />
				</div>
				<div className="mt-0.5 flex h-8.5 flex-col justify-evenly">
					<Skeleton className="h-3 w-3/4 rounded-full" />
					<Skeleton className="h-3 w-1/2 rounded-full" />
				</div>
			</div>
		</Card>
	);
}
