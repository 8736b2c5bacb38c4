/** An uploaded file's life. A picture is ready at once; a video is made playable first. */
export const mediaStates = ['processing', 'ready', 'failed'] as const;
export type MediaState = (typeof mediaStates)[number];

/**
 * `playable`: its first rendition stands; `refused`: its bytes are not what we take; `gave_up`: every try broke or was
 * interrupted; `retry`: its owner asks for another try.
 */
export type MediaEvent = 'playable' | 'refused' | 'gave_up' | 'retry';

const transitions: Record<MediaState, Partial<Record<MediaEvent, MediaState>>> = {
	processing: { playable: 'ready', refused: 'failed', gave_up: 'failed' },
	ready: {},
	failed: { retry: 'processing' },
};

/** The state after an event, or null where the event means nothing in this state. */
export function nextState(state: MediaState, event: MediaEvent): MediaState | null {
	return transitions[state][event] ?? null;
}
