export type { CourseService } from './courses.ts';
export { createCoursesModule } from './module.ts';
