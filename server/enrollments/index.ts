export { createEnrollments, type Enrollments } from './enrollments.ts';
export { registerEnrollmentJobs } from './jobs.ts';
export { enrollmentData } from './personal-data.ts';
export { enrollmentRoutes } from './routes.ts';
