import type { FastifyInstance } from 'fastify';
import { type Clock, toIsoTime } from '../core/clock.ts';

export interface SecurityTextDeps {
	clock: Clock;
	/** URI for vulnerability reports. If it is null, security.txt is not served, because RFC 9116 requires a contact. */
	contact: string | null;
	publicUrl: () => string;
}

/** Milliseconds until the `Expires` time of security.txt. RFC 9116 recommends less than a year. */
const validity = 90 * 24 * 3_600_000;
const path = '/.well-known/security.txt';

/** Serves `/.well-known/security.txt` (RFC 9116). */
export function serveSecurityText(app: FastifyInstance, { clock, contact, publicUrl }: SecurityTextDeps): void {
	if (contact === null) return;
	app.get(path, { config: { policy: 'anyone', rateLimit: {} } }, (_, reply) => {
		const canonical = new URL(path, publicUrl());
		const lines = [
			`Contact: ${contact}`,
			`Expires: ${toIsoTime(clock.now() + validity)}`,
			'Preferred-Languages: en',
			// RFC 9116 allows only https URLs as `Canonical`.
			...(canonical.protocol === 'https:' ? [`Canonical: ${canonical}`] : []),
			'',
		];
		return reply
			.type('text/plain; charset=utf-8')
			.header('cache-control', 'public, max-age=86400')
			.send(lines.join('\n'));
	});
}
