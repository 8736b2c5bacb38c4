import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import * as enrollmentsText from '../../contract/text/enrollments.ts';
import { formatDateTime } from '../platform/dates.ts';
import { Button } from '../ui/button.tsx';

interface ProofPictureProps {
	/** Signed URL of the picture. It expires after some minutes. */
	url: string;
	at: string;
	refreshing: boolean;
	onRefresh: () => void;
}

/** Picture that proves a bank transfer. A loaded picture keeps its source when `url` changes, to avoid a second download. */
export function ProofPicture({ url, at, refreshing, onRefresh }: ProofPictureProps) {
	const [source, setSource] = useState({ url, failed: false });
	// After a failed load, a new URL gets a new attempt.
	if (source.failed && source.url !== url) setSource({ url, failed: false });
	const when = formatDateTime(at);
	return (
		<figure>
			{source.failed ? (
				<div className="flex aspect-3/4 flex-col items-center justify-center gap-2 rounded-control bg-sunken p-2 text-center text-12 text-quiet">
					{enrollmentsText.proofExpired}
					<Button variant="plain" loading={refreshing} onClick={onRefresh} className="px-3! text-14!">
						{!refreshing && <RefreshCw aria-hidden className="size-4" />}
						{enrollmentsText.showProofAgain}
					</Button>
				</div>
			) : (
				<a
					href={url}
					target="_blank"
					rel="noopener noreferrer"
					aria-label={enrollmentsText.openProof(when)}
					className="block overflow-hidden rounded-control bg-sunken"
				>
					<img
						src={source.url}
						alt={enrollmentsText.proofOf(when)}
						loading="lazy"
						onError={() => setSource({ url: source.url, failed: true })}
						className="aspect-3/4 w-full object-cover object-top"
					/>
				</a>
			)}
			<figcaption className="mt-1 text-12 text-quiet">
				<time dateTime={at}>{when}</time>
			</figcaption>
		</figure>
	);
}
