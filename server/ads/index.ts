export type { AdCandidate, AdService } from './ads.ts';
export { adCacheTag, adListsCacheTag } from './cache-tags.ts';
export { adCreatedOrEdited, adPriceDropped, adSoldChanged, adVideoProcessingEnded } from './events.ts';
export { type AdFilter, isIndexed, toAdFilter } from './filter.ts';
export { createAdsModule } from './module.ts';
export { type AdMatcher, type AdSearch, adIndex, chooseSearchKey, type StoredAdSearch } from './search.ts';
