/** Something the server needs does not answer at the moment. */
export class Unavailable extends Error {
	override readonly name = 'Unavailable';
}
