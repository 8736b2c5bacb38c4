export { decisionChanged, heldItemChanged } from './events.ts';
export type { ModerationService } from './moderation.ts';
export { createModerationModule } from './module.ts';
export { findPaymentFirstPhrases, phraseLists } from './payment-first.ts';
export { toNearbyPictureHashKeys, toPictureHashKeys } from './picture-hash-keys.ts';
export { computeTextSignature, isNearlySameText, toTextBands } from './text-signature.ts';
