export { decisionChanged } from './events.ts';
export { createModerationJobs } from './jobs.ts';
export { createModeration, type Moderation } from './moderation.ts';
export { decisionData, reportData } from './personal-data.ts';
export { moderationRoutes } from './routes.ts';
