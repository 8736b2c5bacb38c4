import type { Accounts } from '../accounts/index.ts';
import type { Ads } from '../ads/index.ts';
import type { Comments } from '../comments/index.ts';
import { readPublicFile } from '../media/index.ts';
import type { Platform } from '../platform/platform.ts';
import { getOrCreateSecret } from '../platform/secrets.ts';
import type { Posts } from '../posts/index.ts';
import { createModerationJobs } from './jobs.ts';
import { createModeration } from './moderation.ts';
import { decisionData, reportData } from './personal-data.ts';
import { moderationRoutes } from './routes.ts';

export interface ModerationModuleDeps extends Platform {
	accounts: Accounts;
	ads: Ads;
	posts: Posts;
	comments: Comments;
}

export async function createModerationModule(deps: ModerationModuleDeps) {
	const moderation = createModeration({
		...deps,
		readPicture: (address) => readPublicFile(deps, address),
		secret: await getOrCreateSecret(deps.db, 'decisions'),
	});
	return {
		service: moderation,
		routes: moderationRoutes(moderation),
		jobs: createModerationJobs({ ...deps, moderation }),
		personalData: [reportData, decisionData],
	};
}
