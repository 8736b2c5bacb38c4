import { minute } from '../core/units.ts';

// Units as in `contract/core/limits.ts`.

/** Maximum text length per kind of post, and maximum pictures of a tweet or talk. A picture post has exactly one picture. */
export const post = { tweet: 280, talk: 4000, picture: 280, pictures: 4 } as const;
/** Milliseconds during which a deleted post can be restored. */
export const undoWindow = 10 * minute;
