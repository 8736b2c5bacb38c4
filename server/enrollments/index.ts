export { enrollmentChanged } from './events.ts';
export { createEnrollmentsModule } from './module.ts';
