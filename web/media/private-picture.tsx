import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import * as mediaText from '../../text/web/media.ts';
import { formatDateTime } from '../platform/dates.ts';
import { Button } from '../ui/button.tsx';

interface PrivatePictureProps {
	/** Signed URL of the picture. It expires after some minutes. */
	url: string;
	/** Time of the upload. */
	at: string;
	/** What the picture shows, such as 'Proof of 3 Feb 2026, 14:05'. */
	alt: string;
	/** Label of the link that opens the picture in a new tab. */
	openLabel: string;
	refreshing: boolean;
	onRefresh: () => void;
}

/** Private picture, such as a proof of a bank transfer. A loaded picture keeps its source when `url` changes, to avoid a second download. */
export function PrivatePicture({ url, at, alt, openLabel, refreshing, onRefresh }: PrivatePictureProps) {
	const [source, setSource] = useState({ url, failed: false });
	// After a failed load, a new URL gets a new attempt.
	if (source.failed && source.url !== url) setSource({ url, failed: false });
	return (
		<figure>
			{source.failed ? (
				<div className="flex aspect-3/4 flex-col items-center justify-center gap-2 rounded-control bg-sunken p-2 text-center text-12 text-quiet">
					{mediaText.pictureExpired}
					<Button variant="plain" loading={refreshing} onClick={onRefresh} className="px-3! text-14!">
						{!refreshing && <RefreshCw aria-hidden className="size-4" />}
						{mediaText.showPictureAgain}
					</Button>
				</div>
			) : (
				<a
					href={url}
					target="_blank"
					rel="noopener noreferrer"
					aria-label={openLabel}
					className="block overflow-hidden rounded-control bg-sunken"
				>
					<img
						src={source.url}
						alt={alt}
						loading="lazy"
						onError={() => setSource({ url: source.url, failed: true })}
						className="aspect-3/4 w-full object-cover object-top"
					/>
				</a>
			)}
			<figcaption className="mt-1 text-12 text-quiet">
				<time dateTime={at}>{formatDateTime(at)}</time>
			</figcaption>
		</figure>
	);
}
