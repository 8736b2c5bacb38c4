import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { EnrollmentService } from '../enrollments/index.ts';
import type { MediaService } from '../media/index.ts';
import type { ModerationService } from '../moderation/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { PostService } from '../posts/index.ts';
import type { VerificationService } from '../verification/index.ts';
import { createOperationsService } from './operations.ts';
import { createOperationRoutes } from './routes.ts';

export interface OperationsModuleDeps extends Platform {
	accounts: AccountService;
	media: MediaService;
	ads: AdService;
	posts: PostService;
	moderation: ModerationService;
	enrollments: EnrollmentService;
	verification: VerificationService;
}

export function createOperationsModule(deps: OperationsModuleDeps) {
	const operations = createOperationsService({ ...deps, dataDir: deps.config.dataDir });
	return { service: operations, routes: createOperationRoutes(operations) };
}
