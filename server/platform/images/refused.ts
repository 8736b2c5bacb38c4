/** Why a file is not taken as a picture. */
export type PictureRefusal = 'unsupported' | 'too_many_pixels' | 'broken';

const sentences: Record<PictureRefusal, string> = {
	unsupported: 'This file is not a picture we can use. Choose a JPEG, PNG, WebP, GIF or AVIF.',
	too_many_pixels: 'This picture has too many pixels. Choose a smaller one.',
	broken: 'This picture is damaged. Choose another one.',
};

/** The file itself is at fault, so trying again is of no use; `message` is a sentence for its owner. */
export class PictureRefused extends Error {
	override readonly name = 'PictureRefused';
	readonly reason: PictureRefusal;

	constructor(reason: PictureRefusal, cause?: unknown) {
		super(sentences[reason], { cause });
		this.reason = reason;
	}
}
