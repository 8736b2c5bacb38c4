export { followAdded } from './events.ts';
export type { FollowService } from './follows.ts';
export { createFollowsModule } from './module.ts';
