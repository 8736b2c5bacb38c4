import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { CommentService } from '../comments/index.ts';
import type { DataProtectionService } from '../data-protection/index.ts';
import type { EnrollmentService } from '../enrollments/index.ts';
import type { FollowService } from '../follows/index.ts';
import type { LikeService } from '../likes/index.ts';
import type { MediaService } from '../media/index.ts';
import type { ModerationService } from '../moderation/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { PostService } from '../posts/index.ts';
import type { ReviewService } from '../reviews/index.ts';
import type { VerificationService } from '../verification/index.ts';
import { createBackups } from './backups.ts';
import { createMaintenanceService } from './maintenance.ts';
import { createOperationsService } from './operations.ts';
import { createOperationRoutes } from './routes.ts';

export interface OperationsModuleDeps extends Platform {
	accounts: AccountService;
	media: MediaService;
	ads: AdService;
	posts: PostService;
	follows: FollowService;
	likes: LikeService;
	comments: CommentService;
	reviews: ReviewService;
	moderation: ModerationService;
	enrollments: EnrollmentService;
	verification: VerificationService;
	dataProtection: DataProtectionService;
}

/** Milliseconds between two checks whether a backup is due. */
const backupCheckInterval = 60_000;

export function createOperationsModule(deps: OperationsModuleDeps) {
	const backups = createBackups(deps);
	const operations = createOperationsService({ ...deps, backups, dataDir: deps.config.dataDir });
	return {
		service: { ...operations, ...createMaintenanceService(deps), backUpIfDue: backups.backUpIfDue },
		routes: createOperationRoutes(operations),
		schedules: deps.config.backup.target
			? [{ name: 'operations.backup', every: backupCheckInterval, run: backups.backUpIfDue }]
			: [],
	};
}
