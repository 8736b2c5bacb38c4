export { createFeedModule, type FeedService } from './module.ts';
