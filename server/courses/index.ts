export type { Courses } from './courses.ts';
export { createCoursesModule } from './module.ts';
