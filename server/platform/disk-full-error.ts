/** The disk is full; nothing was written. */
export class DiskFullError extends Error {
	override readonly name = 'DiskFullError';
}
