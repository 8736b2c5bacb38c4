import { createECDH } from 'node:crypto';
import { type Agent, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';
import webPush from 'web-push';
import { z } from 'zod';
import * as notificationsApiText from '../../../contract/text/notifications-api.ts';
import { invalid } from '../refusal.ts';
import { Unavailable } from '../unavailable.ts';
import { createProof, messageLife, type PushEngine, pushPatience } from './push.ts';

/** The services that may be sent to, and the way there. */
export interface PushServices {
	knows(endpoint: URL): boolean;
	agent: Agent;
}

/** Where the browsers' makers have their push services. */
const knownHosts = [
	/^fcm\.googleapis\.com$/,
	/^jmt17\.google\.com$/,
	/^([\w-]+\.)*push\.services\.mozilla\.com$/,
	/^([\w-]+\.)*notify\.windows\.com$/,
	/^([\w-]+\.)*push\.apple\.com$/,
];

/** The push services of the browsers that there are, over https, and never at an address within a private network. */
export function publicPushServices(): PushServices {
	return {
		knows: ({ protocol, hostname, port, username, password }) =>
			protocol === 'https:' && `${port}${username}${password}` === '' && knownHosts.some((host) => host.test(hostname)),
		agent: new RequestFilteringHttpsAgent({ keepAlive: true, maxSockets: 20 }),
	};
}

/** A point of the curve P-256, and 16 random bytes, both in base64url. */
const keys = z.strictObject({
	p256dh: z
		.string()
		.regex(/^[\w-]+=*$/)
		.refine((key) => isPoint(Buffer.from(key, 'base64url'))),
	auth: z
		.string()
		.regex(/^[\w-]+=*$/)
		.refine((secret) => Buffer.from(secret, 'base64url').length === 16),
});
const subscription = z.object({ endpoint: z.url().max(1000), keys });

export interface WebPushOptions {
	/** 64 hex digits, as `secretNamed` gives. */
	secret: string;
	/** Who runs this server: an address that begins with `mailto:` or `https:`. */
	contact: () => string;
	services?: PushServices;
	/** Milliseconds. */
	patience?: number;
}

export interface WebPush extends PushEngine {
	/** What a browser needs to subscribe: our point of the curve in base64url. */
	publicKey: string;
}

/** Web Push: payloads encrypted for the browser (RFC 8291), signed with keys of our own (RFC 8292). */
export function createWebPush(options: WebPushOptions): WebPush {
	const { secret, contact, services = publicPushServices(), patience = pushPatience } = options;
	const pair = createECDH('prime256v1');
	pair.setPrivateKey(Buffer.from(secret, 'hex'));
	const publicKey = pair.getPublicKey('base64url');
	const privateKey = Buffer.from(secret, 'hex').toString('base64url');

	const proof = createProof();

	const isKnown = (endpoint: string) => URL.canParse(endpoint) && services.knows(new URL(endpoint));

	return {
		publicKey,
		take(token) {
			const { success, data } = subscription.safeParse(token);
			if (!success) throw invalid({ fcm_token: notificationsApiText.browserTokenInvalid });
			if (!isKnown(data.endpoint)) throw invalid({ fcm_token: notificationsApiText.pushServiceUnknown });
			return JSON.stringify({ endpoint: data.endpoint, keys: data.keys });
		},
		async send(kept, message, signal) {
			const to = subscription.parse(JSON.parse(kept));
			// Again: what is known may have become less since it was kept.
			if (!isKnown(to.endpoint)) return 'gone';
			const { endpoint, headers, body } = webPush.generateRequestDetails(to, JSON.stringify(message), {
				vapidDetails: { subject: contact(), publicKey, privateKey },
				TTL: messageLife,
				urgency: 'normal',
			});
			const late = AbortSignal.timeout(patience);
			const status = await post(new URL(endpoint), headers, body, {
				agent: services.agent,
				signal: signal ? AbortSignal.any([late, signal]) : late,
			}).catch((error: unknown) => {
				signal?.throwIfAborted();
				throw new Unavailable('A push service does not answer', { cause: error });
			});
			const { host } = new URL(endpoint);
			if (status >= 200 && status < 300) return proof.sent(host);
			if (status === 404 || status === 410) return 'gone';
			if ([400, 401, 403].includes(status)) return proof.refused(host);
			throw new Unavailable(`A push service answered ${status}`);
		},
	};
}

/** Follows no redirect and reads no answer: only its status is known afterwards. */
function post(
	url: URL,
	headers: Record<string, unknown>,
	body: Buffer | null,
	{ agent, signal }: { agent: Agent; signal: AbortSignal },
): Promise<number> {
	const { promise, resolve, reject } = Promise.withResolvers<number>();
	const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
	const sending = request(url, { method: 'POST', headers: headers as Record<string, string>, agent, signal });
	sending.on('error', reject);
	sending.on('response', (response) => {
		resolve(response.statusCode ?? 0);
		response.on('error', () => {});
		// A long answer is not waited for.
		response.destroy();
	});
	sending.end(body ?? undefined);
	return promise;
}

function isPoint(bytes: Buffer): boolean {
	try {
		const probe = createECDH('prime256v1');
		probe.generateKeys();
		probe.computeSecret(bytes);
		return bytes.length === 65 && bytes[0] === 4;
	} catch {
		return false;
	}
}
