import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { CommentService } from '../comments/index.ts';
import { getOrCreateSecret } from '../core/secrets.ts';
import type { Platform } from '../platform.ts';
import type { PostService } from '../posts/index.ts';
import type { ReviewService } from '../reviews/index.ts';
import { createModerationJobHandlers } from './jobs.ts';
import { createModerationService } from './moderation.ts';
import { createReportPersonalData, decisionPersonalData, removedItemPersonalData } from './personal-data.ts';
import { createModerationRoutes } from './routes.ts';

const hour = 3_600_000;

export interface ModerationModuleDeps extends Platform {
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
	comments: CommentService;
	reviews: ReviewService;
}

export async function createModerationModule(deps: ModerationModuleDeps) {
	const moderation = createModerationService({
		...deps,
		secret: await getOrCreateSecret(deps.db, 'decisions'),
	});
	return {
		service: moderation,
		routes: createModerationRoutes(moderation),
		jobs: createModerationJobHandlers({ ...deps, moderation }),
		schedules: [{ name: 'moderation.sweep', every: hour, run: moderation.sweep }],
		personalData: [createReportPersonalData(deps.accounts), decisionPersonalData, removedItemPersonalData],
	};
}
