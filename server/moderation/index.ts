export { createModerationEvents } from './events.ts';
export { registerModerationJobs } from './jobs.ts';
export { createModeration, type Moderation } from './moderation.ts';
export { decisionData, reportData } from './personal-data.ts';
export { moderationRoutes } from './routes.ts';
