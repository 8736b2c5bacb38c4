import { createECDH } from 'node:crypto';
import { z } from 'zod';
import * as notificationsApiText from '../../../text/server/notifications-api.ts';
import { invalidInput } from '../../core/domain-error.ts';
import { ServiceUnavailableError } from '../../core/service-unavailable-error.ts';
import { createPublicHttpsAgent, type OutgoingReceivers, post } from '../outgoing/index.ts';
import { createRejectionClassifier, type PushEngine, pushMessageTtlSeconds, pushTimeout } from './push.ts';

const allowedHosts = [
	/^fcm\.googleapis\.com$/,
	/^jmt17\.google\.com$/,
	/^([\w-]+\.)*push\.services\.mozilla\.com$/,
	/^([\w-]+\.)*notify\.windows\.com$/,
	/^([\w-]+\.)*push\.apple\.com$/,
];

/** Allows the push services of browsers over https. The agent blocks private addresses. */
export function createBrowserPushAllowlist(): OutgoingReceivers {
	return {
		allows: ({ protocol, hostname, port, username, password }) =>
			protocol === 'https:' &&
			`${port}${username}${password}` === '' &&
			allowedHosts.some((host) => host.test(hostname)),
		agent: createPublicHttpsAgent({ keepAlive: true, maxSockets: 20 }),
	};
}

/** Keys of a subscription in base64url: an uncompressed P-256 point and 16 random bytes. */
const keysSchema = z.strictObject({
	p256dh: z
		.string()
		.regex(/^[\w-]+=*$/)
		.refine((key) => isCurvePoint(Buffer.from(key, 'base64url'))),
	auth: z
		.string()
		.regex(/^[\w-]+=*$/)
		.refine((secret) => Buffer.from(secret, 'base64url').length === 16),
});
const subscriptionSchema = z.object({ endpoint: z.url().max(1000), keys: keysSchema });

export interface WebPushOptions {
	/** Private key of the server as 64 hex digits, as `getOrCreateSecret` returns it. */
	secret: string;
	/** Returns the contact of the site's operator for push services, a `mailto:` or `https:` URL. */
	contact: () => string;
	services?: OutgoingReceivers;
}

export interface WebPush extends PushEngine {
	/** VAPID public key for subscriptions, in base64url. */
	publicKey: string;
}

/** Creates a Web Push client. It encrypts messages for the browser (RFC 8291) and signs requests with the server's key (RFC 8292). */
export function createWebPush(options: WebPushOptions): WebPush {
	const { secret, contact, services = createBrowserPushAllowlist() } = options;
	const { timeout = pushTimeout } = services;
	const ecdh = createECDH('prime256v1');
	ecdh.setPrivateKey(Buffer.from(secret, 'hex'));
	const publicKey = ecdh.getPublicKey('base64url');
	const privateKey = Buffer.from(secret, 'hex').toString('base64url');

	const classifier = createRejectionClassifier();

	const isAllowed = (endpoint: string) => URL.canParse(endpoint) && services.allows(new URL(endpoint));

	return {
		publicKey,
		parseToken(token) {
			const { success, data } = subscriptionSchema.safeParse(token);
			if (!success) throw invalidInput({ fcm_token: notificationsApiText.browserTokenInvalid });
			if (!isAllowed(data.endpoint)) throw invalidInput({ fcm_token: notificationsApiText.pushServiceUnknown });
			return JSON.stringify({ endpoint: data.endpoint, keys: data.keys });
		},
		async send(storedToken, message, signal) {
			const target = subscriptionSchema.parse(JSON.parse(storedToken));
			// The list of allowed push services may have changed since the token was stored.
			if (!isAllowed(target.endpoint)) return 'gone';
			// The package is loaded with the first message, because most processes send none.
			const { default: webPush } = await import('web-push');
			const { endpoint, headers, body } = webPush.generateRequestDetails(target, JSON.stringify(message), {
				vapidDetails: { subject: contact(), publicKey, privateKey },
				TTL: pushMessageTtlSeconds,
				urgency: 'normal',
			});
			const timeoutSignal = AbortSignal.timeout(timeout);
			const status = await post(new URL(endpoint), headers, body, {
				agent: services.agent,
				signal: signal ? AbortSignal.any([timeoutSignal, signal]) : timeoutSignal,
			}).catch((error: unknown) => {
				signal?.throwIfAborted();
				throw new ServiceUnavailableError('A push service does not respond', { cause: error });
			});
			const { host } = new URL(endpoint);
			if (status >= 200 && status < 300) return classifier.onSent(host);
			if (status === 404 || status === 410) return 'gone';
			if ([400, 401, 403].includes(status)) return classifier.onRejected(host);
			throw new ServiceUnavailableError(`A push service responded with ${status}`);
		},
	};
}

function isCurvePoint(bytes: Buffer): boolean {
	try {
		const probe = createECDH('prime256v1');
		probe.generateKeys();
		probe.computeSecret(bytes);
		return bytes.length === 65 && bytes[0] === 4;
	} catch {
		return false;
	}
}
