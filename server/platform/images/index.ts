export { type Card, composeCard, drawable } from './compose-card.ts';
export { differenceHash } from './difference-hash.ts';
export { makePicture, type Picture, type PictureSize } from './make-picture.ts';
export { type PictureRefusal, PictureRefused } from './refused.ts';
