export type { CommentService } from './comments.ts';
export { commentCreatedOrEdited, commentPosted } from './events.ts';
export { createCommentsModule } from './module.ts';
