export { addComment } from './add-comment.ts';
export type { CommentService } from './comments.ts';
export { commentCreatedOrEdited, commentsPosted } from './events.ts';
export { createCommentsModule } from './module.ts';
