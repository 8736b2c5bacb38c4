export type { Comments } from './comments.ts';
export { commentPosted, commentWritten } from './events.ts';
export { createCommentsModule } from './module.ts';
