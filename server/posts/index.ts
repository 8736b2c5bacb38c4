export { postWritten } from './events.ts';
export { createPostsModule } from './module.ts';
export type { Posts } from './posts.ts';
export { postIndex } from './search.ts';
export { postListsTag, postTag } from './tags.ts';
