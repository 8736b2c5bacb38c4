/** States of an uploaded file. A picture is ready immediately; a video is processed first. */
export const mediaStates = ['processing', 'ready', 'failed'] as const;
export type MediaState = (typeof mediaStates)[number];

/**
 * `playable`: the first rendition is ready; `refused`: the file is not acceptable; `gave_up`: every attempt failed or was interrupted;
 * `retry`: another attempt is requested.
 */
export type MediaEvent = 'playable' | 'refused' | 'gave_up' | 'retry';

const transitions: Record<MediaState, Partial<Record<MediaEvent, MediaState>>> = {
	processing: { playable: 'ready', refused: 'failed', gave_up: 'failed' },
	ready: {},
	failed: { retry: 'processing' },
};

/** Returns null if the state does not allow the event. */
export function nextState(state: MediaState, event: MediaEvent): MediaState | null {
	return transitions[state][event] ?? null;
}
