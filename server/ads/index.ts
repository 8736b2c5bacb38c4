export { type Ads, createAds } from './ads.ts';
export { adRoutes } from './routes.ts';
export { type AdSearch, adIndex } from './search.ts';
export { adListsTag, adTag } from './tags.ts';
