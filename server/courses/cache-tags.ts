export function modulesCacheTag(courseId: string): string {
	return `modules:${courseId}`;
}
