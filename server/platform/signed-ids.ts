import { createHmac, timingSafeEqual } from 'node:crypto';

/** Bytes of the seal: 144 bits, which nobody guesses. */
const signatureBytes = 18;

/** Unguessable ids: a number, and a seal that only we can make. Nothing of it is stored. `what` keeps those of different things apart. */
export function createSignedIds(secret: string, purpose: string) {
	const sign = (id: string) =>
		createHmac('sha256', secret).update(`${purpose} ${id}`).digest().subarray(0, signatureBytes).toString('base64url');

	return {
		encode(number: number): string {
			const id = number.toString(36);
			return `${id}.${sign(id)}`;
		},

		/** The number in an id; null where we did not make it. */
		decode(text: string): number | null {
			const [, id = '', given = ''] = /^([1-9a-z][\da-z]{0,9})\.([\w-]{24})$/.exec(text) ?? [];
			const known = timingSafeEqual(Buffer.from(given.padEnd(24)), Buffer.from(sign(id)));
			return known ? Number.parseInt(id, 36) : null;
		},
	};
}
