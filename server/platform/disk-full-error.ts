/** Error of a write that found no space on the disk. Nothing was written. */
export class DiskFullError extends Error {
	override readonly name = 'DiskFullError';
}
