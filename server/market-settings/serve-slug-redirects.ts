import type { FastifyInstance } from 'fastify';
import { brand } from '../../contract/brand.ts';

const catalogue = /^\/dashboard\/learn-with-([^/?]+)\/?(?=\?|$)/i;

/** Redirects the course catalogue of an earlier name of the market to the address with the current one. */
export function serveSlugRedirects(app: FastifyInstance): void {
	app.addHook('onRequest', async (request, reply) => {
		if (!request.url.startsWith('/dashboard/learn-')) return;
		const [path, slug] = catalogue.exec(request.url) ?? [];
		if (path === undefined || slug?.toLowerCase() === brand.slug) return;
		return reply.redirect(`/dashboard/learn-with-${brand.slug}${request.url.slice(path.length)}`, 301);
	});
}
