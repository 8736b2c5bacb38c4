import type { Ads } from '../ads/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { Posts } from '../posts/index.ts';
import { createLikes } from './likes.ts';
import { likeData } from './personal-data.ts';
import { likeRoutes } from './routes.ts';

export function createLikesModule(deps: Platform & { ads: Ads; posts: Posts }) {
	const likes = createLikes(deps);
	return { service: likes, routes: likeRoutes(likes), personalData: [likeData(deps)] };
}
