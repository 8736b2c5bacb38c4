import { day } from '../core/units.ts';

// Units as in `contract/core/limits.ts`.

/** Maximum number of products that are pinned to a video, and of the videos that are named on the page of a product. */
export const pinnedProducts = 3;
export const videosOfProduct = 3;
/** Milliseconds after posting or renewing an ad until it can be renewed. */
export const renewInterval = 7 * day;
