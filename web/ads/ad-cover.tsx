import { Image, ImageOff, Play } from 'lucide-react';
import type { AdCard } from '../../contract/ads.ts';
import * as adsText from '../../contract/text/ads.ts';
import * as badgesText from '../../contract/text/badges.ts';
import * as commonText from '../../contract/text/common.ts';
import { formatDuration } from '../platform/duration.ts';
import { formatFileSize } from '../platform/file-size.ts';
import { Badge } from '../ui/badge.tsx';
import { classes } from '../ui/classes.ts';
import { Picture } from '../ui/picture.tsx';
import { Price } from '../ui/price.tsx';
import { RichText } from '../ui/rich-text.tsx';

interface AdCoverProps {
	ad: Pick<AdCard, 'state' | 'cover' | 'price' | 'pictures' | 'video' | 'condition'>;
	/** What the seller has proven, for the mark of a verified seller; empty if nothing. A sold ad has no mark. */
	verified?: string;
	sizes: string;
	/** True for a picture above the fold, which loads eagerly. */
	eager?: boolean;
}

/** Longest price, in characters, that fits the smallest ad card in the normal text size. */
const maxPriceLength = 15;

const tag =
	'inline-flex min-h-6 items-center gap-1 whitespace-nowrap rounded-full bg-black/65 px-2 font-semibold text-12 text-white tabular-nums';

function screenReaderOnly(words: string) {
	return <span className="sr-only">{words}</span>;
}

/**
 * Cover picture of an ad in a list, in 4:5. Over it: price, badge if sold or else condition and mark of a verified seller, number of
 * pictures, and length and size of the video.
 */
export function AdCover({ ad, verified, sizes, eager = false }: AdCoverProps) {
	const { cover, price, pictures, video, state, condition } = ad;
	return (
		<div className="relative aspect-4/5 overflow-hidden rounded-t-card bg-sunken">
			{cover ? (
				<Picture picture={cover} alt="" sizes={sizes} eager={eager} className="size-full object-cover" />
			) : (
				<ImageOff aria-hidden className="absolute inset-0 m-auto size-8 text-quiet" />
			)}
			<div className={classes('absolute inset-x-2 top-2 flex items-start justify-between gap-1', video && 'flex-wrap')}>
				{state === 'sold' ? (
					<Badge variant="danger">{commonText.sold}</Badge>
				) : (
					<span className="flex min-w-0 flex-col items-start gap-1">
						{condition !== null && (
							<span className={`${tag} max-w-full px-1.5 tracking-tight`}>
								<span className="truncate">{adsText.conditionNames[condition]}</span>
							</span>
						)}
						{verified && (
							<span className={tag} title={verified}>
								<span aria-hidden>{badgesText.verified}</span>
								{screenReaderOnly(verified)}
							</span>
						)}
					</span>
				)}
				{video && (
					<span className={tag}>
						<Play aria-hidden className="size-3 fill-current" />
						<RichText
							text={adsText.coverVideo(formatDuration(video.duration_ms / 1000), formatFileSize(video.bytes))}
							tags={{ kind: screenReaderOnly }}
						/>
					</span>
				)}
				{pictures > 1 && (
					<span className={`${tag} shrink-0`}>
						<Image aria-hidden className="size-3" />
						<RichText text={adsText.coverPictures(pictures)} tags={{ kind: screenReaderOnly }} />
					</span>
				)}
			</div>
			{price !== null && (
				<span className="absolute bottom-1.5 left-1.5 inline-flex min-h-8 items-center rounded-full bg-card px-2.5 tracking-tight shadow-soft">
					<Price price={price} size={price.length > maxPriceLength ? 'tiny' : 'small'} />
				</span>
			)}
		</div>
	);
}
