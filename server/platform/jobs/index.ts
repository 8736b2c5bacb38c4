export {
	defineJob,
	type FailedJob,
	handleJob,
	type Job,
	type JobDefinition,
	type JobHandler,
	type JobStats,
	type Jobs,
	type JobsLogger,
	type JsonObject,
	type Schedule,
} from './jobs.ts';
export { createLocalJobs } from './local.ts';
export { createPostgresJobs } from './postgres.ts';
