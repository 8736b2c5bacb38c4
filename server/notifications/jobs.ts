import { handleJob, type JobHandler } from '../platform/jobs/index.ts';
import { notifyJob, pushJob } from './job-definitions.ts';
import { createNotificationHandler, type NotificationHandlerDeps } from './notification-handler.ts';

export function createNotificationJobs(deps: NotificationHandlerDeps): JobHandler[] {
	const { notifications } = deps;
	return [
		handleJob(notifyJob, createNotificationHandler(deps)),
		handleJob(pushJob, ({ notice_id, device_id }, { signal }) => notifications.push(notice_id, device_id, signal)),
	];
}
