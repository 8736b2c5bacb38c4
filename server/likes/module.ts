import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { Platform } from '../platform.ts';
import type { PostService } from '../posts/index.ts';
import { createLikeService } from './likes.ts';
import { createLikePersonalData } from './personal-data.ts';
import { createLikeRoutes } from './routes.ts';

export function createLikesModule(deps: Platform & { accounts: AccountService; ads: AdService; posts: PostService }) {
	const likes = createLikeService(deps);
	return {
		service: likes,
		routes: createLikeRoutes({ db: deps.db, likes }),
		personalData: [createLikePersonalData(deps)],
	};
}
