import { ImageOff, Play } from 'lucide-react';
import { Link } from 'react-router';
import type { AdCard } from '../../contract/ads/ads.ts';
import * as adsText from '../../text/shared/ads.ts';
import * as commonText from '../../text/shared/common.ts';
import { formatDuration } from '../platform/duration.ts';
import { formatFileSize } from '../platform/file-size.ts';
import { Badge } from '../ui/badge.tsx';
import { Picture } from '../ui/picture.tsx';
import { Price } from '../ui/price.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { videosPath } from './paths.ts';

interface AdCoverProps {
	ad: Pick<AdCard, 'id' | 'state' | 'cover' | 'price' | 'video' | 'condition'>;
	sizes: string;
	/** True for a picture above the fold, which loads eagerly. */
	eager?: boolean;
	/** Path that the length of a video for sale links to. Without it, the video feed. */
	playPath?: string | undefined;
}

/** Longest price, in characters, that fits the smallest ad card in the normal text size. */
const maxPriceLength = 15;

function screenReaderOnly(words: string) {
	return <span className="sr-only">{words}</span>;
}

/**
 * Square cover picture of an ad in a list. Over it: condition, or badge if sold; price; length and size of the video. The top right corner
 * stays free for a button. The length of a video that is for sale is a link.
 */
export function AdCover({ ad, sizes, eager = false, playPath = videosPath(ad.id) }: AdCoverProps) {
	const { cover, price, video, state, condition } = ad;
	const length = video && (
		<>
			<Play aria-hidden className="size-3 fill-current" />
			<RichText
				text={adsText.coverVideo(formatDuration(video.duration_ms / 1000), formatFileSize(video.bytes))}
				tags={{ kind: screenReaderOnly }}
			/>
		</>
	);
	return (
		<div className="ad-cover">
			{cover ? (
				<Picture picture={cover} alt="" sizes={sizes} eager={eager} />
			) : (
				<ImageOff aria-hidden className="absolute inset-0 m-auto size-8 text-quiet" />
			)}
			{(state === 'sold' || condition !== null) && (
				<div className="ad-cover-top">
					{state === 'sold' ? (
						<Badge variant="danger">{commonText.sold}</Badge>
					) : (
						<span className="ad-cover-tag ad-cover-condition">{condition && adsText.conditionNames[condition]}</span>
					)}
				</div>
			)}
			{/* A tag that does not fit beside the price is above it. */}
			<div className="ad-cover-bottom">
				{price !== null && (
					<Price price={price} size={price.length > maxPriceLength ? 'tiny' : 'small'} className="ad-cover-price" />
				)}
				{video &&
					(state === 'sold' ? (
						<span className="ad-cover-tag ml-auto">{length}</span>
					) : (
						<Link to={playPath} className="ad-cover-tag relative z-1 ml-auto after:absolute after:-inset-2.5">
							{length}
						</Link>
					))}
			</div>
		</div>
	);
}
