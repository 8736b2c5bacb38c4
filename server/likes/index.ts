export { likeAdded } from './events.ts';
export type { Likes } from './likes.ts';
export { createLikesModule } from './module.ts';
