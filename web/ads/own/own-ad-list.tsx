import {
	ChartColumn,
	CircleCheck,
	Clapperboard,
	Copy,
	Handshake,
	ImageIcon,
	type LucideIcon,
	Pencil,
	RefreshCw,
	RotateCcw,
	Share2,
	Tag,
	Trash2,
	Users,
} from 'lucide-react';
import { Link } from 'react-router';
import type { OwnAd } from '../../../contract/ads/ads.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as contactText from '../../../text/shared/contact.ts';
import * as ownAdsText from '../../../text/web/own-ads.ts';
import * as statsText from '../../../text/web/stats.ts';
import { TimeAgo } from '../../platform/time-ago.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Price } from '../../ui/price.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AdStateBadge, AdStateReason } from '../ad-state.tsx';
import { adPath } from '../paths.ts';

type Action = (ad: OwnAd) => void;

interface OwnAdListProps {
	ads: readonly OwnAd[];
	actions: {
		edit: Action;
		markSold: (ad: OwnAd, sold: boolean) => void;
		retry: Action;
		renew: Action;
		duplicate: Action;
		shareStatus: Action;
		nameBuyer: Action;
		showContacts: Action;
		showStats: Action;
		remove: Action;
	};
	/** Ids of the selected ads. Null while the user does not select ads. */
	selection?: { ids: ReadonlySet<number>; disabled: boolean; toggle: (id: number) => void } | null;
}

const columns = 'wide:grid-cols-[4.5rem_minmax(0,1fr)_9rem_8rem_9rem_2.75rem]';

/** List of the user's own ads: cards on small screens, table rows on wide screens. */
export function OwnAdList({ ads, actions, selection = null }: OwnAdListProps) {
	return (
		<Card className="wide:overflow-hidden max-wide:bg-transparent max-wide:shadow-none">
			<div
				aria-hidden
				className={`hidden gap-4 border-line border-b px-4 py-3 font-semibold text-12 text-quiet wide:grid ${columns}`}
			>
				<span className="col-start-2">{ownAdsText.ad}</span>
				<span>{commonText.price}</span>
				<span>{commonText.state}</span>
				<span>{ownAdsText.posted}</span>
			</div>
			<ul className="flex flex-col gap-3 wide:gap-0 wide:divide-y wide:divide-line">
				{ads.map((ad) => (
					<li key={ad.id}>
						<OwnAdRow ad={ad} actions={actions} selection={selection} />
					</li>
				))}
			</ul>
		</Card>
	);
}

