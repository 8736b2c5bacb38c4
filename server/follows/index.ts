export { followAdded } from './events.ts';
export { addFollows, type FollowService } from './follows.ts';
export { createFollowsModule } from './module.ts';
