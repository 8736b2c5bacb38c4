/** The disk is full; nothing was written. */
export class DiskFull extends Error {
	override readonly name = 'DiskFull';
}
