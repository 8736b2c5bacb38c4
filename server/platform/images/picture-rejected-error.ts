import * as mediaApiText from '../../../contract/text/media-api.ts';

export type PictureRejectionReason = 'unsupported' | 'too_many_pixels' | 'broken';

/** The file itself is invalid, so that a retry is useless; `message` is for its owner. */
export class PictureRejectedError extends Error {
	override readonly name = 'PictureRejectedError';
	readonly reason: PictureRejectionReason;

	constructor(reason: PictureRejectionReason, cause?: unknown) {
		super(mediaApiText.pictureRejections[reason], { cause });
		this.reason = reason;
	}
}
