export { type Comments, createComments } from './comments.ts';
export { commentPosted, commentWritten } from './events.ts';
export { commentData } from './personal-data.ts';
export { commentRoutes } from './routes.ts';
