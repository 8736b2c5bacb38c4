/**
 * A video on its way. `saving` and `unsaved` stand for a file that the media host has taken: it is not sent again, and `unsaved`
 * stays locked until saving works (specification, section 4).
 */
export type UploadState =
	| { step: 'idle'; problem: string | null }
	/** Another tab of this browser sends a video, and this one waits for its turn. */
	| { step: 'elsewhere' }
	/** What another tab has left behind is sent before the one that was chosen here. */
	| { step: 'ahead' }
	| { step: 'sending'; percent: number }
	| { step: 'saving' }
	| { step: 'unsaved'; problem: string | null };

export type UploadAction =
	/** Another video, so what was wrong with the last one no longer matters. */
	| { type: 'chosen' }
	| { type: 'started' }
	/** Another tab is at it; and is so no more. */
	| { type: 'taken' }
	| { type: 'free' }
	/** Something else is sent first. */
	| { type: 'ahead' }
	/** Share of the bytes that have left or, sent in pieces, are acknowledged, 0 to 1. */
	| { type: 'progressed'; share: number }
	| { type: 'sent' }
	| { type: 'notSent'; problem: string | null }
	| { type: 'notSaved'; problem: string | null }
	| { type: 'saved' }
	/** Nobody wants it any more. */
	| { type: 'discarded' };

export const idle: UploadState = { step: 'idle', problem: null };

/** What comes next; an event that does not belong to the step changes nothing. */
export function uploadReducer(state: UploadState, action: UploadAction): UploadState {
	switch (action.type) {
		case 'chosen':
			return state.step === 'idle' ? idle : state;
		case 'started':
			if (state.step === 'idle' || state.step === 'ahead') return { step: 'sending', percent: 0 };
			return state.step === 'unsaved' ? { step: 'saving' } : state;
		case 'progressed':
			return state.step === 'sending' ? { step: 'sending', percent: Math.round(action.share * 100) } : state;
		case 'taken':
			return state.step === 'idle' || state.step === 'sending' ? { step: 'elsewhere' } : state;
		case 'free':
			return state.step === 'elsewhere' ? idle : state;
		case 'ahead':
			return state.step === 'idle' || state.step === 'sending' ? { step: 'ahead' } : state;
		case 'sent':
			return state.step === 'sending' ? { step: 'saving' } : state;
		case 'notSent':
			return state.step === 'sending' || state.step === 'ahead' ? { step: 'idle', problem: action.problem } : state;
		case 'notSaved':
			return state.step === 'saving' ? { step: 'unsaved', problem: action.problem } : state;
		case 'saved':
			return state.step === 'saving' ? idle : state;
		case 'discarded':
			return state.step === 'unsaved' || state.step === 'idle' ? idle : state;
	}
}

/** The rounded percent that the button and the bar show; null while nothing is uploading. */
export function getUploadPercent(state: UploadState): number | null {
	if (state.step === 'sending') return state.percent;
	return state.step === 'saving' || state.step === 'unsaved' ? 100 : null;
}
