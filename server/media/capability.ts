import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type MediaKind, mediaKinds } from '../../contract/media.ts';

/** What an `upload_preset` of ours says: who may send one file of which kind, and until when. */
export interface Capability {
	/** Random; spent when a file is published. */
	id: string;
	accountId: number;
	sessionId: number;
	kind: MediaKind;
	/** Milliseconds since 1970. */
	ends: number;
}

const shape = z.tuple([z.string(), z.int(), z.int(), z.enum(mediaKinds), z.int()]);

/** Signs a capability as the text that goes through the form. */
export function sign(secret: string, { id, accountId, sessionId, kind, ends }: Capability): string {
	const said = Buffer.from(JSON.stringify([id, accountId, sessionId, kind, ends])).toString('base64url');
	return `${said}.${seal(secret, said)}`;
}

/** Reads a capability back; null where we did not sign it. Its time is for the caller to check. */
export function verify(secret: string, text: string): Capability | null {
	const [said = '', signature = ''] = text.split('.');
	const expected = Buffer.from(seal(secret, said));
	const given = Buffer.from(signature);
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
	const parsed = shape.safeParse(JSON.parse(Buffer.from(said, 'base64url').toString()));
	if (!parsed.success) return null;
	const [id, accountId, sessionId, kind, ends] = parsed.data;
	return { id, accountId, sessionId, kind, ends };
}

function seal(secret: string, said: string): string {
	return createHmac('sha256', secret).update(said).digest('base64url');
}
