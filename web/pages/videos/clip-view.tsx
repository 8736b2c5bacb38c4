import { Captions, CaptionsOff, Ellipsis, MessageCircle, Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Clip, LinkedAd } from '../../../contract/ads/ads.ts';
import { profilePath } from '../../../contract/core/page-paths.ts';
import * as captionsText from '../../../text/shared/captions.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as playerText from '../../../text/web/player.ts';
import * as videosText from '../../../text/web/videos.ts';
import { getSession } from '../../accounts/session.ts';
import { adPath } from '../../ads/paths.ts';
import { formatPlace } from '../../ads/place.ts';
import { ProductCards } from '../../ads/product-cards.tsx';
import { rememberAd } from '../../feed/recently-viewed.ts';
import { FollowButton } from '../../follows/follow-button.tsx';
import { useWatchTracking } from '../../insights/use-watch-tracking.ts';
import { LikeButton } from '../../likes/like-button.tsx';
import { useLikeToggle } from '../../likes/use-like-toggle.ts';
import { useActor } from '../../platform/actor.ts';
import { formatCount } from '../../platform/format-count.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { trackProductTap } from '../../platform/track.ts';
import { isAutoplayOn, soundChoice, useAutoplay } from '../../player/autoplay.ts';
import { CaptionText, useCaptions } from '../../player/captions.tsx';
import { LoadingOverlay } from '../../player/frame.tsx';
import { useDurationAndSize } from '../../player/overlays.tsx';
import { usePlayback } from '../../player/use-playback.ts';
import { SaveButton } from '../../saved-items/save-button.tsx';
import { ShareButton } from '../../sharing/share-button.tsx';
import { WhatsAppLogo } from '../../sharing/social-logos.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorOverlay } from '../../ui/error-state.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Price } from '../../ui/price.tsx';
import { AutoplayOffer } from './autoplay-offer.tsx';
import type { SheetKind } from './clip-sheet.tsx';

/** Maximum milliseconds between the taps of a double tap. */
const doubleTap = 250;
/** Seconds of a video that are loaded ahead before the next video begins to load. */
const bufferedBeforeNext = 4;
/** Width divided by height up to which a video fills the screen and loses a little at its edges. */
const maxFillingRatio = 0.65;
/** Characters of a description that fit in one line. */
const lineLength = 40;

/** What the keys of the feed do with the current video. */
export interface ClipControls {
	toggle: () => void;
	toggleSound: () => void;
	toggleCaptions: () => void;
	like: () => void;
}

interface ClipViewProps {
	clip: Clip;
	/** Position in the list, which is the position on the page in screens. */
	index: number;
	isCurrent: boolean;
	controls: Ref<ClipControls> | undefined;
	/** Called with the frame when the start of the next video may load: videos play automatically, and this one has some seconds in advance. */
	onLoadNext: (frame: HTMLElement) => void;
	onOpen: (sheet: SheetKind, product?: LinkedAd) => void;
}

