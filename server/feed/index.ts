export { createForYou } from './for-you-feed.ts';
export { feedRoutes } from './routes.ts';
