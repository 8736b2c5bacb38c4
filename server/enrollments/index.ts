export { createEnrollments, type Enrollments } from './enrollments.ts';
export { enrollmentChanged } from './events.ts';
export { createEnrollmentJobs } from './jobs.ts';
export { enrollmentData } from './personal-data.ts';
export { enrollmentRoutes } from './routes.ts';
