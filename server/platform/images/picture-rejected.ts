import * as mediaApiText from '../../../contract/text/media-api.ts';

/** Why a file is not taken as a picture. */
export type PictureRejection = 'unsupported' | 'too_many_pixels' | 'broken';

/** The file itself is at fault, so trying again is of no use; `message` is a sentence for its owner. */
export class PictureRejected extends Error {
	override readonly name = 'PictureRefused';
	readonly reason: PictureRejection;

	constructor(reason: PictureRejection, cause?: unknown) {
		super(mediaApiText.pictureRefusals[reason], { cause });
		this.reason = reason;
	}
}
