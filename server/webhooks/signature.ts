import { createHmac, randomBytes } from 'node:crypto';

// Standard Webhooks 1.0.0 (https://www.standardwebhooks.com) defines the headers, the signature and the form of the secret.

const secretPrefix = 'whsec_';

/** Generates a secret: 256 random bits in base64 after `whsec_`. */
export function generateWebhookSecret(): string {
	return secretPrefix + randomBytes(32).toString('base64');
}

/** Returns the headers that sign a message: HMAC-SHA256 of `id.timestamp.body`. `now` is in milliseconds since 1970. */
export function signMessage(secret: string, id: string, now: number, body: string) {
	const timestamp = Math.floor(now / 1000);
	const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
	const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
	return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}
