import type { FastifyInstance } from 'fastify';
import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { CommentService } from '../comments/index.ts';
import type { Config } from '../core/config.ts';
import { getOrCreateSecret } from '../core/secrets.ts';
import type { FollowService } from '../follows/index.ts';
import type { Platform } from '../platform.ts';
import type { PostService } from '../posts/index.ts';
import type { ReviewService } from '../reviews/index.ts';
import type { SavedItemService } from '../saved-items/index.ts';
import type { SavedSearchService } from '../saved-searches/index.ts';
import { createFirebasePush, createWebPush } from '../senders/push/index.ts';
import { createDeviceService } from './devices.ts';
import { createNotificationJobHandlers } from './jobs.ts';
import { createNotificationService } from './notifications.ts';
import { notificationPersonalData } from './personal-data.ts';
import { queueNotifyJobsOnEvents } from './queue-notify-jobs.ts';
import { createNotificationRoutes } from './routes.ts';
import { notificationStreamOperation, serveNotificationStream } from './stream.ts';

export interface NotificationsModuleDeps extends Platform {
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
	follows: FollowService;
	comments: CommentService;
	savedItems: SavedItemService;
	savedSearches: SavedSearchService;
	reviews: ReviewService;
	/** Milliseconds between checks that the sessions of open tabs still exist. */
	sessionCheckInterval: number;
}

const hour = 3_600_000;

export async function createNotificationsModule(deps: NotificationsModuleDeps) {
	const { config, clock, db, accounts, publicUrl, pushServices, sessionCheckInterval } = deps;
	const devices = createDeviceService({
		...deps,
		webPush: createWebPush({
			secret: await getOrCreateSecret(db, 'web push'),
			contact: () => `mailto:no-reply@${new URL(publicUrl()).hostname}`,
			services: pushServices,
		}),
		firebase: config.firebase && {
			push: createFirebasePush({ ...config.firebase, clock }),
			app: toFirebaseWebConfig(config.firebase),
		},
	});
	const notifications = createNotificationService({ ...deps, devices });
	queueNotifyJobsOnEvents(deps);
	return {
		service: { ...notifications, sendTest: devices.sendTestTo },
		routes: createNotificationRoutes({ devices, notifications }),
		jobs: createNotificationJobHandlers({ ...deps, notifications }),
		personalData: [notificationPersonalData],
		schedules: [
			{
				name: 'notifications.sweep',
				every: hour,
				async run() {
					await devices.sweep();
					await notifications.sweep();
				},
			},
		],
		otherOperations: [notificationStreamOperation],
		serve: (app: FastifyInstance) =>
			serveNotificationStream(app, { db, accounts, notifications, sessionCheckInterval }),
	};
}

/** Selects the Firebase settings that browsers need. */
function toFirebaseWebConfig({
	projectId,
	apiKey,
	appId,
	messagingSenderId,
	vapidKey,
}: NonNullable<Config['firebase']>) {
	return { projectId, apiKey, appId, messagingSenderId, vapidKey };
}
