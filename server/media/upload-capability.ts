import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type MediaKind, mediaKinds } from '../../contract/media/media.ts';

/** Content of a capability, which is a signed permission to upload one file. The client sends it as Cloudinary's `upload_preset`. */
export interface UploadCapabilityClaims {
	/** Random id. The upload permission is used up when its file is stored or its resumable upload starts. */
	id: string;
	accountId: number;
	sessionId: number;
	kind: MediaKind;
	/** Announced size of the file in bytes. A longer file is rejected. */
	bytes: number;
	/** Expiry in milliseconds since 1970. */
	expiresAt: number;
}

const capabilitySchema = z.tuple([z.string(), z.int(), z.int(), z.enum(mediaKinds), z.int(), z.int()]);

export function signUploadCapability(
	secret: string,
	{ id, accountId, sessionId, kind, bytes, expiresAt }: UploadCapabilityClaims,
): string {
	const payload = Buffer.from(JSON.stringify([id, accountId, sessionId, kind, bytes, expiresAt])).toString('base64url');
	return `${payload}.${createSignature(secret, payload)}`;
}

/** Verifies a signed upload permission. Returns null for an invalid signature. The caller must check `expiresAt`. */
export function verifyUploadCapability(secret: string, text: string): UploadCapabilityClaims | null {
	const [payload = '', signature = ''] = text.split('.');
	const expected = Buffer.from(createSignature(secret, payload));
	const given = Buffer.from(signature);
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
	const parsed = capabilitySchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
	if (!parsed.success) return null;
	const [id, accountId, sessionId, kind, bytes, expiresAt] = parsed.data;
	return { id, accountId, sessionId, kind, bytes, expiresAt };
}

function createSignature(secret: string, payload: string): string {
	return createHmac('sha256', secret).update(payload).digest('base64url');
}
