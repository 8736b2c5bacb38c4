export { followed } from './events.ts';
export { createFollows, type Follows } from './follows.ts';
export { followData } from './personal-data.ts';
export { followRoutes } from './routes.ts';
