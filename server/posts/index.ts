export { postWritten } from './events.ts';
export { postData } from './personal-data.ts';
export { createPosts, type Posts } from './posts.ts';
export { postRoutes } from './routes.ts';
export { postIndex } from './search.ts';
export { postListsTag, postTag } from './tags.ts';
