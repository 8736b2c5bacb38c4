export {
	defineJob,
	type FailedJob,
	handleJob,
	type Job,
	type JobDefinition,
	type JobFigures,
	type JobHandler,
	type Jobs,
	type JobsLogger,
	type JsonObject,
	type Schedule,
} from './jobs.ts';
export { createLocalJobs } from './local.ts';
export { createPostgresJobs } from './postgres.ts';
