export { modulesCacheTag } from './cache-tags.ts';
export type { CourseService } from './courses.ts';
export { createCoursesModule } from './module.ts';
export { lockModuleRow, updateModule } from './store.ts';
