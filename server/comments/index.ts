export type { CommentService } from './comments.ts';
export { commentPosted, commentWritten } from './events.ts';
export { createCommentsModule } from './module.ts';
