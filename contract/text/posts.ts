// What tweets, talks and pictures say, wherever they stand.
import { brand } from '../brand.ts';
import type { PostKind } from '../posts.ts';

export const title = (kind: string, author: string) => `${kind} from ${author}`;
export const readLess = 'Read less';
export const restored = (kind: string) => `${kind} is back`;
export const summary = (title: string) => `${title} on ${brand.name}.`;
export const moreFrom = (author: string) => `More from ${author}`;
export const moreTweetsAndTalks = 'More tweets and talks';
export const moreAbout = (kind: string) => `More about this ${kind}`;
export const statsOf = (kind: string) => `Figures of this ${kind}`;
export const editPost = (kind: string) => `Edit this ${kind}`;
export const deletePost = (kind: string) => `Delete this ${kind}`;
export const opening = 'Opening';
export const kindNames: Record<PostKind, string> = { tweet: 'Tweet', talk: 'Talk', picture: 'Picture' };
/** As they stand inside a sentence. */
export const kindWords: Record<PostKind, string> = { tweet: 'tweet', talk: 'talk', picture: 'picture' };
export const kindPlurals: Record<PostKind, string> = { tweet: 'tweets', talk: 'talks', picture: 'pictures' };
export const caption = 'Caption';
export const likeCount = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'like' : 'likes'}`;
export const commentCount = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'comment' : 'comments'}`;
export const viewCount = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'view' : 'views'}`;
export const toComments = (count: number) => `Comment, ${count} ${count === 1 ? 'comment' : 'comments'}`;
export const deleted = (kind: string) => `${kind} deleted`;
