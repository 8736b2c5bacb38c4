import { createHmac, timingSafeEqual } from 'node:crypto';

/** Bytes of the seal: 144 bits, which nobody guesses. */
const sealBytes = 18;

/** Unguessable ids: a number, and a seal that only we can make. Nothing of it is stored. `what` keeps those of different things apart. */
export function createSealedIds(secret: string, what: string) {
	const seal = (id: string) =>
		createHmac('sha256', secret).update(`${what} ${id}`).digest().subarray(0, sealBytes).toString('base64url');

	return {
		idOf(number: number): string {
			const id = number.toString(36);
			return `${id}.${seal(id)}`;
		},

		/** The number in an id; null where we did not make it. */
		read(text: string): number | null {
			const [, id = '', given = ''] = /^([1-9a-z][\da-z]{0,9})\.([\w-]{24})$/.exec(text) ?? [];
			const known = timingSafeEqual(Buffer.from(given.padEnd(24)), Buffer.from(seal(id)));
			return known ? Number.parseInt(id, 36) : null;
		},
	};
}
