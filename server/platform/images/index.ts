export { drawShareCard, type ShareCard, toDrawableText } from './compose-card.ts';
export { differenceHash } from './difference-hash.ts';
export { makePicture, type Picture, type PictureSize } from './make-picture.ts';
export { PictureRejectedError, type PictureRejectionReason } from './picture-rejected-error.ts';
