export { followAdded } from './events.ts';
export type { Follows } from './follows.ts';
export { createFollowsModule } from './module.ts';
