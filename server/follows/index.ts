export { createFollows, type Follows } from './follows.ts';
export { followRoutes } from './routes.ts';
