import { createHmac, timingSafeEqual } from 'node:crypto';
import * as limits from '../../contract/core/limits.ts';
import type { Clock } from '../core/clock.ts';

export type MediaUrlSigner = ReturnType<typeof createMediaUrlSigner>;

/** Signs URLs of private files. A signed URL is valid for one file and for `limits.signedUrlTtl`. */
export function createMediaUrlSigner({ secret, clock }: { secret: string; clock: Clock }) {
	const createSignature = (publicId: string, name: string, ends: string) =>
		createHmac('sha256', secret).update(`${publicId}/${name} ${ends}`).digest('base64url');

	return {
		create(publicId: string, name: string): string {
			const ends = String(clock.now() + limits.signedUrlTtl);
			return `/private-media/${publicId}/${name}?ends=${ends}&signature=${createSignature(publicId, name, ends)}`;
		},

		isValid(publicId: string, name: string, { ends, signature }: Record<string, unknown>): boolean {
			if (typeof ends !== 'string' || typeof signature !== 'string') return false;
			const expected = Buffer.from(createSignature(publicId, name, ends));
			const given = Buffer.from(signature);
			if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
			return clock.now() < Number(ends);
		},
	};
}
