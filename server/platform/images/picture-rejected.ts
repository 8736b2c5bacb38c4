import * as mediaApiText from '../../../contract/text/media-api.ts';

export type PictureRejection = 'unsupported' | 'too_many_pixels' | 'broken';

/** The file itself is invalid, so that a retry is useless; `message` is for its owner. */
export class PictureRejected extends Error {
	override readonly name = 'PictureRejected';
	readonly reason: PictureRejection;

	constructor(reason: PictureRejection, cause?: unknown) {
		super(mediaApiText.pictureRejections[reason], { cause });
		this.reason = reason;
	}
}
