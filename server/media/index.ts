export { serveMedia } from './delivery.ts';
export { createMediaEvents, type MediaEvents } from './events.ts';
export { registerMediaJobs } from './jobs.ts';
export type { MediaState } from './lifecycle.ts';
export { createMedia, type Media, type Received, type ShownMedia } from './media.ts';
export { mediaRoutes } from './routes.ts';
