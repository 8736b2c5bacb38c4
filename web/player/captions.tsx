import { useCallback, useState } from 'react';
import * as captionsText from '../../text/shared/captions.ts';
import { createStoredValue, useStoredValue } from '../platform/stored-value.ts';
import { classes } from '../ui/classes.ts';

const isBoolean = (value: unknown) => (typeof value === 'boolean' ? value : null);

/** Whether the user wants captions. Null until the user has chosen. */
export const captionsChoice = createStoredValue('captions', isBoolean);

/**
 * Loads the captions of a video that plays, if the user wants them. `track` belongs in the video element and `text` over the video: the
 * browser's own captions would be hidden by what is drawn over the video. `src` is undefined for a video without captions.
 */
export function useCaptions(src: string | undefined, isStarted: boolean) {
	const isOn = useStoredValue(captionsChoice) === true && src !== undefined;
	const [text, setText] = useState('');

	const connect = useCallback((element: HTMLTrackElement) => {
		const { track, parentElement: video } = element;
		track.mode = 'hidden';
		const update = () => setText(getActiveText(track));
		// In full screen, iPhones show nothing but the video element.
		const showTrack = () => {
			track.mode = 'showing';
		};
		const hideTrack = () => {
			track.mode = 'hidden';
		};
		track.addEventListener('cuechange', update);
		video?.addEventListener('webkitbeginfullscreen', showTrack);
		video?.addEventListener('webkitendfullscreen', hideTrack);
		return () => {
			track.removeEventListener('cuechange', update);
			video?.removeEventListener('webkitbeginfullscreen', showTrack);
			video?.removeEventListener('webkitendfullscreen', hideTrack);
			setText('');
		};
	}, []);

	return {
		hasCaptions: src !== undefined,
		isOn,
		toggle: () => captionsChoice.set(!isOn),
		text,
		track: isOn && isStarted && (
			<track key={src} ref={connect} kind="captions" src={src} label={captionsText.captions} />
		),
	};
}

function getActiveText({ activeCues }: TextTrack): string {
	// The markup of a cue is what WebVTT escapes. It has no tags, because the server removes them.
	const texts = [...(activeCues ?? [])].map((cue) => (cue as VTTCue).getCueAsHTML().textContent);
	return texts.join('\n');
}

/** Text of the captions at the current time. */
export function CaptionText({ text, className }: { text: string; className?: string }) {
	if (text === '') return null;
	return (
		<p
			className={classes(
				'pointer-events-none flex justify-center px-3 text-center text-16 text-white leading-snug',
				className,
			)}
		>
			<span className="line-clamp-6 max-w-prose text-balance whitespace-pre-line rounded-[8px] bg-black/80 px-2 py-1">
				{text}
			</span>
		</p>
	);
}
