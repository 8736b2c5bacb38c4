/** A zip that cannot be used. The message is for the user. */
export class ZipError extends Error {
	override readonly name = 'ZipError';
}
