import { previewModule } from '../../contract/courses/course-catalogue.ts';
import type { ModuleSummary } from '../../contract/courses/courses.ts';

/** Returns whether the module that everyone can read has content. Without content, it is taught live to learners only. */
export function hasFreeLesson(modules: readonly ModuleSummary[]): boolean {
	return modules.some(({ module, has_text, has_video }) => module === previewModule && (has_text || has_video));
}
