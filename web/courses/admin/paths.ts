/** Returns the path of a course's module list for administrators. Without `courseId` it shows the first course. */
export function courseEditorPath(courseId?: string): string {
	return `/dashboard/admin/courses${courseId === undefined ? '' : `/${courseId}`}`;
}

export function lessonEditorPath(courseId: string, module: number): string {
	return `${courseEditorPath(courseId)}/${module}`;
}
