import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Film } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Clip, LinkedAd } from '../../../contract/ads/ads.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as videosText from '../../../text/web/videos.ts';
import { videosPath } from '../../ads/paths.ts';
import type { DraftedQuestion } from '../../comments/composer.tsx';
import { QueryBoundary } from '../../data/query-boundary.tsx';
import { videosQuery } from '../../feed/videos-query.ts';
import { useApi } from '../../platform/api.ts';
import { useDialogInHistory } from '../../platform/use-dialog-in-history.ts';
import { LoginPromptProvider, useLoginPrompt } from '../../platform/visitor-intent.ts';
import { loadHeadAhead } from '../../player/video-source.ts';
import { Button, ButtonLink, IconButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { lazyPart } from '../../ui/use-lazy-component.ts';
import type { SheetKind } from './clip-sheet.tsx';
import { type ClipControls, ClipView } from './clip-view.tsx';
import { useCurrentClip } from './use-current-clip.ts';
import { useFeedKeys } from './use-feed-keys.ts';
import { useVisibleClips } from './use-visible-clips.ts';

const ClipSheet = lazyPart(async () => (await import('./clip-sheet.tsx')).ClipSheet);

/** Number of video elements. They are reused, because iPhones allow sound only for elements that were tapped. */
const slotCount = 3;
/** Number of videos before the end of the list at which more load. */
const loadedAhead = 3;

interface VideoFeedProps {
	/** Id of the video that the list begins with; null for trending ones. */
	from: string | null;
	/** Id of the video that is shown first. */
	firstId: string | null;
}

/** Videos one below the other, one a screen. */
export function VideoFeed({ from, firstId }: VideoFeedProps) {
	const query = useInfiniteQuery(videosQuery(useApi(), from));
	return (
		<div className="relative h-full wide:h-dvh wide:py-4">
			<h1 className="sr-only">{commonText.videos}</h1>
			<QueryBoundary
				query={query}
				loading={videosText.loading}
				skeleton={
					<Skeleton className="absolute inset-y-0 left-1/2 w-full -translate-x-1/2 rounded-none wide:inset-y-4 wide:aspect-9/16 wide:w-auto wide:rounded-card" />
				}
				failure={videosText.loadFailed}
			>
				{(clips) =>
					clips.length > 0 ? <Clips clips={clips} query={query} from={from} firstId={firstId} /> : <Empty />
				}
			</QueryBoundary>
		</div>
	);
}

function Empty() {
	return (
		<EmptyState
			icon={Film}
			title={videosText.emptyTitle}
			action={<ButtonLink to="/dashboard/postvideo">{commonText.postAd}</ButtonLink>}
			hint={videosText.emptyHint}
		/>
	);
}

/** What the open sheet is about. */
interface OpenSheet {
	clip: Clip;
	product: LinkedAd | null;
	question: DraftedQuestion | null;
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

function Clips({ clips: listed, query, from, firstId }: ClipsProps) {
	const scroller = useRef<HTMLElement>(null);
	const { visible: clips, leaveOutUnavailable, mute } = useVisibleClips(listed);
	const { index: current, scrollTo, onScroll } = useCurrentClip(scroller, listed, clips, firstId);
	const clip = clips[current];
	const next = clips[current + 1];
	const controls = useRef<ClipControls>(null);
	/** Index of the last video that was on the screen. */
	const farthest = useRef(0);
	const [sheet, setSheet] = useState<OpenSheet | null>(null);
	const dialog = useDialogInHistory<SheetKind>('comments', 'contact', 'more', 'product');
	const promptLogin = useLoginPrompt();
	useFeedKeys(scroller, {
		next: () => scrollTo(current + 1),
		previous: () => scrollTo(current - 1),
		toggle: () => controls.current?.toggle(),
		toggleSound: () => controls.current?.toggleSound(),
		toggleCaptions: () => controls.current?.toggleCaptions(),
		like: () => controls.current?.like(),
	});

	useLoadMore(query, current >= clips.length - loadedAhead);

	const id = clip?.id;
	const onShown = useEffectEvent(() => {
		farthest.current = Math.max(farthest.current, current);
		leaveOutUnavailable(clips.slice(current, current + 2));
	});
	useEffect(() => {
		if (id !== undefined) onShown();
	}, [id]);

	useEffect(() => {
		if (id === undefined || dialog.isOpen) return;
		// The address changes without a navigation, which would render the page for each video.
		history.replaceState({ ...history.state, usr: { start: from } }, '', videosPath(id));
	}, [id, dialog.isOpen, from]);

	useLayoutEffect(() => {
		// A button of a video that left the screen loses the focus. `current` is the video that replaced it.
		if (current >= 0 && document.activeElement?.closest('[inert]')) scroller.current?.focus({ preventScroll: true });
	}, [current]);

	function openSheet(kind: SheetKind, product: LinkedAd | null = null) {
		if (!clip) return;
		setSheet({ clip, product, question: null });
		dialog.open(kind, { path: videosPath(clip.id), state: { start: from } });
	}

	// At both ends of the list the slots show its first or last videos, so that their number stays the same.
	const firstSlot = Math.max(0, Math.min(current - 1, clips.length - slotCount));
	const sheetClip = sheet?.clip ?? clip;
	return (
		<LoginPromptProvider value={(why, intent) => promptLogin(why, intent, clip && videosPath(clip.id))}>
			<div className="dark relative mx-auto h-full text-white wide:aspect-9/16">
				<p className="sr-only" aria-live="polite">
					{clip?.title}
				</p>
				<section
					ref={scroller}
					aria-label={commonText.videos}
					// biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls by keyboard
					tabIndex={0}
					className="relative h-full snap-y snap-mandatory overflow-y-auto overscroll-contain scroll-smooth bg-black -outline-offset-3 [scrollbar-width:none] wide:rounded-card"
					onScroll={onScroll}
				>
					{clips.map(({ id }) => (
						<div key={id} aria-hidden className="h-full snap-start snap-always" />
					))}
					{/* The order of the slots never changes: a video that moves in the document stops. */}
					{Array.from({ length: slotCount }, (_, slot) => {
						const index = firstSlot + ((slot - (firstSlot % slotCount) + slotCount) % slotCount);
						const shown = clips[index];
						if (!shown) return null;
						return (
							<ClipView
								// biome-ignore lint/suspicious/noArrayIndexKey: a slot keeps its video element
								key={slot}
								clip={shown}
								index={index}
								isCurrent={index === current}
								onLoadNext={(frame) => {
									if (next && current === farthest.current) loadHeadAhead(frame, toSourcedVideo(next));
								}}
								controls={index === current ? controls : undefined}
								onOpen={openSheet}
							/>
						);
					})}
					<End query={query} isCurrent={clip === undefined} onRestart={() => scrollTo(0)} />
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
				{dialog.opened && sheetClip && (
					<ClipSheet
						clip={sheetClip}
						kind={dialog.opened}
						product={sheet?.product ?? null}
						question={sheet?.question ?? null}
						onAsk={(text) => {
							setSheet({ clip: sheetClip, product: null, question: { text } });
							dialog.replace('comments');
						}}
						onMute={(choice) => {
							dialog.close();
							mute(sheetClip, choice);
						}}
						onClose={dialog.close}
					/>
				)}
			</div>
		</LoginPromptProvider>
	);
}

/** Loads the next page of a list while `isNeeded`. After an error it waits for the viewer. */
function useLoadMore(query: ClipsProps['query'], isNeeded: boolean) {
	const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
	useEffect(() => {
		if (isNeeded && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
	}, [isNeeded, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
}

function toSourcedVideo({ video: { renditions, hls, duration_ms } }: Clip) {
	return { renditions, hls, duration: duration_ms / 1000 };
}

interface EndProps {
	query: ClipsProps['query'];
	isCurrent: boolean;
	onRestart: () => void;
}

/** Screen after the last video. */
function End({ query, isCurrent, onRestart }: EndProps) {
	const { hasNextPage, isFetchNextPageError } = query;
	if (hasNextPage && !isFetchNextPageError) {
		return <Skeleton className="h-full snap-start rounded-none" />;
	}
	return (
		<div
			inert={!isCurrent}
			className="flex h-full snap-start flex-col items-center justify-center gap-2 p-6 text-center"
		>
			<p className="font-semibold text-18">{hasNextPage ? videosText.failedMore : videosText.endTitle}</p>
			{!hasNextPage && <p className="text-white/80">{videosText.endHint}</p>}
			<Button className="mt-2" onClick={() => (hasNextPage ? void query.fetchNextPage() : onRestart())}>
				{hasNextPage ? commonText.tryAgain : videosText.watchAgain}
			</Button>
		</div>
	);
}
