import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { z } from 'zod';
import * as notificationsApiText from '../../../text/server/notifications-api.ts';
import type { Clock } from '../../core/clock.ts';
import { invalidInput } from '../../core/domain-error.ts';
import { ServiceUnavailableError } from '../../core/service-unavailable-error.ts';
import { tracePost } from '../outgoing/index.ts';
import { createRejectionClassifier, type PushEngine, pushMessageTtlSeconds, pushTimeout } from './push.ts';

export interface FirebaseOptions {
	projectId: string;
	/** Service account that sends the messages, and the URL that issues its access tokens. */
	account: { email: string; privateKey: string; tokenUrl: string };
	/** Base URL of the FCM API, without a trailing slash. */
	url: string;
	clock: Clock;
	/** Timeout of a message in milliseconds. */
	timeout?: number;
}

const registrationTokenSchema = z
	.string()
	.max(1000)
	.regex(/^[\w:-]{20,}$/);
const tokenResponseSchema = z.object({ access_token: z.string(), expires_in: z.number() });
const errorResponseSchema = z.object({
	error: z.object({
		details: z
			.array(
				z.object({
					errorCode: z.string().optional(),
					fieldViolations: z.array(z.object({ field: z.string().optional() })).optional(),
				}),
			)
			.optional(),
	}),
});

/** Creates a client of Firebase Cloud Messaging, HTTP v1: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send */
export function createFirebasePush(options: FirebaseOptions): PushEngine {
	const { projectId, account, url, clock, timeout = pushTimeout } = options;
	const key = createPrivateKey(account.privateKey);
	const sendUrl = `${url}/v1/projects/${encodeURIComponent(projectId)}/messages:send`;
	const classifier = createRejectionClassifier(clock.now);
	let cachedToken: { token: string; expiresAt: number } | null = null;

	/** Returns a cached or new access token; see https://developers.google.com/identity/protocols/oauth2/service-account. */
	async function accessToken(signal: AbortSignal): Promise<string> {
		const now = clock.now();
		if (cachedToken && cachedToken.expiresAt > now) return cachedToken.token;
		const assertion = signJwt(key, {
			iss: account.email,
			scope: 'https://www.googleapis.com/auth/firebase.messaging',
			aud: account.tokenUrl,
			iat: Math.floor(now / 1000),
			exp: Math.floor(now / 1000) + 3600,
		});
		const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
		const response = await fetch(account.tokenUrl, { method: 'POST', body, redirect: 'error', signal });
		const { access_token, expires_in } = tokenResponseSchema.parse(await response.json());
		// The cached token expires a minute early, so that it is still valid when Firebase receives it.
		cachedToken = { token: access_token, expiresAt: now + (expires_in - 60) * 1000 };
		return access_token;
	}

	async function post(message: object, signal: AbortSignal) {
		const response = await fetch(sendUrl, {
			method: 'POST',
			headers: { authorization: `Bearer ${await accessToken(signal)}`, 'content-type': 'application/json' },
			body: JSON.stringify({ message }),
			redirect: 'error',
			signal,
		});
		if (response.status === 401) cachedToken = null;
		return { ok: response.ok, status: response.status, text: await response.text() };
	}

	return {
		parseToken(token) {
			const { success, data } = registrationTokenSchema.safeParse(token);
			if (!success) throw invalidInput({ fcm_token: notificationsApiText.firebaseTokenInvalid });
			return data;
		},
		async send(storedToken, { notification: { title, body, icon }, data }, signal) {
			const timeoutSignal = AbortSignal.timeout(timeout);
			const webpush = { headers: { TTL: String(pushMessageTtlSeconds) }, notification: { icon } };
			const message = { token: storedToken, notification: { title, body }, data, webpush };
			const eitherSignal = signal ? AbortSignal.any([timeoutSignal, signal]) : timeoutSignal;
			const response = await tracePost(() => post(message, eitherSignal)).catch((error: unknown) => {
				signal?.throwIfAborted();
				throw new ServiceUnavailableError('Firebase does not respond', { cause: error });
			});
			if (response.ok) return classifier.onSent(url);
			const details = parseErrorDetails(response.text);
			const codes = details.map(({ errorCode }) => errorCode);
			// Any other 404 means that the Firebase project is missing, which is no reason to delete devices.
			if (codes.includes('UNREGISTERED')) return 'gone';
			const isTokenInvalid = details.some(({ fieldViolations }) =>
				fieldViolations?.some(({ field }) => field === 'message.token'),
			);
			// The token belongs to another sender, or is no registration token.
			if (codes.includes('SENDER_ID_MISMATCH') || (codes.includes('INVALID_ARGUMENT') && isTokenInvalid)) {
				return classifier.onRejected(url);
			}
			throw new ServiceUnavailableError(`Firebase responded with ${response.status} ${codes.join()}`);
		},
	};
}

function signJwt(key: KeyObject, claims: object): string {
	const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
	const signed = `${encodePart({ alg: 'RS256', typ: 'JWT' })}.${encodePart(claims)}`;
	return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

function parseErrorDetails(text: string) {
	try {
		return errorResponseSchema.safeParse(JSON.parse(text)).data?.error.details ?? [];
	} catch {
		return [];
	}
}
