import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Film } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Clip } from '../../../contract/ads.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as videosText from '../../../contract/text/videos.ts';
import { videosPath } from '../../ads/paths.ts';
import type { DraftedQuestion } from '../../comments/composer.tsx';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { videosQuery } from '../../feed/videos-query.ts';
import { useApi } from '../../platform/api.ts';
import { loadHeadAhead } from '../../player/video-source.ts';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useLazyComponent } from '../../ui/use-lazy-component.ts';
import { useDialogInHistory } from '../use-dialog-in-history.ts';
import type { SheetKind } from './clip-sheet.tsx';
import { type ClipControls, ClipView } from './clip-view.tsx';
import { useCurrentClip } from './use-current-clip.ts';
import { useFeedKeys } from './use-feed-keys.ts';
import { useVisibleClips } from './use-visible-clips.ts';

const loadClipSheet = async () => (await import('./clip-sheet.tsx')).ClipSheet;

/** Number of video elements. They are reused, because iPhones allow sound only for elements that were tapped. */
const slotCount = 3;
/** Number of videos before the end of the list at which more load. */
const loadedAhead = 3;

interface VideoFeedProps {
	/** Id of the video that the list begins with; null for trending ones. */
	from: string | null;
	/** Id of the video that is shown first. */
	at: string | null;
}

/** Videos one below the other, one a screen. */
export function VideoFeed({ from, at }: VideoFeedProps) {
	const query = useInfiniteQuery(videosQuery(useApi(), from));
	return (
		<div className="relative h-[calc(100dvh-4rem-1px-env(safe-area-inset-bottom))] wide:h-dvh wide:py-4">
			<h1 className="sr-only">{commonText.videos}</h1>
			<QueryBoundary
				query={query}
				loading={videosText.loading}
				skeleton={
					<Skeleton className="absolute inset-y-0 left-1/2 w-full -translate-x-1/2 rounded-none wide:inset-y-4 wide:aspect-9/16 wide:w-auto wide:rounded-card" />
				}
				failure={videosText.loadFailed}
			>
				{(clips) => (clips.length > 0 ? <Clips clips={clips} query={query} from={from} at={at} /> : <Empty />)}
			</QueryBoundary>
		</div>
	);
}

function Empty() {
	return (
		<EmptyState
			icon={<Film className="size-8" />}
			title={videosText.emptyTitle}
			action={<ButtonLink to="/dashboard/postvideo">{commonText.postAd}</ButtonLink>}
		>
			<p>{videosText.emptyHint}</p>
		</EmptyState>
	);
}

interface ClipsProps extends VideoFeedProps {
	clips: readonly Clip[];
	query: {
		hasNextPage: boolean;
		isFetchingNextPage: boolean;
		isFetchNextPageError: boolean;
		fetchNextPage: () => Promise<unknown>;
	};
}