/** One video of the feed with its product and actions. Only the current video plays. */
export function ClipView({ clip, index, isCurrent, controls, onLoadNext, onOpen }: ClipViewProps) {
	const { id, title, seller, video, likes } = clip;
	const frame = useRef<HTMLElement>(null);
	const element = useRef<HTMLVideoElement>(null);
	const { renditions, hls, duration_ms } = video;
	const { session, playback } = usePlayback(element, { renditions, hls, duration: duration_ms / 1000 }, id);
	const captions = useCaptions(video.captions, playback.phase === 'started');
	const autoplay = useAutoplay();
	const facts = useDurationAndSize(video, frame);
	const like = useLikeToggle({ target: 'ads', id }, likes);
	const pausing = useRef<ReturnType<typeof setTimeout>>(undefined);

	function play() {
		if (element.current) element.current.muted = soundChoice.get() === false;
		session.play();
	}

	const isPlaying = playback.phase === 'started' && !playback.paused;
	function toggle() {
		if (isPlaying) session.pause();
		else play();
	}

	const isMuted = useStoredValue(soundChoice) === false || playback.muted;
	function toggleSound() {
		soundChoice.set(isMuted);
		if (element.current) element.current.muted = !isMuted;
	}

	useImperativeHandle(controls, () => ({
		toggle,
		toggleSound,
		toggleCaptions: () => captions.hasCaptions && captions.toggle(),
		like: like.toggle,
	}));

	/** A tap plays or pauses, and a double tap likes. */
	function onTap() {
		if (pausing.current !== undefined) {
			clearTimeout(pausing.current);
			pausing.current = undefined;
			if (!like.liked) like.toggle();
			return;
		}
		if (!isPlaying) play();
		pausing.current = setTimeout(() => {
			pausing.current = undefined;
			if (isPlaying) session.pause();
		}, doubleTap);
	}

	const start = useEffectEvent(() => {
		if (isAutoplayOn() && !document.hidden) play();
	});
	useEffect(() => {
		if (!isCurrent) return session.pause();
		start();
		const onHidden = () => document.hidden && session.pause();
		document.addEventListener('visibilitychange', onHidden);
		return () => {
			document.removeEventListener('visibilitychange', onHidden);
			clearTimeout(pausing.current);
			pausing.current = undefined;
		};
	}, [isCurrent, session]);

	const { time, duration, loaded } = playback;
	const isBuffered = playback.visible && loaded >= Math.min(time + bufferedBeforeNext, duration - 0.5);
	const loadNext = useEffectEvent(() => frame.current && onLoadNext(frame.current));
	useEffect(() => {
		if (autoplay && isCurrent && isPlaying && isBuffered) loadNext();
	}, [autoplay, isCurrent, isPlaying, isBuffered]);

	useWatchTracking(id, seller.user_name, playback.watched, isCurrent);
	const isViewed = isCurrent && playback.watched.isView;
	useEffect(() => {
		if (isViewed && getSession()?.user_name !== seller.user_name) rememberAd(id);
	}, [isViewed, id, seller.user_name]);

	const { width, height } = renditions.at(-1) ?? { width: 1, height: 1 };
	const isUpright = width / height <= maxFillingRatio;
	const fit = classes('object-contain', isUpright && 'max-md:portrait:object-cover wide:object-cover');
	return (
		<article
			ref={frame}
			aria-label={videosText.label(title)}
			inert={!isCurrent}
			className="absolute inset-x-0 top-0 h-full overflow-hidden bg-black"
			style={{ transform: `translateY(${index * 100}%)` }}
		>
			<video
				ref={element}
				preload="none"
				playsInline
				loop
				className={classes('absolute inset-0 size-full', fit, !playback.visible && 'invisible')}
				{...session.events}
			>
				{captions.track}
			</video>
			{!playback.visible && video.poster && (
				<Picture
					key={id}
					picture={video.poster}
					alt=""
					sizes="(width >= 1027px) 56vh, 100vw"
					eager={isCurrent}
					className={classes('absolute inset-0 size-full', fit)}
				/>
			)}
			{/* Handles taps anywhere on the video. Keyboards and screen readers use the buttons. */}
			<div aria-hidden className="absolute inset-0 touch-manipulation select-none" onClick={onTap} />
			{playback.phase === 'failed' && (
				<ErrorOverlay title={playerText.failed} hint={playerText.failedHint} onRetry={play} />
			)}
			{isPlaying && playback.waiting && <LoadingOverlay />}
			{/* Hidden until the document has all of it: what stands at the bottom would move up with each part that arrives. */}
			<div className="pointer-events-none absolute inset-0 flex flex-col justify-end not-has-[[data-complete]]:invisible">
				<div className="flex min-h-0 grow basis-0 items-center justify-center pt-4">
					{!isPlaying && playback.phase !== 'failed' && (
						<span className="relative inline-flex size-[72px] shrink-0 items-center justify-center rounded-full bg-black/65">
							<Play aria-hidden className="ml-1 size-[32px] fill-current" />
							{playback.phase === 'ready' && facts.size !== null && (
								<span className="absolute top-full mt-3 sideways:top-1/2 sideways:left-full sideways:mt-0 sideways:ml-3 sideways:-translate-y-1/2 whitespace-nowrap rounded-full bg-black/65 px-3 py-1 font-semibold text-14 tabular-nums">
									{facts.duration} · {facts.size}
								</span>
							)}
						</span>
					)}
				</div>
				{/* Stands in the transparent part of what is below. */}
				<CaptionText
					text={captions.text}
					className="relative -mb-[min(3.5rem,9vh)] pr-16 sideways:mb-0 sideways:pr-72"
				/>
				<Offer key={id} clip={clip} onOpen={onOpen} />
				<span data-complete hidden />
			</div>
			{isCurrent && playback.visible && <AutoplayOffer />}
			<div className="absolute top-2 right-2 flex gap-1.5">
				{captions.hasCaptions && (
					<IconButton
						variant="over"
						label={captionsText.captions}
						aria-pressed={captions.isOn}
						onClick={captions.toggle}
					>
						{captions.isOn ? (
							<Captions aria-hidden className="size-5" />
						) : (
							<CaptionsOff aria-hidden className="size-5" />
						)}
					</IconButton>
				)}
				<IconButton variant="over" label={isPlaying ? playerText.pause : playerText.play} onClick={toggle}>
					{isPlaying ? <Pause aria-hidden className="size-5" /> : <Play aria-hidden className="size-5" />}
				</IconButton>
				<IconButton variant="over" label={isMuted ? playerText.unmute : playerText.mute} onClick={toggleSound}>
					{isMuted ? <VolumeX aria-hidden className="size-5" /> : <Volume2 aria-hidden className="size-5" />}
				</IconButton>
			</div>
			<div className="absolute right-2 bottom-4 flex flex-col items-center gap-1.5 sideways:flex-row sideways:items-start">
				<LikeButton target="ads" id={id} count={likes} variant="over" />
				<div className="flex flex-col items-center">
					<IconButton
						variant="over"
						label={videosText.comments(clip.comments)}
						aria-haspopup="dialog"
						onClick={() => onOpen('comments')}
					>
						<MessageCircle aria-hidden className="size-5" />
					</IconButton>
					<span aria-hidden className="font-semibold text-12 tabular-nums">
						{clip.comments > 0 && formatCount(clip.comments)}
					</span>
				</div>
				<SaveButton list="wishlist" id={id} className="min-w-11 bg-black/55" />
				<ShareButton title={title} path={adPath(clip)} what="video" variant="over" />
				<IconButton
					variant="over"
					label={videosText.moreLabel(title)}
					aria-haspopup="dialog"
					onClick={() => onOpen('more')}
				>
					<Ellipsis aria-hidden className="size-5" />
				</IconButton>
			</div>
			<div aria-hidden className="absolute inset-x-0 bottom-0 h-1 bg-white/25">
				<div
					className="h-full origin-left bg-white"
					style={{ transform: `scaleX(${duration > 0 ? time / duration : 0})` }}
				/>
			</div>
		</article>
	);
}

