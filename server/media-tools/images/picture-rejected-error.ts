import * as mediaApiText from '../../../text/shared/media-api.ts';

export type PictureRejectionReason = keyof typeof mediaApiText.pictureRejections;

/** Error of an invalid picture file. A retry is useless. The message is for the owner of the file. */
export class PictureRejectedError extends Error {
	override readonly name = 'PictureRejectedError';
	readonly reason: PictureRejectionReason;

	constructor(reason: PictureRejectionReason, cause?: unknown) {
		super(mediaApiText.pictureRejections[reason], { cause });
		this.reason = reason;
	}
}
