export function modulesTag(courseId: string): string {
	return `modules:${courseId}`;
}
