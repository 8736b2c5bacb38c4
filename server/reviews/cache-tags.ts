/** Cache tag of the lists of a seller's reviews. */
export function reviewsCacheTag(sellerId: number): string {
	return `reviews:${sellerId}`;
}