/** Who sells what, for how much and where. */
function Offer({ clip, onOpen }: Pick<ClipViewProps, 'clip' | 'onOpen'>) {
	const { title, description, price, seller, state } = clip;
	const isOwn = useActor()?.user_name === seller.user_name;
	const name = seller.display_name || seller.user_name;
	const place = formatPlace(clip);
	return (
		<div className="flex flex-col gap-1 bg-gradient-to-t from-black via-black/70 to-transparent pt-[min(5rem,12vh)] pr-16 pb-4 pl-3 sideways:pt-4 sideways:pr-72 [&>*]:pointer-events-auto">
			<div className="flex items-center gap-3">
				<Link
					to={profilePath(seller.user_name)}
					className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded-control font-semibold"
				>
					<Avatar name={seller.user_name} image={seller.user_image} size="small" />
					<span className="truncate">{name}</span>
				</Link>
				<FollowButton userName={seller.user_name} name={name} variant="plain" className="shrink-0 px-2" />
			</div>
			<h2 className="line-clamp-2 text-16">{title}</h2>
			<p className="flex flex-wrap items-center gap-x-3 text-14">
				{state === 'sold' && <Badge variant="danger">{commonText.sold}</Badge>}
				{price !== null && <Price price={price} />}
				{place !== null && <span className="min-w-0 truncate text-white/85">{place}</span>}
			</p>
			{description !== '' && <Description text={description} />}
			<div className="mt-1 flex flex-col gap-2 sideways:flex-row-reverse sideways:items-center">
				{clip.products && (
					<div className="min-w-0 sideways:flex-1">
						<ProductCards
							products={clip.products}
							over
							onOpen={(product) => {
								if (!isOwn) trackProductTap(clip.id);
								onOpen('product', product);
							}}
						/>
					</div>
				)}
				{isOwn ? (
					<Link to={adPath(clip)} className="inline-flex min-h-11 items-center self-start font-semibold underline">
						{videosText.openVideo}
					</Link>
				) : (
					state === 'ready' && (
						<Button aria-haspopup="dialog" onClick={() => onOpen('contact')} className="sideways:only:grow">
							<WhatsAppLogo />
							{videosText.contact}
						</Button>
					)
				)}
			</div>
		</div>
	);
}

/** Description of a product in one line, which opens to all of it. */
function Description({ text }: { text: string }) {
	const [isOpen, setOpen] = useState(false);
	const fits = text.length <= lineLength && !text.includes('\n');
	return (
		<div className={classes('flex gap-2', isOpen ? 'flex-col' : 'items-center')}>
			<p
				className={classes(
					'min-w-0 text-14 text-white/85',
					isOpen ? 'max-h-40 overflow-y-auto whitespace-pre-wrap' : 'truncate',
				)}
			>
				{text}
			</p>
			{!fits && (
				<button
					type="button"
					aria-expanded={isOpen}
					onClick={() => setOpen(!isOpen)}
					className="-my-2.5 min-h-11 min-w-11 shrink-0 self-start rounded-control text-left font-semibold text-14"
				>
					{isOpen ? videosText.hideDescription : videosText.showDescription}
				</button>
			)}
		</div>
	);
}
