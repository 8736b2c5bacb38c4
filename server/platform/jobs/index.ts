export {
	defineJob,
	type FailedJob,
	handleJob,
	type Job,
	type JobDefinition,
	type JobHandler,
	type JobQueue,
	type JobStats,
	type JobsLogger,
	type JsonObject,
	type Schedule,
} from './jobs.ts';
export { createLocalJobQueue } from './local.ts';
export { createPostgresJobQueue } from './postgres.ts';
