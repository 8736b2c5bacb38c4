import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '../../../contract/client.ts';
import { Refusal } from '../refusal.ts';
import type { AnswerCache } from './answer-cache.ts';
import { inProcessClient } from './in-process.ts';
import { type Prepared, prepare, sendPrepared } from './prepared.ts';

/** Renders an address for a visitor, asking the API through `client`. Knows nothing of who reads. */
export type RenderPage = (request: Request, client: Client) => Promise<Response>;

export interface PagesOptions {
	render: RenderPage;
	cache: AnswerCache;
	/** The address people use, for absolute links in a page. */
	publicUrl: () => string;
	/** Origins of the media host, where it is not our own. */
	mediaOrigins: readonly string[];
	/** Origins that pages call beside our own. */
	calledOrigins?: readonly string[];
	/** Addresses whose forms a browser's worker takes, with the page for where there is none; what was sent is thrown away. */
	forms?: Readonly<Record<string, string>>;
}

/** How long a rendered page is kept where nothing it shows changes: relative times grow stale. Milliseconds. */
const pageLife = 15_000;

/** Answers every address that is not the API's with a page, rendered once for all visitors and kept until it changes. */
export function servePages(
	app: FastifyInstance,
	{ render, cache, publicUrl, mediaOrigins, calledOrigins = [], forms = {} }: PagesOptions,
): void {
	app.get(
		'/*',
		{ config: { policy: 'anyone', rateLimit: {} } },
		async (request: FastifyRequest, reply: FastifyReply) => {
			// Two slashes would name another host.
			if (/^\/[/\\]/.test(request.url)) throw new Refusal('not_found', 'There is nothing here.');
			const prepared = await cache.answer(`page ${request.url}`, pageLife, () => renderPage(request.url));
			return sendPrepared(prepared, request, reply);
		},
	);

	for (const [address, page] of Object.entries(forms)) {
		const config = { policy: 'anyone', rateLimit: {} } as const;
		app.post(address, { config, schema: { hide: true } }, async (request, reply) => {
			// A browser that is still sending takes an early answer for a broken connection.
			for await (const _ of request.raw);
			return reply.redirect(page, 303);
		});
	}

	app.route({
		method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
		url: '/*',
		config: { policy: 'anyone' },
		schema: { hide: true },
		handler(_, reply) {
			reply.header('allow', 'GET, HEAD');
			throw new Refusal('method_not_allowed', 'This address is not used that way.');
		},
	});

	async function renderPage(path: string): Promise<Prepared> {
		const tags = new Set<string>(['page']);
		let refused = false;
		const client = inProcessClient(app, (answer) => {
			for (const name of answer.tags) tags.add(name);
			refused ||= answer.status >= 400;
		});
		const response = await render(
			new Request(new URL(path, publicUrl()), { headers: { accept: 'text/html' } }),
			client,
		);
		const html = await response.text();
		const headers: Record<string, string> = { 'cache-control': 'no-cache' };
		// A page whose address is a key says by itself that it is kept nowhere.
		for (const name of ['content-type', 'location', 'cache-control', 'referrer-policy']) {
			const value = response.headers.get(name);
			if (value) headers[name] = value;
		}
		headers['content-security-policy'] = contentSecurityPolicy(html, mediaOrigins, calledOrigins);
		return prepare({
			status: response.status,
			bytes: Buffer.from(html),
			headers,
			// Without tags it is not kept: a failure is shown to who met it, and what was refused has no tag that tells when it is there.
			tags: response.status < 500 && !refused && headers['cache-control'] !== 'no-store' ? [...tags] : [],
		});
	}
}

/** Inline scripts only by the SHA-256 of what the finished page holds: pages are kept, so there can be no nonce. */
export function contentSecurityPolicy(
	html: string,
	mediaOrigins: readonly string[],
	calledOrigins: readonly string[] = [],
): string {
	const hashes = [...html.matchAll(/<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
		([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
	);
	const media = ["'self'", ...mediaOrigins].join(' ');
	return [
		"default-src 'self'",
		`script-src 'self' ${[...new Set(hashes)].join(' ')}`,
		"style-src 'self' 'unsafe-inline'",
		`img-src ${media} data: blob:`,
		`media-src ${media} blob:`,
		`connect-src ${[media, ...calledOrigins].join(' ')}`,
		"worker-src 'self' blob:",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	].join('; ');
}
