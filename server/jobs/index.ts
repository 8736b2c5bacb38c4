export {
	defineBatchJobHandler,
	defineJob,
	defineJobHandler,
	type FailedJob,
	type Job,
	type JobDefinition,
	type JobHandler,
	type JobQueue,
	type JobStats,
	type JobsLogger,
	type JsonObject,
	type MovedJobs,
	type Schedule,
} from './jobs.ts';
export { readMovedJobs } from './moved-jobs.ts';
export { createJobQueue } from './queue.ts';
