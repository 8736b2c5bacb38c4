import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Person } from '../../contract/accounts/accounts.ts';
import { profilePath } from '../../contract/core/page-paths.ts';
import type { Review } from '../../contract/reviews/reviews.ts';
import * as commonText from '../../text/shared/common.ts';
import * as reviewsText from '../../text/web/reviews.ts';
import { useReportDialog } from '../moderation/report-context.ts';
import { useActor } from '../platform/actor.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { TimeAgo } from '../platform/time-ago.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { LazyConfirmDialog } from '../ui/lazy-confirm-dialog.ts';
import { RichText } from '../ui/rich-text.tsx';
import { toast } from '../ui/toast.ts';
import { DeleteReviewDialog } from './delete-review-dialog.tsx';
import { useDeleteReview, useReplyToReview } from './mutations.ts';
import { ReplyForm } from './reply-form.tsx';
import { ReviewForm } from './review-form.tsx';
import { Stars } from './stars.tsx';

export interface ReviewItemProps {
	review: Review;
	seller: Person;
	/** Called after a change of the rating. */
	onChanged: () => unknown;
}

type ItemMode = 'editing' | 'deleting' | 'replying' | 'deleting-reply';

export function ReviewItem({ review, seller, onChanged }: ReviewItemProps) {
	const { id, stars, text, author, ad, reply, created_at, edited_at } = review;
	const actor = useActor();
	const report = useReportDialog();
	const [mode, setMode] = useState<ItemMode | null>(null);
	const [lastMode, setLastMode] = useState<ItemMode | null>(null);
	const deletion = useDeleteReview(id, onChanged);
	const replyDeletion = useReplyToReview(id);
	const close = () => setMode(null);
	const returnsToReply = lastMode === 'replying' || lastMode === 'deleting-reply';

	function open(next: ItemMode) {
		setMode(next);
		setLastMode(next);
	}

	const isAuthor = author !== null && actor?.user_name === author.user_name;
	const isSeller = actor?.user_name === seller.user_name;
	const name = author ? author.display_name || author.user_name : reviewsText.deletedAccount;
	return (
		<article aria-label={reviewsText.reviewBy(name)} className="flex gap-3 rounded-card bg-card p-4 shadow-soft">
			<Avatar name={name} image={author?.user_image ?? null} />
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-center gap-x-2 text-14">
					{author ? (
						<Link
							to={profilePath(author.user_name)}
							className="-my-2.5 inline-flex min-h-11 min-w-0 items-center font-semibold hover:text-leaf"
						>
							<span className="truncate">{name}</span>
						</Link>
					) : (
						<span className="text-quiet">{name}</span>
					)}
					<span className="text-quiet">
						<TimeAgo time={created_at} />
						{edited_at !== null && ` · ${commonText.edited}`}
					</span>
				</p>
				{mode === 'editing' ? (
					<div className="mt-2">
						<ReviewForm review={review} onChanged={onChanged} onDone={close} onCancel={close} />
					</div>
				) : (
					<>
						<p className="mt-1">
							<Stars stars={stars} />
						</p>
						{text !== '' && (
							<p dir="auto" className="mt-1 whitespace-pre-line break-words">
								{text}
							</p>
						)}
					</>
				)}
				{ad.title !== '' && (
					<p className="mt-1 text-14 text-quiet">
						<RichText
							text={reviewsText.about}
							tags={{
								ad: () =>
									ad.path === null ? (
										ad.title
									) : (
										<Link to={ad.path} className="underline underline-offset-4 hover:text-leaf">
											{ad.title}
										</Link>
									),
							}}
						/>
					</p>
				)}
				{mode !== 'editing' && (
					<div className="-ml-2 flex flex-wrap">
						{isSeller && reply === null && mode !== 'replying' && (
							<Action label={reviewsText.replyTo(name)} takesFocus={returnsToReply} onClick={() => open('replying')}>
								{reviewsText.reply}
							</Action>
						)}
						{isAuthor && (
							<>
								<Action takesFocus={lastMode === 'editing'} busy={deletion.isPending} onClick={() => open('editing')}>
									{commonText.edit}
								</Action>
								<Action busy={deletion.isPending} onClick={() => open('deleting')}>
									{commonText.deleteIt}
								</Action>
							</>
						)}
						{!isAuthor && author && (
							<Action
								label={reviewsText.reportFrom(name)}
								onClick={() => report({ kind: 'review', id, what: 'review' })}
							>
								{reviewsText.report}
							</Action>
						)}
					</div>
				)}
				{mode === 'replying' ? (
					<ReplyForm
						reviewId={id}
						text={reply?.text ?? ''}
						onDone={() => {
							close();
							toast(reviewsText.replySent);
						}}
						onCancel={close}
					/>
				) : (
					reply && (
						<SellerReply reply={reply} seller={seller}>
							{isSeller ? (
								<>
									<Action
										takesFocus={lastMode === 'replying'}
										busy={replyDeletion.isPending}
										onClick={() => open('replying')}
									>
										{reviewsText.editReply}
									</Action>
									<Action busy={replyDeletion.isPending} onClick={() => open('deleting-reply')}>
										{reviewsText.deleteReply}
									</Action>
								</>
							) : (
								<Action
									label={reviewsText.reportReply}
									onClick={() => report({ kind: 'review_reply', id, what: 'reply' })}
								>
									{reviewsText.report}
								</Action>
							)}
						</SellerReply>
					)
				)}
			</div>
			{mode === 'deleting' && <DeleteReviewDialog deletion={deletion} onClose={close} />}
			{mode === 'deleting-reply' && (
				<LazyConfirmDialog
					title={reviewsText.deleteReplyTitle}
					description={reviewsText.deleteWarning}
					action={commonText.deleteIt}
					danger
					onConfirm={() => {
						close();
						replyDeletion.mutate('', { onError: (error) => toast(getErrorMessage(error), 'error') });
					}}
					onClose={close}
				/>
			)}
		</article>
	);
}

interface SellerReplyProps {
	reply: NonNullable<Review['reply']>;
	seller: Person;
	children: ReactNode;
}

function SellerReply({ reply, seller, children }: SellerReplyProps) {
	const name = seller.display_name || seller.user_name;
	return (
		<div className="mt-2 rounded-control bg-sunken px-3.5 pt-3 pb-1">
			<p className="flex flex-wrap gap-x-2 text-14">
				<span className="font-semibold">{reviewsText.replyFrom(name)}</span>
				<span className="text-quiet">
					<TimeAgo time={reply.created_at} />
					{reply.edited_at !== null && ` · ${commonText.edited}`}
				</span>
			</p>
			<p dir="auto" className="mt-1 whitespace-pre-line break-words">
				{reply.text}
			</p>
			<div className="-ml-2 flex flex-wrap">{children}</div>
		</div>
	);
}

interface ActionProps {
	label?: string;
	/** Whether the button takes the focus on mount, unless another element has it. */
	takesFocus?: boolean;
	/** Whether the button does nothing. It keeps the focus. */
	busy?: boolean;
	onClick: () => void;
	children: string;
}

function Action({ label, takesFocus = false, busy = false, onClick, children }: ActionProps) {
	const button = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		if (takesFocus && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
	}, [takesFocus]);
	return (
		<button
			ref={button}
			type="button"
			aria-label={label}
			aria-disabled={busy || undefined}
			onClick={busy ? undefined : onClick}
			className="inline-flex min-h-11 items-center rounded-control px-2 font-semibold text-14 text-quiet transition-colors hover:text-ink aria-disabled:opacity-55"
		>
			{children}
		</button>
	);
}
