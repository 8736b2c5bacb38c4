import { createHmac, timingSafeEqual } from 'node:crypto';

export type Links = ReturnType<typeof createLinks>;

/** Bytes of the seal: 144 bits, which nobody guesses. */
const sealBytes = 18;

/** The unguessable id of a request: its number, and a seal that only we can make. Nothing of it is stored. */
export function createLinks(secret: string) {
	const seal = (id: string) =>
		createHmac('sha256', secret).update(`enrollment ${id}`).digest().subarray(0, sealBytes).toString('base64url');

	return {
		idOf(enrollmentId: number): string {
			const id = enrollmentId.toString(36);
			return `${id}.${seal(id)}`;
		},

		/** The number of the request; null where we did not make the id. */
		read(text: string): number | null {
			const [, id = '', given = ''] = /^([1-9a-z][\da-z]{0,9})\.([\w-]{24})$/.exec(text) ?? [];
			const known = timingSafeEqual(Buffer.from(given.padEnd(24)), Buffer.from(seal(id)));
			return known ? Number.parseInt(id, 36) : null;
		},
	};
}
