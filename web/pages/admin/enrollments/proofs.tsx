import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { EnrollmentDetail } from '../../../../contract/enrollments.ts';
import { momentOf } from '../../../platform/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

interface ProofsProps {
	proofs: EnrollmentDetail['proofs'];
	refreshing: boolean;
	/** Asks for new addresses: they work for some minutes only. */
	onRefresh: () => void;
}

/** Pictures of transfers that the learner has sent. */
export function Proofs({ proofs, refreshing, onRefresh }: ProofsProps) {
	return (
		<Card className="p-4">
			<h2 className="mb-2 text-16">Proofs of transfer</h2>
			{proofs.length === 0 ? (
				<p className="text-14 text-quiet">None was sent.</p>
			) : (
				<ul className="grid grid-cols-2 gap-3 md:grid-cols-3">
					{proofs.map(({ url, at }) => (
						<li key={at}>
							{/* Anew for each address: one that had run out says nothing of the next. */}
							<ProofPicture key={url} url={url} at={at} refreshing={refreshing} onRefresh={onRefresh} />
						</li>
					))}
				</ul>
			)}
		</Card>
	);
}

interface ProofPictureProps {
	url: string;
	at: string;
	refreshing: boolean;
	onRefresh: () => void;
}

function ProofPicture({ url, at, refreshing, onRefresh }: ProofPictureProps) {
	const [failed, setFailed] = useState(false);
	const when = momentOf(at);
	return (
		<figure>
			{failed ? (
				<div className="flex aspect-3/4 flex-col items-center justify-center gap-2 rounded-control bg-sunken p-2 text-center text-12 text-quiet">
					Its address has run out.
					<Button look="plain" loading={refreshing} onClick={onRefresh} className="px-3! text-14!">
						{!refreshing && <RefreshCw aria-hidden className="size-4" />}
						Show again
					</Button>
				</div>
			) : (
				<a
					href={url}
					target="_blank"
					rel="noopener noreferrer"
					aria-label={`Proof of ${when}, opens in a new tab`}
					className="block overflow-hidden rounded-control bg-sunken"
				>
					<img
						src={url}
						alt={`Proof of ${when}`}
						loading="lazy"
						onError={() => setFailed(true)}
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
