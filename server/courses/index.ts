export { type Courses, createCourses } from './courses.ts';
export { courseData } from './personal-data.ts';
export { courseRoutes } from './routes.ts';
export { serveCertificates } from './serve-certificates.ts';
