import { createHmac, timingSafeEqual } from 'node:crypto';

/** Length of the signature in bytes: 144 bits. */
const signatureBytes = 18;

/** Creates unguessable ids: a number with an HMAC signature. Nothing is stored. `purpose` separates the ids of different kinds. */
export function createIdSigner(secret: string, purpose: string) {
	const sign = (id: string) =>
		createHmac('sha256', secret).update(`${purpose} ${id}`).digest().subarray(0, signatureBytes).toString('base64url');

	return {
		encode(number: number): string {
			const id = number.toString(36);
			return `${id}.${sign(id)}`;
		},

		/** Returns the number of an id, or null if the signature is wrong. */
		decode(text: string): number | null {
			const [, id = '', signature = ''] = /^([1-9a-z][\da-z]{0,9})\.([\w-]{24})$/.exec(text) ?? [];
			const isValid = timingSafeEqual(Buffer.from(signature.padEnd(24)), Buffer.from(sign(id)));
			return isValid ? Number.parseInt(id, 36) : null;
		},
	};
}
