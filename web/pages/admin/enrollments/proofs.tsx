import type { EnrollmentDetail } from '../../../../contract/enrollments.ts';
import * as adminEnrollmentsText from '../../../../contract/text/admin-enrollments.ts';
import { ProofPicture } from '../../../enrollments/proof-picture.tsx';
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
			<h2 className="mb-2 text-16">{adminEnrollmentsText.proofs}</h2>
			{proofs.length === 0 ? (
				<p className="text-14 text-quiet">{adminEnrollmentsText.noProofs}</p>
			) : (
				<ul className="grid grid-cols-2 gap-3 md:grid-cols-3">
					{proofs.map(({ url, at }) => (
						<li key={at}>
							<ProofPicture url={url} at={at} refreshing={refreshing} onRefresh={onRefresh} />
						</li>
					))}
				</ul>
			)}
		</Card>
	);
}
