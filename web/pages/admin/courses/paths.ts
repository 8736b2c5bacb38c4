/** Path of the list of a course's modules for administrators; without a course, of the first one's. */
export function courseEditorPath(courseId?: string): string {
	return `/dashboard/admin/courses${courseId === undefined ? '' : `/${courseId}`}`;
}

/** Path where an administrator changes what a module holds. */
export function lessonEditorPath(courseId: string, module: number): string {
	return `${courseEditorPath(courseId)}/${module}`;
}
