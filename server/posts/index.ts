export { postCacheTag, postListsCacheTag } from './cache-tags.ts';
export { postCreatedOrEdited } from './events.ts';
export { createPostsModule } from './module.ts';
export { addPost, type PostService } from './posts.ts';
export { postIndex } from './search.ts';
