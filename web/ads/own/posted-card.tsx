import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Hourglass, Link2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Ad } from '../../../contract/ads/ads.ts';
import * as messages from '../../../contract/core/messages.ts';
import * as postedText from '../../../text/web/posted.ts';
import { useObjectUrl } from '../../media/object-url.ts';
import { useApi } from '../../platform/api.ts';
import { useBrand } from '../../platform/brand.ts';
import { copyText } from '../../sharing/copy-text.ts';
import { WhatsAppLogo } from '../../sharing/social-logos.tsx';
import { statusCardQuery } from '../../sharing/status-card.ts';
import { useShareStatus } from '../../sharing/use-share-status.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useReducedData } from '../../ui/reduced-data.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { adPath, shortAdPath } from '../paths.ts';
import { videoQuery } from '../queries.ts';

interface PostedCardProps {
	ad: Pick<Ad, 'id' | 'format' | 'title' | 'hidden'>;
	onPostAnother: () => void;
}

/** What a seller sees after posting an ad: ways to share it, and to post another. A video can be shared once it is processed. */
export function PostedCard({ ad, onPostAnother }: PostedCardProps) {
	const sharing = useShareStatus();
	const state = usePostedState(ad);
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		// The form was longer than this card, and the top bar would cover a heading that the focus scrolls to.
		window.scrollTo(0, 0);
		heading.current?.focus({ preventScroll: true });
	}, []);

	const Heading = ad.format === 'image' ? 'h1' : 'h2';

	async function copyLink() {
		const link = new URL(shortAdPath(ad.id), location.origin).href;
		if (await copyText(link)) toast(messages.linkCopied);
		else toast(postedText.copyFailed, 'error');
	}

	return (
		<Card className="mx-auto flex max-w-md flex-col items-center gap-5 p-5 text-center wide:p-8">
			<div className="flex flex-col items-center gap-2">
				{state === 'held' ? (
					<Hourglass aria-hidden className="size-10 text-marigold" />
				) : (
					<CircleCheck aria-hidden className="size-10 text-leaf" />
				)}
				<Heading ref={heading} tabIndex={-1} className="text-22 outline-none">
					{state === 'held' ? postedText.held : ad.format === 'image' ? postedText.adPosted : postedText.videoPosted}
				</Heading>
				<p role="status" className="text-quiet">
					{hints[state]}
				</p>
			</div>
			{state === 'ready' && <StatusCardPreview ad={ad} />}
			<div className="flex w-full flex-col gap-2">
				{state !== 'held' && (
					<Button
						size="large"
						fullWidth
						disabled={state !== 'ready'}
						loading={sharing.isPending}
						onClick={() => sharing.mutate(ad.id)}
					>
						{!sharing.isPending && <WhatsAppLogo />}
						{postedText.shareToStatus}
					</Button>
				)}
				<div className="grid grid-cols-2 gap-2">
					<Button variant="quiet" onClick={() => void copyLink()}>
						<Link2 aria-hidden className="size-5" />
						{postedText.copyLink}
					</Button>
					<ButtonLink variant="quiet" to={adPath(ad)}>
						{postedText.viewAd}
					</ButtonLink>
				</div>
				<Button variant="plain" onClick={onPostAnother}>
					{postedText.postAnother}
				</Button>
			</div>
		</Card>
	);
}

const hints = {
	processing: postedText.processingHint,
	ready: postedText.shareHint,
	failed: postedText.failedHint,
	held: postedText.heldHint,
};

/** Returns whether a posted ad is live, or held until a moderator has looked at it. Waits for the processing of a video. */
function usePostedState({ id, format, title, hidden }: PostedCardProps['ad']): keyof typeof hints {
	const { data } = useQuery({
		...videoQuery(useApi(), { id: String(id), description: title }, true),
		...(format === 'image' && { enabled: false }),
	});
	if (hidden !== undefined || data?.state === 'hidden') return 'held';
	if (format === 'image') return 'ready';
	if (data?.state === 'failed') return 'failed';
	return data?.state === 'ready' ? 'ready' : 'processing';
}

/** Preview of the card for WhatsApp Status. With reduced data, the card loads only when it is shared. */
function StatusCardPreview({ ad }: Pick<PostedCardProps, 'ad'>) {
	const reducedData = useReducedData();
	const { slug } = useBrand();
	const { data, isError } = useQuery({ ...statusCardQuery(ad.id, slug), enabled: !reducedData });
	const url = useObjectUrl(data ?? null);
	if (reducedData || isError) return null;
	return url === null ? (
		<Skeleton className="aspect-9/16 w-40 rounded-control" />
	) : (
		<img src={url} alt={postedText.card(ad.title)} className="aspect-9/16 w-40 rounded-control shadow-soft" />
	);
}
