import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';

export interface SecurityTextDeps {
	clock: Clock;
	/** URI where somebody reports a vulnerability; without one no text is served, for it must name one. */
	contact: string | null;
	/** The address people use. */
	publicUrl: () => string;
}

/** How long a reader may rely on the text, milliseconds. RFC 9116 wants less than a year. */
const validity = 90 * 24 * 3_600_000;
const path = '/.well-known/security.txt';

/** Serves `/.well-known/security.txt` (RFC 9116): where somebody who has found a vulnerability reports it. */
export function serveSecurityText(app: FastifyInstance, { clock, contact, publicUrl }: SecurityTextDeps): void {
	if (contact === null) return;
	app.get(path, { config: { policy: 'anyone', rateLimit: {} }, schema: { hide: true } }, (_, reply) => {
		const canonical = new URL(path, publicUrl());
		const lines = [
			`Contact: ${contact}`,
			`Expires: ${new Date(clock.now() + validity).toISOString()}`,
			'Preferred-Languages: en',
			// The RFC allows https only.
			...(canonical.protocol === 'https:' ? [`Canonical: ${canonical}`] : []),
			'',
		];
		return reply
			.type('text/plain; charset=utf-8')
			.header('cache-control', 'public, max-age=86400')
			.send(lines.join('\n'));
	});
}
