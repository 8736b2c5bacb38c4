/** The disk has no room left: nothing was written. */
export class DiskFull extends Error {
	override readonly name = 'DiskFull';
}
