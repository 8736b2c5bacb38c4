import type { Jobs } from '../platform/jobs/index.ts';
import { newsJob, pushJob } from './job-names.ts';
import { createTellNews, type Happened, type TellNewsParts } from './news.ts';

const minute = 60_000;

/** Tells who is concerned of what happened, and sends push messages. */
export function registerNotificationJobs(parts: TellNewsParts & { jobs: Jobs }): void {
	const { jobs, notifications } = parts;
	const tellNews = createTellNews(parts);
	// One at a time, so that what gathers in one notice never waits for itself.
	jobs.work(newsJob, { concurrency: 1, timeout: minute, tries: 5 }, (data) => tellNews(data as unknown as Happened));
	jobs.work(pushJob, { concurrency: 8, timeout: minute, tries: 5, backOff: 10_000 }, (data, { signal }) =>
		notifications.push(Number(data.notice_id), Number(data.device_id), signal),
	);
}
