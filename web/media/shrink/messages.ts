/** What the worker says: that it is there, whether it makes the video smaller, then how far it is, at last the small file. */
export type ShrinkMessage =
	| { type: 'loaded' }
	| { type: 'willShrink' }
	/** 0 to 1. */
	| { type: 'progressed'; share: number }
	| { type: 'shrunk'; bytes: ArrayBuffer }
	/** It is best, or can only be, sent as it is. */
	| { type: 'unchanged' };
