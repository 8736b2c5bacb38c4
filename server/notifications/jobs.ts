import { defineBatchJobHandler, defineJobHandler, type JobHandler } from '../jobs/index.ts';
import { engagementJob, notifyJob, pushJob } from './job-definitions.ts';
import { createNotificationHandler, type NotificationHandlerDeps } from './notification-handler.ts';
import { maxActors } from './notifications.ts';

export function createNotificationJobHandlers(deps: NotificationHandlerDeps): JobHandler[] {
	const { notifications } = deps;
	const { handleEvent, handleEngagement } = createNotificationHandler(deps);
	return [
		defineJobHandler(notifyJob, handleEvent),
		// A notification recognizes a repeated event among its last `maxActors`, so a batch that runs again after a crash counts nothing twice.
		defineBatchJobHandler(engagementJob, maxActors, handleEngagement),
		defineJobHandler(pushJob, ({ notice_id, device_id }, { signal }) =>
			notifications.push(notice_id, device_id, signal),
		),
	];
}
