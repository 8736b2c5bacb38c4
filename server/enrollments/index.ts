export type { EnrollmentService } from './enrollments.ts';
export { enrollmentChanged } from './events.ts';
export { createEnrollmentsModule } from './module.ts';
