import {
	Captions,
	CaptionsOff,
	Maximize,
	Minimize,
	Pause,
	Play,
	RotateCcw,
	RotateCw,
	Volume2,
	VolumeX,
} from 'lucide-react';
import type { ComponentProps } from 'react';
import * as limits from '../../contract/core/limits.ts';
import * as captionsText from '../../text/shared/captions.ts';
import * as playerText from '../../text/web/player.ts';
import { formatDuration } from '../platform/duration.ts';
import { classes } from '../ui/classes.ts';
import type { Playback, PlaybackSession } from './playback.ts';
import { SeekBar } from './seek-bar.tsx';

interface ControlBarProps {
	session: Pick<PlaybackSession<HTMLVideoElement>, 'toggle' | 'seek' | 'back' | 'forward' | 'toggleMuted'>;
	playback: Playback;
	/** Whether captions are on, and how to change it. Null for a video without captions. */
	captions: { isOn: boolean; toggle: () => void } | null;
	/** Whether the controls are visible and can be tapped. */
	visible: boolean;
	isFullScreen: boolean;
	onToggleFullScreen: () => void;
	onActivity: () => void;
}

export function ControlBar({
	session,
	playback,
	captions,
	visible,
	isFullScreen,
	onToggleFullScreen,
	onActivity,
}: ControlBarProps) {
	const { time, duration, loaded, paused, ended, muted } = playback;
	return (
		<div className={classes('px-3 pb-1 sm:px-4 sm:pb-2', visible && 'pointer-events-auto')} onPointerDown={onActivity}>
			<SeekBar
				time={time}
				duration={duration}
				loaded={loaded}
				onSeek={(to) => {
					session.seek(to);
					onActivity();
				}}
			/>
			<div className="-mx-2 flex items-center">
				<Control
					label={ended ? playerText.playAgain : paused ? playerText.play : playerText.pause}
					onClick={session.toggle}
				>
					<PlayIcon playback={playback} className="size-6" />
				</Control>
				<Control label={playerText.back(limits.player.step)} onClick={session.back}>
					<StepIcon Icon={RotateCcw} />
				</Control>
				<Control label={playerText.forward(limits.player.step)} onClick={session.forward}>
					<StepIcon Icon={RotateCw} />
				</Control>
				<Control label={muted ? playerText.unmute : playerText.mute} onClick={session.toggleMuted}>
					{muted ? <VolumeX aria-hidden className="size-6" /> : <Volume2 aria-hidden className="size-6" />}
				</Control>
				<span className="ml-1 whitespace-nowrap text-14 tabular-nums">
					{formatDuration(time)}
					{/* On the narrowest phones the buttons leave no room for both times. */}
					<span className={classes(captions !== null && 'max-[22.4rem]:hidden')}> / {formatDuration(duration)}</span>
				</span>
				{captions && (
					<Control
						className="ml-auto"
						label={captionsText.captions}
						aria-pressed={captions.isOn}
						onClick={captions.toggle}
					>
						{captions.isOn ? (
							<Captions aria-hidden className="size-6" />
						) : (
							<CaptionsOff aria-hidden className="size-6" />
						)}
					</Control>
				)}
				<Control
					className={captions ? '' : 'ml-auto'}
					label={isFullScreen ? playerText.leaveFullScreen : playerText.fullScreen}
					onClick={onToggleFullScreen}
				>
					{isFullScreen ? <Minimize aria-hidden className="size-6" /> : <Maximize aria-hidden className="size-6" />}
				</Control>
			</div>
		</div>
	);
}

function Control({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
	return (
		<button
			type="button"
			aria-label={label}
			title={label}
			className={classes(
				'inline-flex size-11 shrink-0 items-center justify-center rounded-full outline-white hover:bg-white/20',
				className,
			)}
			{...rest}
		/>
	);
}

interface CenterButtonProps {
	playback: Playback;
	visible: boolean;
	onClick: () => void;
}

/** Large play button over the video, for touch screens. Hidden from screen readers, because the control bar has the same button. */
export function CenterButton({ playback, visible, onClick }: CenterButtonProps) {
	return (
		<button
			type="button"
			aria-hidden
			tabIndex={-1}
			onClick={onClick}
			className={classes(
				'absolute top-1/2 left-1/2 hidden size-16 -translate-1/2 items-center justify-center rounded-full bg-black/55 pointer-coarse:inline-flex',
				visible && 'pointer-events-auto',
			)}
		>
			<PlayIcon playback={playback} className="size-8" />
		</button>
	);
}

function PlayIcon({ playback, className }: { playback: Playback; className: string }) {
	if (playback.ended) return <RotateCcw aria-hidden className={className} />;
	const Icon = playback.paused ? Play : Pause;
	return <Icon aria-hidden className={classes('fill-current', className)} />;
}

function StepIcon({ Icon }: { Icon: typeof RotateCw }) {
	return (
		<span aria-hidden className="relative inline-flex">
			<Icon className="size-6.5 stroke-[1.75]" />
			<span className="absolute inset-0 flex items-center justify-center font-bold text-[8px] leading-none">
				{limits.player.step}
			</span>
		</span>
	);
}
