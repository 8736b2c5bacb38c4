/** Path of a course's module list for administrators. Defaults to the first course. */
export function courseEditorPath(courseId?: string): string {
	return `/dashboard/admin/courses${courseId === undefined ? '' : `/${courseId}`}`;
}

export function lessonEditorPath(courseId: string, module: number): string {
	return `${courseEditorPath(courseId)}/${module}`;
}
