export type { AdService } from './ads.ts';
export { adCacheTag, adListsCacheTag } from './cache-tags.ts';
export { adCreatedOrEdited, adPriceDropped, adVideoProcessingEnded } from './events.ts';
export { createAdsModule } from './module.ts';
export { type AdSearch, adIndex } from './search.ts';
