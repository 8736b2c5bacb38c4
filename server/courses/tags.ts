/** Names what an answer shows of a course's modules, for caches. */
export function modulesTag(courseId: string): string {
	return `modules:${courseId}`;
}
