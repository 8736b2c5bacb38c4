export { type Ads, createAds } from './ads.ts';
export { type AdEvents, createAdEvents } from './events.ts';
export { adRoutes } from './routes.ts';
export { adListsTag, adTag } from './tags.ts';
