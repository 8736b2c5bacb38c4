export { type Ads, createAds, type ForReview } from './ads.ts';
export { adPriceDropped, adVideoSettled, adWritten } from './events.ts';
export { adData } from './personal-data.ts';
export { adRoutes } from './routes.ts';
export { type AdSearch, adIndex } from './search.ts';
export { adListsTag, adTag } from './tags.ts';
