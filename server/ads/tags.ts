export function adTag(id: number): string {
	return `ad:${id}`;
}

/** Cache tag of all lists of ads: their members and order. */
export const adListsTag = 'ads';
