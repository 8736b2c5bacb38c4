export { likesAdded } from './events.ts';
export type { LikeService } from './likes.ts';
export { createLikesModule } from './module.ts';
export { insertLikes } from './store.ts';
