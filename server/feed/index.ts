export { createForYou } from './for-you-feed.ts';
export { feedData } from './personal-data.ts';
export { feedRoutes } from './routes.ts';
export { createSharePictures, type SharePictures, serveSharePictures } from './share-pictures.ts';
export { serveSiteMap } from './site-map.ts';
