import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { sellerReviewsPath } from '../../contract/core/page-paths.ts';
import type { AdReview } from '../../contract/reviews/reviews.ts';
import * as commonText from '../../text/shared/common.ts';
import * as reviewsText from '../../text/web/reviews.ts';
import { useApi } from '../platform/api.ts';
import { formatDateTime } from '../platform/dates.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { TakenDownNotice } from '../ui/taken-down-notice.tsx';
import { toast } from '../ui/toast.ts';
import { DeleteReviewDialog } from './delete-review-dialog.tsx';
import { useDeleteReview } from './mutations.ts';
import { adReviewQuery } from './queries.ts';
import { ReviewForm } from './review-form.tsx';
import { Stars } from './stars.tsx';

export interface AdReviewCardProps {
	adId: number;
	accountId: number;
	seller: { user_name: string; display_name: string };
	/** Called after a change of the seller's rating. */
	onChanged: () => unknown;
}

/** A buyer's own review of the seller of an ad, or the form for it. Renders nothing without a contact, and if loading fails. */
export function AdReviewCard({ adId, accountId, seller, onChanged }: AdReviewCardProps) {
	const { data } = useQuery(adReviewQuery(useApi(), accountId, adId));
	if (!data) return null;
	const { review, can_review, can_review_from } = data;
	const name = seller.display_name || seller.user_name;
	if (review) return <OwnReview review={review} seller={seller} onChanged={onChanged} />;
	if (can_review) {
		return (
			<Card className="p-4">
				<h2 className="text-18">{reviewsText.rate(name)}</h2>
				<p className="mt-1 mb-3 text-14 text-quiet">{reviewsText.rateHint}</p>
				<ReviewForm review={{ adId }} onChanged={onChanged} onDone={() => toast(reviewsText.posted)} />
			</Card>
		);
	}
	return (
		can_review_from !== null && (
			<p className="text-14 text-quiet">{reviewsText.rateFrom(name, formatDateTime(can_review_from))}</p>
		)
	);
}

interface OwnReviewProps extends Pick<AdReviewCardProps, 'seller' | 'onChanged'> {
	review: NonNullable<AdReview['review']>;
}

function OwnReview({ review, seller, onChanged }: OwnReviewProps) {
	const [mode, setMode] = useState<'editing' | 'deleting' | null>(null);
	const deletion = useDeleteReview(review.id, onChanged);
	const close = () => setMode(null);
	const name = seller.display_name || seller.user_name;
	return (
		<Card className="p-4">
			<h2 className="text-18">{reviewsText.yourReview(name)}</h2>
			{mode === 'editing' ? (
				<div className="mt-3">
					<ReviewForm review={review} onChanged={onChanged} onDone={close} onCancel={close} />
				</div>
			) : (
				<>
					<p className="mt-2">
						<Stars stars={review.stars} />
					</p>
					{review.text !== '' && (
						<p dir="auto" className="mt-1 whitespace-pre-line break-words">
							{review.text}
						</p>
					)}
					{review.hidden ? (
						<div className="mt-2">
							<TakenDownNotice to="/dashboard/decisions" />
						</div>
					) : (
						<div className="mt-3 flex flex-wrap items-center gap-2">
							<Button variant="quiet" onClick={() => setMode('editing')}>
								{commonText.edit}
							</Button>
							<Button variant="quiet" loading={deletion.isPending} onClick={() => setMode('deleting')}>
								{commonText.deleteIt}
							</Button>
							<Link
								to={sellerReviewsPath(seller.user_name)}
								className="inline-flex min-h-11 items-center px-2 text-14 text-leaf underline underline-offset-4"
							>
								{reviewsText.seeAll}
							</Link>
						</div>
					)}
				</>
			)}
			{mode === 'deleting' && <DeleteReviewDialog deletion={deletion} onClose={close} />}
		</Card>
	);
}
