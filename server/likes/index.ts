export { liked } from './events.ts';
export { createLikes, type Likes } from './likes.ts';
export { likeData } from './personal-data.ts';
export { likeRoutes } from './routes.ts';
