import { handleJob, type JobHandler } from '../platform/jobs/index.ts';
import { newsJob, pushJob } from './job-definitions.ts';
import { createTellNews, type TellNewsParts } from './news.ts';

/** Tells who is concerned of what happened, and sends push messages. */
export function createNotificationJobs(parts: TellNewsParts): JobHandler[] {
	const { notifications } = parts;
	return [
		handleJob(newsJob, createTellNews(parts)),
		handleJob(pushJob, ({ notice_id, device_id }, { signal }) => notifications.push(notice_id, device_id, signal)),
	];
}
