export { drawBox } from './draw-box.ts';
export { drawText, type TextStyle, toDrawableText } from './draw-text.ts';
export { restrictImageFormats } from './loaders.ts';
export { makePicture, type Picture, type PictureSize } from './make-picture.ts';
export { computePerceptualHash } from './perceptual-hash.ts';
export { PictureRejectedError, type PictureRejectionReason } from './picture-rejected-error.ts';
export {
	computeSearchedVectors,
	computeStoredVectors,
	isCopy,
	type MeasuredVector,
	measureVectors,
	type PictureVector,
	toPictureHash,
} from './picture-vectors.ts';
export { createSemaphore } from './semaphore.ts';