function Clips({ clips: listed, query, from, at }: ClipsProps) {
	const scroller = useRef<HTMLElement>(null);
	const { visible: clips, leaveOutUnavailable, mute } = useVisibleClips(listed);
	const { index: current, scrollTo, onScroll } = useCurrentClip(scroller, listed, clips, at);
	const clip = clips[current];
	const next = clips[current + 1];
	const controls = useRef<ClipControls>(null);
	const dialog = useDialogInHistory('video');
	const [sheet, setSheet] = useState<SheetKind>('comments');
	const [question, setQuestion] = useState<DraftedQuestion | null>(null);
	const ClipSheet = useLazyComponent(loadClipSheet, dialog.isOpen);
	useFeedKeys(scroller, {
		next: () => scrollTo(current + 1),
		previous: () => scrollTo(current - 1),
		toggle: () => controls.current?.toggle(),
		toggleSound: () => controls.current?.toggleSound(),
		like: () => controls.current?.like(),
	});

	const onShown = useEffectEvent((id: number | undefined) => {
		// A button of a video that left the screen loses the focus.
		if (document.activeElement?.closest('[inert]')) scroller.current?.focus({ preventScroll: true });
		if (current >= clips.length - loadedAhead && query.hasNextPage && !query.isFetchingNextPage) {
			void query.fetchNextPage();
		}
		if (id === undefined) return;
		// The address changes without a navigation, which would render the page for each video.
		if (!dialog.isOpen) history.replaceState({ ...history.state, usr: { start: from } }, '', videosPath(id));
		leaveOutUnavailable(clips.slice(current, current + 2));
	});
	const id = clip?.id;
	useEffect(() => onShown(id), [id]);

	// At both ends of the list the slots show its first or last videos, so that their number stays the same.
	const firstSlot = Math.max(0, Math.min(current - 1, clips.length - slotCount));
	return (
		<div className="dark relative mx-auto h-full text-white wide:aspect-9/16">
			<section
				ref={scroller}
				aria-label={commonText.videos}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls by keyboard
				tabIndex={0}
				className="relative h-full snap-y snap-mandatory overflow-y-auto overscroll-contain bg-black -outline-offset-3 [scrollbar-width:none] wide:rounded-card"
				onScroll={onScroll}
			>
				{clips.map(({ id }) => (
					<div key={id} aria-hidden className="h-full snap-start snap-always" />
				))}
				<End query={query} onRestart={() => scrollTo(0)} />
				{/* The order of the slots never changes: a video that moves in the document stops. */}
				{Array.from({ length: slotCount }, (_, slot) => {
					const index = firstSlot + ((((slot - firstSlot) % slotCount) + slotCount) % slotCount);
					const shown = clips[index];
					if (!shown) return null;
					return (
						<ClipView
							// biome-ignore lint/suspicious/noArrayIndexKey: a slot keeps its video element
							key={slot}
							clip={shown}
							index={index}
							isCurrent={index === current}
							onLoadNext={(frame) => next && loadHeadAhead(frame, toSourcedVideo(next))}
							controls={index === current ? controls : undefined}
							onOpen={(sheet) => {
								setSheet(sheet);
								setQuestion(null);
								dialog.open();
							}}
						/>
					);
				})}
			</section>
			<div className="absolute top-2 left-2 flex gap-1.5 wide:top-1/2 wide:-right-18 wide:left-auto wide:-translate-y-1/2 wide:flex-col">
				<IconButton
					variant="over"
					label={videosText.previous}
					disabled={current === 0}
					onClick={() => scrollTo(current - 1)}
				>
					<ChevronUp aria-hidden className="size-6" />
				</IconButton>
				<IconButton
					variant="over"
					label={videosText.next}
					disabled={current >= clips.length}
					onClick={() => scrollTo(current + 1)}
				>
					<ChevronDown aria-hidden className="size-6" />
				</IconButton>
			</div>
			{ClipSheet && dialog.isOpen && clip && (
				<ClipSheet
					clip={clip}
					kind={sheet}
					question={question}
					onAsk={(text) => {
						setQuestion({ text });
						setSheet('comments');
					}}
					onMute={(choice) => {
						dialog.close();
						mute(choice);
					}}
					onClose={dialog.close}
				/>
			)}
		</div>
	);
}

function toSourcedVideo({ video: { renditions, hls, duration_ms } }: Clip) {
	return { renditions, hls, duration: duration_ms / 1000 };
}

/** Screen after the last video. */
function End({ query, onRestart }: { query: ClipsProps['query']; onRestart: () => void }) {
	const { hasNextPage, isFetchNextPageError } = query;
	if (hasNextPage && !isFetchNextPageError) {
		return <Skeleton className="h-full snap-start rounded-none" />;
	}
	return (
		<div className="flex h-full snap-start flex-col items-center justify-center gap-2 p-6 text-center">
			<p className="font-semibold text-18">{hasNextPage ? videosText.failedMore : videosText.endTitle}</p>
			{!hasNextPage && <p className="text-white/80">{videosText.endHint}</p>}
			<Button className="mt-2" onClick={() => (hasNextPage ? void query.fetchNextPage() : onRestart())}>
				{hasNextPage ? commonText.tryAgain : videosText.watchAgain}
			</Button>
		</div>
	);
}
