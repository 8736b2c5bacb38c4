export { type Courses, createCourses } from './courses.ts';
export { courseRoutes } from './routes.ts';
