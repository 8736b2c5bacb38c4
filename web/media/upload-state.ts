/**
 * State of a video upload. In `saving` and `unsaved`, the media host has the file, so it is not sent again. `unsaved` locks the form until
 * saving succeeds (specification, section 4).
 */
export type UploadState =
	| { step: 'idle'; problem: string | null }
	/** Another tab of this browser is uploading, and this tab waits. */
	| { step: 'elsewhere' }
	/** An upload that another tab has left behind is sent before the file chosen in this tab. */
	| { step: 'ahead' }
	| { step: 'sending'; percent: number }
	| { step: 'saving' }
	| { step: 'unsaved'; problem: string | null };

export type UploadAction =
	/** A video was chosen. Clears the problem of the previous video. */
	| { type: 'chosen' }
	| { type: 'started' }
	/** Another tab has taken the upload lock. `free` means that it has released the lock. */
	| { type: 'taken' }
	| { type: 'free' }
	| { type: 'ahead' }
	/** `share` is the part of the bytes that was sent or, in chunked uploads, acknowledged: 0 to 1. */
	| { type: 'progressed'; share: number }
	| { type: 'sent' }
	| { type: 'notSent'; problem: string | null }
	| { type: 'notSaved'; problem: string | null }
	| { type: 'saved' }
	| { type: 'discarded' };

export const idleUploadState: UploadState = { step: 'idle', problem: null };

/** Returns the next upload state. Ignores actions that don't apply to the current step. */
export function uploadReducer(state: UploadState, action: UploadAction): UploadState {
	switch (action.type) {
		case 'chosen':
			return state.step === 'idle' ? idleUploadState : state;
		case 'started':
			if (state.step === 'idle' || state.step === 'ahead') return { step: 'sending', percent: 0 };
			return state.step === 'unsaved' ? { step: 'saving' } : state;
		case 'progressed':
			return state.step === 'sending' ? { step: 'sending', percent: action.share * 100 } : state;
		case 'taken':
			return state.step === 'idle' || state.step === 'sending' ? { step: 'elsewhere' } : state;
		case 'free':
			return state.step === 'elsewhere' ? idleUploadState : state;
		case 'ahead':
			return state.step === 'idle' || state.step === 'sending' ? { step: 'ahead' } : state;
		case 'sent':
			return state.step === 'sending' ? { step: 'saving' } : state;
		case 'notSent':
			return state.step === 'sending' || state.step === 'ahead' ? { step: 'idle', problem: action.problem } : state;
		case 'notSaved':
			return state.step === 'saving' ? { step: 'unsaved', problem: action.problem } : state;
		case 'saved':
			return state.step === 'saving' ? idleUploadState : state;
		case 'discarded':
			return state.step === 'unsaved' || state.step === 'idle' ? idleUploadState : state;
	}
}

/** Returns the uploaded percent; null while nothing is uploading. */
export function getUploadPercent(state: UploadState): number | null {
	if (state.step === 'sending') return state.percent;
	return state.step === 'saving' || state.step === 'unsaved' ? 100 : null;
}
