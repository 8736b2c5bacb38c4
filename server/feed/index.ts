export { createForYou } from './for-you-feed.ts';
export { feedRoutes } from './routes.ts';
export { createSharePictures, serveSharePictures } from './share-pictures.ts';
export { serveSiteMap } from './site-map.ts';
