import type { FastifyInstance } from 'fastify';
import type { Brand } from '../../contract/market-settings/brand.ts';
import type { Current } from '../core/current.ts';

const catalogue = /^\/dashboard\/learn-with-([a-z0-9-]+)\/?(?=\?|$)/i;

/** Redirects the course catalogue of an earlier name of the market to the address with the current one. */
export function serveSlugRedirects(app: FastifyInstance, brand: Current<Brand>): void {
	app.addHook('onRequest', async (request, reply) => {
		const [path, slug] = catalogue.exec(request.url) ?? [];
		const current = brand.current().slug;
		if (path === undefined || slug?.toLowerCase() === current) return;
		// Browsers keep a permanent redirect. Two of them would form a loop when the operator takes an earlier name again.
		return reply.redirect(`/dashboard/learn-with-${current}${request.url.slice(path.length)}`, 302);
	});
}
