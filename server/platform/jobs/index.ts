export type { FailedJob, Job, JobFigures, Jobs, JobsLogger, JsonObject, WorkOptions } from './jobs.ts';
export { createLocalJobs } from './local.ts';
export { createPostgresJobs } from './postgres.ts';
