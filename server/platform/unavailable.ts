/** A required service does not respond at the moment. */
export class Unavailable extends Error {
	override readonly name = 'Unavailable';
}
