// What tweets, talks and pictures say, wherever they stand.

import { plural } from '../../contract/core/plural.ts';
import type { PostKind } from '../../contract/posts/posts.ts';

export const title = (kind: string, author: string) => `${kind} from ${author}`;
export const restored = (kind: string) => `${kind} restored`;
export const summary = (title: string, brand: string) => `${title} on ${brand}.`;
export const moreFrom = (author: string) => `More from ${author}`;
export const moreTweetsAndTalks = 'More tweets and talks';
export const moreAbout = (kind: string) => `More about this ${kind}`;
export const statsOf = (kind: string) => `Stats for this ${kind}`;
export const editPost = (kind: string) => `Edit this ${kind}`;
export const deletePost = (kind: string) => `Delete this ${kind}`;
export const opening = 'Opening';
export const kindNames: Record<PostKind, string> = { tweet: 'Tweet', talk: 'Talk', picture: 'Picture' };
/** As they stand inside a sentence. */
export const kindWords: Record<PostKind, string> = { tweet: 'tweet', talk: 'talk', picture: 'picture' };
export const kindPlurals: Record<PostKind, string> = { tweet: 'tweets', talk: 'talks', picture: 'pictures' };
export const caption = 'Caption';
export const likeCount = (count: number) => plural(count, { one: '# like', other: '# likes' });
export const commentCount = (count: number) => plural(count, { one: '# comment', other: '# comments' });
export const viewCount = (count: number) => plural(count, { one: '# view', other: '# views' });
export const toComments = (count: number) => plural(count, { one: 'Comment, # comment', other: 'Comment, # comments' });
export const deleted = (kind: string) => `${kind} deleted`;
