import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { z } from 'zod';
import * as notificationsApiText from '../../../contract/text/notifications-api.ts';
import type { Clock } from '../clock.ts';
import { invalidInput } from '../domain-error.ts';
import { Unavailable } from '../unavailable.ts';
import { createRejectionClassifier, messageTtlSeconds, type PushEngine, pushTimeout } from './push.ts';

export interface FirebaseOptions {
	projectId: string;
	/** The service account that sends; where its access tokens come from. */
	account: { email: string; privateKey: string; tokenUrl: string };
	/** Where messages are sent, without a slash at its end. */
	url: string;
	clock: Clock;
	/** Milliseconds. */
	timeout?: number;
}

const registrationToken = z
	.string()
	.max(1000)
	.regex(/^[\w:-]{20,}$/);
const tokenResponse = z.object({ access_token: z.string(), expires_in: z.number() });
const errorResponse = z.object({
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

/** Firebase Cloud Messaging, HTTP v1: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send */
export function createFirebasePush(options: FirebaseOptions): PushEngine {
	const { projectId, account, url, clock, timeout = pushTimeout } = options;
	const key = createPrivateKey(account.privateKey);
	const sendUrl = `${url}/v1/projects/${encodeURIComponent(projectId)}/messages:send`;
	const classifier = createRejectionClassifier(clock.now);
	let cachedToken: { token: string; ends: number } | null = null;

	/** An access token, as https://developers.google.com/identity/protocols/oauth2/service-account describes it. */
	async function accessToken(signal: AbortSignal): Promise<string> {
		const now = clock.now();
		if (cachedToken && cachedToken.ends > now) return cachedToken.token;
		const assertion = signJwt(key, {
			iss: account.email,
			scope: 'https://www.googleapis.com/auth/firebase.messaging',
			aud: account.tokenUrl,
			iat: Math.floor(now / 1000),
			exp: Math.floor(now / 1000) + 3600,
		});
		const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
		const answer = await fetch(account.tokenUrl, { method: 'POST', body, redirect: 'error', signal });
		const { access_token, expires_in } = tokenResponse.parse(await answer.json());
		// A minute early: it is still good when it arrives.
		cachedToken = { token: access_token, ends: now + (expires_in - 60) * 1000 };
		return access_token;
	}

	async function post(message: object, signal: AbortSignal) {
		const answer = await fetch(sendUrl, {
			method: 'POST',
			headers: { authorization: `Bearer ${await accessToken(signal)}`, 'content-type': 'application/json' },
			body: JSON.stringify({ message }),
			redirect: 'error',
			signal,
		});
		if (answer.status === 401) cachedToken = null;
		return { ok: answer.ok, status: answer.status, text: await answer.text() };
	}

	return {
		parseToken(token) {
			const { success, data } = registrationToken.safeParse(token);
			if (!success) throw invalidInput({ fcm_token: notificationsApiText.firebaseTokenInvalid });
			return data;
		},
		async send(kept, { notification: { title, body, icon }, data }, signal) {
			const late = AbortSignal.timeout(timeout);
			const webpush = { headers: { TTL: String(messageTtlSeconds) }, notification: { icon } };
			const message = { token: kept, notification: { title, body }, data, webpush };
			const answer = await post(message, signal ? AbortSignal.any([late, signal]) : late).catch((error: unknown) => {
				signal?.throwIfAborted();
				throw new Unavailable('Firebase does not answer', { cause: error });
			});
			if (answer.ok) return classifier.onSent(url);
			const details = parseErrorDetails(answer.text);
			const codes = details.map(({ errorCode }) => errorCode);
			// Another 404 would mean that the project is not there: no reason to forget everyone.
			if (codes.includes('UNREGISTERED')) return 'gone';
			const wrongToken = details.some(({ fieldViolations }) =>
				fieldViolations?.some(({ field }) => field === 'message.token'),
			);
			// Another sender's device, or no token at all.
			if (codes.includes('SENDER_ID_MISMATCH') || (codes.includes('INVALID_ARGUMENT') && wrongToken)) {
				return classifier.onRejected(url);
			}
			throw new Unavailable(`Firebase answered ${answer.status} ${codes.join()}`);
		},
	};
}

function signJwt(key: KeyObject, claims: object): string {
	const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
	const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
	return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

function parseErrorDetails(text: string) {
	try {
		return errorResponse.safeParse(JSON.parse(text)).data?.error.details ?? [];
	} catch {
		return [];
	}
}
