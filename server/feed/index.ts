export { findCanonicalPath } from './canonical-path.ts';
export { createFeedModule, type FeedService } from './module.ts';
