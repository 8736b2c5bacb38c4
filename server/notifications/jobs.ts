import { defineJobHandler, type JobHandler } from '../platform/jobs/index.ts';
import { notifyJob, pushJob } from './job-definitions.ts';
import { createNotificationHandler, type NotificationHandlerDeps } from './notification-handler.ts';

export function createNotificationJobHandlers(deps: NotificationHandlerDeps): JobHandler[] {
	const { notifications } = deps;
	return [
		defineJobHandler(notifyJob, createNotificationHandler(deps)),
		defineJobHandler(pushJob, ({ notice_id, device_id }, { signal }) =>
			notifications.push(notice_id, device_id, signal),
		),
	];
}
