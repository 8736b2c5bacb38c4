export { createFeedModule } from './module.ts';