function OwnAdRow({ ad, actions, selection }: Omit<OwnAdListProps, 'ads'> & { ad: OwnAd }) {
	return (
		<article
			className={`grid grid-cols-[5rem_minmax(0,1fr)_2.75rem] items-start gap-3 p-3 max-wide:rounded-card max-wide:bg-card max-wide:shadow-soft wide:items-center wide:gap-4 wide:px-4 ${columns}`}
		>
			<Cover ad={ad} />
			<div className="flex min-w-0 flex-col gap-1.5 py-0.5 wide:contents">
				<div className="min-w-0">
					<h2 className="line-clamp-2 text-16 leading-snug">
						<Link to={adPath(ad)} className="hover:text-leaf">
							{ad.title}
						</Link>
					</h2>
					<AdStateReason state={ad.state} failure={ad.failure} />
					{ad.state === 'ready' && ad.whatsapp === null && ad.call_number === null && (
						<p className="text-14 text-marigold">{contactText.withoutNumber}</p>
					)}
				</div>
				<div className={ad.price === null ? 'hidden wide:block' : undefined}>
					{ad.price !== null && <Price price={ad.price} />}
				</div>
				<div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-quiet wide:contents">
					<div>
						<AdStateBadge state={ad.state} />
					</div>
					<div>
						<TimeAgo time={ad.created_at} />
					</div>
				</div>
			</div>
			<div className="-mx-2 -my-1 flex flex-wrap max-wide:col-span-full wide:col-span-4 wide:col-start-2 wide:row-start-2 wide:-mt-2 wide:mb-0">
				{ad.state === 'failed' && (
					<RowButton
						Icon={RotateCcw}
						label={commonText.tryAgain}
						adTitle={ad.title}
						onClick={() => actions.retry(ad)}
					/>
				)}
				{ad.state === 'ready' && (
					<RowButton
						Icon={CircleCheck}
						label={ownAdsText.markAsSold}
						adTitle={ad.title}
						onClick={() => actions.markSold(ad, true)}
					/>
				)}
				{ad.state === 'ready' && ad.cover && (
					<RowButton
						Icon={Share2}
						label={ownAdsText.shareToStatus}
						adTitle={ad.title}
						onClick={() => actions.shareStatus(ad)}
					/>
				)}
				{ad.state === 'sold' && (
					<>
						<RowButton
							Icon={Handshake}
							label={contactText.buyerTitle}
							adTitle={ad.title}
							onClick={() => actions.nameBuyer(ad)}
						/>
						<RowButton
							Icon={Tag}
							label={ownAdsText.markAsForSale}
							adTitle={ad.title}
							onClick={() => actions.markSold(ad, false)}
						/>
					</>
				)}
				{ad.state === 'ready' && (
					<RowButton Icon={RefreshCw} label={ownAdsText.renew} adTitle={ad.title} onClick={() => actions.renew(ad)} />
				)}
				{ad.format === 'image' && (
					<RowButton
						Icon={Copy}
						label={ownAdsText.duplicate}
						adTitle={ad.title}
						onClick={() => actions.duplicate(ad)}
					/>
				)}
				<RowButton Icon={Pencil} label={commonText.edit} adTitle={ad.title} onClick={() => actions.edit(ad)} />
				<RowButton
					Icon={Users}
					label={ownAdsText.contacts}
					adTitle={ad.title}
					onClick={() => actions.showContacts(ad)}
				/>
				<RowButton
					Icon={ChartColumn}
					label={statsText.title}
					adTitle={ad.title}
					onClick={() => actions.showStats(ad)}
				/>
			</div>
			{selection ? (
				<label className="col-start-3 row-start-1 flex size-11 cursor-pointer items-center justify-center wide:col-start-6">
					<span className="sr-only">{ownAdsText.selectAd(ad.title)}</span>
					<input
						type="checkbox"
						checked={selection.ids.has(ad.id)}
						disabled={selection.disabled}
						onChange={() => selection.toggle(ad.id)}
						className="size-6 accent-leaf"
					/>
				</label>
			) : (
				<IconButton
					label={ownAdsText.deleteAd(ad.title)}
					onClick={() => actions.remove(ad)}
					className="col-start-3 row-start-1 wide:col-start-6"
				>
					<Trash2 aria-hidden className="size-5 text-quiet" />
				</IconButton>
			)}
		</article>
	);
}

interface RowButtonProps {
	Icon: LucideIcon;
	label: string;
	/** Title of the ad, part of the button's accessible name. */
	adTitle: string;
	onClick: () => void;
}

function RowButton({ Icon, label, adTitle, onClick }: RowButtonProps) {
	return (
		<Button variant="plain" aria-label={`${label}: ${adTitle}`} onClick={onClick} className="px-2! text-14!">
			<Icon aria-hidden className="size-4" />
			{label}
		</Button>
	);
}

function Cover({ ad }: { ad: OwnAd }) {
	const Icon = ad.format === 'video' ? Clapperboard : ImageIcon;
	return (
		<div className="relative aspect-4/5 overflow-hidden rounded-control bg-sunken wide:row-span-2">
			{ad.cover ? (
				<Picture picture={ad.cover} alt="" sizes="80px" className="size-full object-cover" />
			) : (
				<span className="flex size-full items-center justify-center text-quiet">
					<Icon aria-hidden className="size-6" />
				</span>
			)}
			<span className="absolute bottom-1 left-1 inline-flex rounded-full bg-black/60 p-1 text-white">
				<Icon aria-hidden className="size-3.5" />
				<span className="sr-only">{ad.format === 'video' ? commonText.video : commonText.pictures}</span>
			</span>
		</div>
	);
}

export function OwnAdListSkeleton() {
	return (
		<div className="flex flex-col gap-3">
			{[0, 1, 2].map((row) => (
				<Card key={row} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-4 p-3 wide:grid-cols-[4.5rem_minmax(0,1fr)]">
					<Skeleton className="aspect-4/5" />
					<div className="flex flex-col gap-2 py-1">
						<Skeleton className="h-5 w-2/3" />
						<Skeleton className="h-5 w-28" />
						<Skeleton className="h-6 w-20" />
					</div>
				</Card>
			))}
		</div>
	);
}
