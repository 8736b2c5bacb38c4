import { type AccountService, accountErased } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { CommentService } from '../comments/index.ts';
import type { DataProtectionService } from '../data-protection/index.ts';
import type { EnrollmentService } from '../enrollments/index.ts';
import type { FollowService } from '../follows/index.ts';
import { defineBatchJobHandler } from '../jobs/index.ts';
import type { LikeService } from '../likes/index.ts';
import type { MediaService } from '../media/index.ts';
import type { ModerationService } from '../moderation/index.ts';
import type { Platform } from '../platform.ts';
import type { PostService } from '../posts/index.ts';
import type { ReviewService } from '../reviews/index.ts';
import type { VerificationService } from '../verification/index.ts';
import { createBackups } from './backups.ts';
import { removeRemainsJob } from './job-definitions.ts';
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

/** Number of erased accounts whose remains are removed together. */
const maxJoinedRemovals = 100;
/** Milliseconds between two checks whether a backup is due. */
const backupCheckInterval = 60_000;

export function createOperationsModule(deps: OperationsModuleDeps) {
	const backups = createBackups(deps);
	const operations = createOperationsService({ ...deps, backups, dataDir: deps.config.dataDir });
	const maintenance = createMaintenanceService(deps);
	deps.events.on(accountErased, (tx) => deps.jobs.add(tx, removeRemainsJob, {}));
	return {
		service: { ...operations, ...maintenance, backUpIfDue: backups.backUpIfDue },
		routes: createOperationRoutes(operations),
		jobs: [
			defineBatchJobHandler(removeRemainsJob, maxJoinedRemovals, (_, { signal }) => maintenance.removeRemains(signal)),
		],
		schedules: deps.config.backup.target
			? [{ name: 'operations.backup', every: backupCheckInterval, run: backups.backUpIfDue }]
			: [],
	};
}
