export { toDrawableText } from './card-drawing.ts';
export { drawBuiltInLogo, drawLogo, flattenLogo, resizeLogo } from './draw-logo.ts';
export { drawMarketCard, maxMarketPictures } from './draw-market-card.ts';
export { drawShareCard } from './draw-share-card.ts';
export { drawStatusCard } from './draw-status-card.ts';
export { drawVideoOverlay } from './draw-video-overlay.ts';
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
