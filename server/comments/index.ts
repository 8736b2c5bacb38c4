export { type Comments, createComments } from './comments.ts';
export { type CommentEvents, createCommentEvents } from './events.ts';
export { commentRoutes } from './routes.ts';
