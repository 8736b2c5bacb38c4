export { postWritten } from './events.ts';
export { createPostsModule } from './module.ts';
export type { PostService } from './posts.ts';
export { postIndex } from './search.ts';
export { postListsTag, postTag } from './tags.ts';
