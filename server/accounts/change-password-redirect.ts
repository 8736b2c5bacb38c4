import type { FastifyInstance } from 'fastify';
import { changePasswordPath } from '../../contract/core/page-paths.ts';

/** Redirects the address at which password managers look for the page that changes a password (W3C, A Well-Known URL for Changing Passwords). */
export function serveChangePasswordRedirect(app: FastifyInstance): void {
	const options = { config: { policy: 'anyone', rateLimit: {} } } as const;
	app.get('/.well-known/change-password', options, (_, reply) => reply.redirect(changePasswordPath, 302));
}
