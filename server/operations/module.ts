import type { Accounts } from '../accounts/index.ts';
import type { Ads } from '../ads/index.ts';
import type { Media } from '../media/index.ts';
import type { Moderation } from '../moderation/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { Posts } from '../posts/index.ts';
import { createOperations } from './operations.ts';
import { operationRoutes } from './routes.ts';

export interface OperationsModuleDeps extends Platform {
	accounts: Accounts;
	media: Media;
	ads: Ads;
	posts: Posts;
	moderation: Moderation;
}

export function createOperationsModule(deps: OperationsModuleDeps) {
	const operations = createOperations({ ...deps, dataDir: deps.config.dataDir });
	return { service: operations, routes: operationRoutes(operations) };
}
