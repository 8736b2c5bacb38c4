import { hash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '../../contract/core/client.ts';
import type { Brand } from '../../contract/market-settings/brand.ts';
import * as commonText from '../../text/shared/common.ts';
import * as problemsText from '../../text/shared/problems.ts';
import type { Current } from '../core/current.ts';
import { DomainError } from '../core/domain-error.ts';
import { escapeMarkup } from '../core/escape-markup.ts';
import { createFairQueue, QueueFullError } from '../core/fair-queue.ts';
import type { Metrics } from '../core/metrics.ts';
import { runStep } from '../core/operation.ts';
import { buildResponse, type CachedResponse, sendCached } from './cached-response.ts';
import { createInProcessClient } from './in-process.ts';
import { toWideNetworkPrefix } from './network.ts';
import { callCosts } from './rate-limit-config.ts';
import type { ResponseCache } from './response-cache.ts';

/**
 * Renders a URL for a visitor. `client` calls the API without a session. An inline script runs only if it has the attribute `nonce` with
 * the given value, which is removed before the page is sent. The page shows the settings in `brand`.
 */
export type RenderPage = (
	request: Request,
	client: Client,
	nonce: string,
	brand: Brand,
) => Promise<Pick<Response, 'status' | 'headers' | 'text'>>;

/** Returns the names of the query parameters that the page at a path reads. */
export type GetSearchParamNames = (pathname: string) => readonly string[] | Promise<readonly string[]>;

export interface PagesOptions {
	render: RenderPage;
	/** Returns the names of a page's query parameters. All other parameters are removed before the cache lookup and before rendering. */
	getSearchParamNames: GetSearchParamNames;
	/** Returns the path under which the page at a path is rendered; null if that is any path. Another path is redirected to it. */
	findCanonicalPath?: (pathname: string, client: Client) => Promise<string | null>;
	cache: ResponseCache;
	metrics: Metrics;
	publicUrl: () => string;
	/** Origins of the external media host. */
	mediaOrigins: readonly string[];
	connectOrigins?: readonly string[];
	brand: Current<Brand>;
	/** Returns what a document contains at the end of its head. */
	buildHead?: (brand: Brand) => string;
	/** Page to redirect to, by the path of a form that the service worker handles. Without the worker, the form's data is lost. */
	formRedirects?: Readonly<Record<string, string>>;
}

/** Header value that denies browser features that no page uses. */
const permissionsPolicy = [
	'accelerometer',
	'bluetooth',
	'camera',
	'display-capture',
	'geolocation',
	'gyroscope',
	'hid',
	'idle-detection',
	'magnetometer',
	'microphone',
	'midi',
	'payment',
	'serial',
	'usb',
	'xr-spatial-tracking',
]
	.map((feature) => `${feature}=()`)
	.join(', ');

/** Milliseconds that a page is cached unless one of its tags is invalidated. This limits the error of texts such as '5 minutes ago'. */
const pageTtl = 15_000;
/** Milliseconds after `pageTtl` during which the old page may be served while a new version waits to be rendered. */
const pageGraceTime = 60_000;
/**
 * Limits of page rendering, which uses the main thread. With two renderings at once, one uses the thread while the other waits for the
 * database. A page takes about 10 ms, so a share of a quarter gives one caller 25 uncached pages per second.
 */
const renderLimits = { concurrency: 2, waitingPerCaller: 16, waiting: 64, share: 0.25, burst: 1000 };
/** Maximum number of characters in the value of a query parameter. A parameter with a longer value is removed. */
const maxValueLength = 2000;

/** Serves a page at every path that no other route has. All visitors share a rendered page until it expires or a tag is invalidated. */
export function servePages(
	app: FastifyInstance,
	{
		render,
		getSearchParamNames,
		findCanonicalPath = async () => null,
		cache,
		metrics,
		publicUrl,
		mediaOrigins,
		connectOrigins = [],
		brand,
		buildHead = () => '',
		formRedirects = {},
	}: PagesOptions,
): void {
	const queue = createFairQueue(renderLimits);

	app.get(
		'/*',
		{ config: { policy: 'anyone', rateLimit: {} } },
		async (request: FastifyRequest, reply: FastifyReply) => {
			// A request path with an absolute URL or two leading slashes would name another host.
			if (!/^\/(?![/\\])/.test(request.url)) throw new DomainError('not_found', commonText.nothingHere);
			const { pathname, searchParams } = new URL(request.url, publicUrl());
			if (pathname.startsWith('//')) throw new DomainError('not_found', commonText.nothingHere);
			const search = searchParams.size > 0 ? toDeclaredSearch(searchParams, await getSearchParamNames(pathname)) : '';
			const address = pathname + search;
			const disconnected = new AbortController();
			reply.raw.once('close', () => {
				if (!reply.raw.writableFinished) disconnected.abort();
			});
			const queueing = {
				queue,
				caller: toWideNetworkPrefix(request.ip),
				signal: disconnected.signal,
				graceTime: pageGraceTime,
			};
			try {
				const redirectOrRender = async () => {
					const path = await findCanonicalPath(
						pathname,
						createInProcessClient(app, () => {}),
					);
					if (path !== null && path !== pathname) return buildRedirect(path + search);
					app.charge(request, callCosts.render);
					return renderPage(address);
				};
				const response = await cache.getOrBuild(`page ${address}`, pageTtl, redirectOrRender, queueing);
				return await sendCached(response, request, reply);
			} catch (error) {
				if (error instanceof QueueFullError) return sendBusy(reply, brand.current().name);
				throw error;
			}
		},
	);

	app.register(async (forms) => {
		forms.addContentTypeParser('multipart/form-data', (_, __, done) => done(null));
		for (const [address, page] of Object.entries(formRedirects)) {
			const config = { policy: 'anyone', rateLimit: {} } as const;
			forms.post(address, { config }, async (request, reply) => {
				// The whole body is read first, because a browser reports an early response as a connection error.
				for await (const _ of request.raw);
				return reply.redirect(page, 303);
			});
		}
	});

	app.route({
		method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
		url: '/*',
		config: { policy: 'anyone' },
		handler(_, reply) {
			reply.header('allow', 'GET, HEAD');
			throw new DomainError('method_not_allowed', problemsText.methodNotAllowed);
		},
	});

	async function renderPage(path: string): Promise<CachedResponse> {
		metrics.countRenderedPage();
		const tags = new Set<string>(['page']);
		let hasFailedCall = false;
		const client = createInProcessClient(app, (result) => {
			for (const name of result.tags) tags.add(name);
			hasFailedCall ||= result.status >= 400;
		});
		const nonce = randomBytes(16).toString('base64url');
		const currentBrand = brand.current();
		const pageRequest = new Request(new URL(path, publicUrl()), { headers: { accept: 'text/html' } });
		const response = await runStep(
			() => ({ name: 'render page' }),
			() => render(pageRequest, client, nonce, currentBrand),
		);
		const rendered = await response.text();
		const markedHtml = rendered.replace('</head>', () => `${buildHead(currentBrand)}</head>`);
		const html = markedHtml.replaceAll(` nonce="${nonce}"`, '');
		const headers: Record<string, string> = { 'cache-control': 'no-cache', 'permissions-policy': permissionsPolicy };
		// Pages whose URL grants access set `cache-control: no-store` themselves.
		for (const name of ['content-type', 'location', 'cache-control', 'referrer-policy']) {
			const value = response.headers.get(name);
			if (value) headers[name] = value;
		}
		headers['content-security-policy'] = contentSecurityPolicy(
			extractInlineScripts(markedHtml, nonce),
			mediaOrigins,
			connectOrigins,
		);
		return buildResponse({
			status: response.status,
			bytes: Buffer.from(html),
			headers,
			// A page whose API calls failed gets no tags and is not cached, because no tag would evict it when the missing data appears.
			tags: response.status < 500 && !hasFailedCall && headers['cache-control'] !== 'no-store' ? [...tags] : [],
		});
	}
}

/** Builds a permanent redirect. It has no tags, so it is not cached. Browsers must ask again, because the title of an ad may change back. */
function buildRedirect(location: string): CachedResponse {
	const headers = { location, 'cache-control': 'no-cache' };
	return buildResponse({ status: 301, bytes: Buffer.alloc(0), headers, tags: [] });
}

/** Lists the inline scripts with the renderer's nonce. Injected scripts cannot have this nonce. */
function extractInlineScripts(html: string, nonce: string): string[] {
	const attribute = ` nonce="${nonce}"`;
	const scripts: string[] = [];
	for (let at = html.indexOf(attribute); at !== -1; at = html.indexOf(attribute, at + 1)) {
		// React escapes '<' and '>' in attributes.
		const start = html.indexOf('>', at) + 1;
		const tag = html.slice(html.lastIndexOf('<', at), start);
		if (tag.startsWith('<script ') && !tag.includes(' src='))
			scripts.push(html.slice(start, html.indexOf('</script>', start)));
	}
	return scripts;
}

/** Builds the query string for rendering: only declared parameters with short values, each once, in the order of their declaration. */
function toDeclaredSearch(searchParams: URLSearchParams, declared: readonly string[]): string {
	const declaredParams = new URLSearchParams();
	for (const name of declared) {
		const value = searchParams.get(name);
		if (value !== null && value.length <= maxValueLength) declaredParams.set(name, value);
	}
	return declaredParams.size > 0 ? `?${declaredParams}` : '';
}

/** Seconds in the `Retry-After` header of the busy page. */
const busyRetryAfter = 5;

function sendBusy(reply: FastifyReply, name: string): FastifyReply {
	const title = escapeMarkup(problemsText.busyTitle(name));
	return reply
		.code(503)
		.headers({ 'retry-after': busyRetryAfter, 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
		.send(
			`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title>` +
				`<h1>${title}</h1><p>${problemsText.busyHint}</p>`,
		);
}

/** Builds the CSP header of a page. It allows inline scripts by SHA-256 hash, because a cached page cannot contain a fresh nonce. */
function contentSecurityPolicy(
	scripts: readonly string[],
	mediaOrigins: readonly string[],
	connectOrigins: readonly string[],
): string {
	const hashes = scripts.map((script) => `'sha256-${hash('sha256', script, 'base64')}'`);
	const media = ["'self'", ...mediaOrigins].join(' ');
	return [
		"default-src 'self'",
		`script-src ${["'self'", ...new Set(hashes)].join(' ')}`,
		"style-src 'self' 'unsafe-inline'",
		`img-src ${media} data: blob:`,
		`media-src ${media} blob:`,
		`connect-src ${[media, ...connectOrigins].join(' ')}`,
		"worker-src 'self' blob:",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	].join('; ');
}
