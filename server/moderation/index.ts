export { createModeration, type Moderation } from './moderation.ts';
export { moderationRoutes } from './routes.ts';
