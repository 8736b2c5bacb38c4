/** States of an uploaded file. A picture is 'ready' immediately. A video is 'processing' until its first rendition is ready. */
export const mediaStates = ['processing', 'ready', 'failed'] as const;
export type MediaState = (typeof mediaStates)[number];

/**
 * `playable`: first rendition is ready. `refused`: file is lost or not acceptable. `gave_up`: last attempt failed. `retry`: new attempt.
 * `edited`: an edit was added, so that no file made before remains valid.
 */
export type MediaEvent = 'playable' | 'refused' | 'gave_up' | 'retry' | 'edited';

const transitions: Record<MediaState, Partial<Record<MediaEvent, MediaState>>> = {
	processing: { playable: 'ready', refused: 'failed', gave_up: 'failed', edited: 'processing' },
	ready: { edited: 'processing' },
	failed: { retry: 'processing', edited: 'processing' },
};

/** Returns the next state of an uploaded file, or null if the current state does not allow the event. */
export function getNextMediaState(state: MediaState, event: MediaEvent): MediaState | null {
	return transitions[state][event] ?? null;
}
