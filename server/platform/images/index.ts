export { type Card, composeCard, toDrawableText } from './compose-card.ts';
export { differenceHash } from './difference-hash.ts';
export { makePicture, type Picture, type PictureSize } from './make-picture.ts';
export { PictureRejected, type PictureRejection } from './picture-rejected.ts';
