import { useQuery } from '@tanstack/react-query';
import { Flag, SquareArrowOutUpRight } from 'lucide-react';
import type { Clip, LinkedAd } from '../../../contract/ads/ads.ts';
import * as forYouText from '../../../text/web/for-you.ts';
import * as videosText from '../../../text/web/videos.ts';
import { useSession } from '../../accounts/session.ts';
import { ContactOrOwnerActions } from '../../ads/contact-or-owner-actions.tsx';
import { adPath } from '../../ads/paths.ts';
import { ProductDialog } from '../../ads/product-dialog.tsx';
import { videoQuery } from '../../ads/queries.ts';
import { Comments } from '../../comments/comments.tsx';
import type { DraftedQuestion } from '../../comments/composer.tsx';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { getMuteOptions, type MuteOption } from '../../feed/mute-preferences.ts';
import { useReportDialog } from '../../moderation/report-context.ts';
import { useApi } from '../../platform/api.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Price } from '../../ui/price.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export type SheetKind = 'comments' | 'contact' | 'more' | 'product';

export interface ClipSheetProps {
	clip: Clip;
	kind: SheetKind;
	/** Product of the video that the sheet `product` shows. */
	product: LinkedAd | null;
	/** Question for the comment form. */
	question: DraftedQuestion | null;
	onAsk: (question: string) => void;
	onMute: (choice: MuteOption) => void;
	onClose: () => void;
}

/** Sheet over a video of the feed: its comments, the contact of its seller, one of its products, or what else can be done. */
export function ClipSheet({ clip, kind, product, question, onAsk, onMute, onClose }: ClipSheetProps) {
	if (kind === 'product') return product && <ProductDialog product={product} onClose={onClose} />;
	const title = { comments: clip.title, contact: videosText.contact, more: videosText.more }[kind];
	return (
		<Dialog open onClose={onClose} title={title} description={kind === 'comments' ? null : clip.title}>
			{kind === 'comments' && <Comments target="ads" id={clip.id} count={clip.comments} question={question} />}
			{kind === 'contact' && <Contact clip={clip} onAsk={onAsk} />}
			{kind === 'more' && <More clip={clip} onMute={onMute} onClose={onClose} />}
		</Dialog>
	);
}

function Contact({ clip, onAsk }: Pick<ClipSheetProps, 'clip' | 'onAsk'>) {
	const query = useQuery(videoQuery(useApi(), { id: String(clip.id), description: clip.title }));
	return (
		<QueryBoundary
			query={query}
			loading={videosText.contactLoading}
			skeleton={<Skeleton className="h-40" />}
			failure={videosText.contactFailed}
		>
			{(ad) => (
				<>
					{ad.price !== null && (
						<p className="mb-3">
							<Price price={ad.price} />
						</p>
					)}
					<ContactOrOwnerActions ad={{ ...ad, format: 'video' }} seller={ad} onAsk={onAsk} inDialog />
				</>
			)}
		</QueryBoundary>
	);
}

const rowClasses = 'w-full justify-start';

function More({ clip, onMute, onClose }: Pick<ClipSheetProps, 'clip' | 'onMute' | 'onClose'>) {
	const session = useSession();
	const report = useReportDialog();
	const isOwn = session?.user_name === clip.seller.user_name;
	const options = getMuteOptions({ seller: clip.seller, kind: 'ad', category: clip.category });
	return (
		<ul className="flex flex-col gap-2">
			<li>
				{/* The page replaces the dialog in the history, so that going back leads to the video. */}
				<ButtonLink to={adPath(clip)} replace variant="quiet" className={rowClasses}>
					<SquareArrowOutUpRight aria-hidden className="size-5" />
					{videosText.openVideo}
				</ButtonLink>
			</li>
			{!isOwn && (
				<li>
					<Button
						variant="quiet"
						className={rowClasses}
						onClick={() => {
							onClose();
							report({ kind: 'ad', id: clip.id, what: 'video' });
						}}
					>
						<Flag aria-hidden className="size-5" />
						{videosText.report}
					</Button>
				</li>
			)}
			{session && !isOwn && (
				<li>
					<p className="mt-2 mb-1 font-semibold text-14 text-quiet">{forYouText.showLess}</p>
					<ul className="flex flex-col gap-2">
						{options
							.filter(({ of }) => of.what !== 'kind')
							.map((choice) => (
								<li key={choice.label}>
									<Button variant="quiet" className={rowClasses} onClick={() => onMute(choice)}>
										{choice.label}
									</Button>
								</li>
							))}
					</ul>
				</li>
			)}
		</ul>
	);
}
