import { Link } from 'react-router';
import type { AdCard as AdCardData } from '../../../contract/ads.ts';
import { profilePath } from '../../../contract/page-paths.ts';
import * as badgesText from '../../../contract/text/badges.ts';
import { AdCover } from '../../ads/ad-cover.tsx';
import { adPath } from '../../ads/paths.ts';
import { LikeButton } from '../../likes/like-button.tsx';
import { TimeAgo } from '../../platform/time-ago.tsx';
import { SaveButton } from '../../saved-items/save-button.tsx';
import { ShareButton } from '../../sharing/share-button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { Rating } from '../../ui/rating.tsx';
import { useReducedData } from '../../ui/reduced-data.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Highlighted } from './highlighted.tsx';

interface AdCardProps {
	ad: AdCardData;
	/** Width of the card, as a `sizes` attribute. */
	sizes: string;
	/** If true, the picture loads first, because the card is visible at once. */
	eager?: boolean;
}

/** Card of an ad. The whole card links to the ad, except the seller's name and the actions. */
export function AdCard({ ad, sizes, eager = false }: AdCardProps) {
	const { seller, title } = ad;
	const place = ad.location?.state ?? ad.place;
	const reducedData = useReducedData();
	const path = adPath(ad);
	const name = seller.display_name || seller.user_name;
	return (
		<Card className="relative flex h-full flex-col">
			<AdCover ad={ad} verified={badgesText.describeVerified(seller.verified)} sizes={sizes} eager={eager} />
			<div className="flex flex-1 flex-col px-3 pt-2.5">
				<h2 className="line-clamp-2 min-h-10 font-semibold text-14 tracking-normal [text-wrap:pretty]">
					<Link
						to={path}
						prefetch={reducedData ? 'none' : 'intent'}
						className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-leaf focus-visible:after:outline-offset-2"
					>
						<Highlighted text={title} />
					</Link>
				</h2>
				<Link
					to={profilePath(seller.user_name)}
					className="relative -mx-1 mt-auto flex min-h-11 min-w-0 items-center gap-2 rounded-control px-1 text-14 hover:text-leaf"
				>
					<Avatar name={name} image={seller.user_image} size="small" />
					<span className="truncate">{name}</span>
				</Link>
				<p className="flex min-h-4 items-center justify-between gap-2 text-12 text-quiet">
					<span className="min-w-0 truncate">
						{place !== null && `${place} · `}
						<TimeAgo time={ad.created_at} />
					</span>
					{seller.rating && <Rating rating={seller.rating} />}
				</p>
			</div>
			<CardActions ad={ad} />
		</Card>
	);
}

const actionClasses = 'relative size-auto w-full text-quiet';

/** Row of action buttons as wide as the ad card. */
function CardActions({ ad }: { ad: AdCardData }) {
	const { id, title } = ad;
	const path = adPath(ad);
	return (
		<div className="grid min-h-11 grid-cols-3 pb-1 wide:px-0.5">
			<LikeButton target="ads" id={id} count={ad.likes} className={actionClasses} />
			<SaveButton list="wishlist" id={id} className={actionClasses} />
			<ShareButton
				title={title}
				path={path}
				what={ad.format === 'video' ? 'video' : 'ad'}
				variant="icon"
				className={actionClasses}
			/>
		</div>
	);
}

export function AdCardSkeleton() {
	return (
		<Card className="h-full">
			<Skeleton className="aspect-4/5 rounded-t-card rounded-b-none" />
			<div className="px-3 pt-2.5">
				<div className="flex h-10 flex-col gap-1.5 pt-0.5">
					<Skeleton className="h-3.5 rounded-full" />
					<Skeleton className="h-3.5 w-2/3 rounded-full" />
				</div>
				<div className="flex h-11 items-center gap-2">
					<Skeleton className="size-7 rounded-full" />
					<Skeleton className="h-3 w-1/2 rounded-full" />
				</div>
				<div className="flex h-4 items-center">
					<Skeleton className="h-3 w-3/4 rounded-full" />
				</div>
			</div>
			<div className="h-12" />
		</Card>
	);
}
