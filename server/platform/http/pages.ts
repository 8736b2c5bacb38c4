import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brand } from '../../../contract/brand.ts';
import type { Client } from '../../../contract/client.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as problemsText from '../../../contract/text/problems.ts';
import { DomainError } from '../domain-error.ts';
import { createFairQueue, QueueFull } from '../fair-queue.ts';
import type { Metrics } from '../metrics.ts';
import { buildResponse, type CachedResponse, sendCached } from './cached-response.ts';
import { createInProcessClient } from './in-process.ts';
import { toWideNetwork } from './network.ts';
import { callCosts } from './rate-limit-config.ts';
import type { ResponseCache } from './response-cache.ts';

/**
 * Renders an address for a visitor, asking the API through `client`. Knows nothing of who reads. Only inline scripts whose attribute
 * `nonce` has this value may run; it is taken off before the page is sent.
 */
export type RenderPage = (request: Request, client: Client, nonce: string) => Promise<Response>;

/** Names of the query parameters that the page at a path reads. */
export type GetSearchParamNames = (pathname: string) => readonly string[] | Promise<readonly string[]>;

export interface PagesOptions {
	render: RenderPage;
	/** All others are left out before a page is looked up or rendered. */
	getSearchParamNames: GetSearchParamNames;
	cache: ResponseCache;
	metrics: Metrics;
	/** The address people use, for absolute links in a page. */
	publicUrl: () => string;
	/** Origins of the media host, where it is not our own. */
	mediaOrigins: readonly string[];
	/** Origins that pages call beside our own. */
	connectOrigins?: readonly string[];
	/** Addresses whose forms a browser's worker takes, with the page for where there is none; what was sent is thrown away. */
	formRedirects?: Readonly<Record<string, string>>;
}

/** What no page of ours asks a browser for, so that nothing on one can. */
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
	'publickey-credentials-get',
	'serial',
	'usb',
	'xr-spatial-tracking',
]
	.map((feature) => `${feature}=()`)
	.join(', ');

/** How long a rendered page is kept where nothing it shows changes: relative times grow stale. Milliseconds. */
const pageTtl = 15_000;
/** How much older a page may be while its next version waits to be rendered, milliseconds. */
const pageGraceTime = 60_000;
/**
 * Rendering takes the processor that everything else runs on. Two at once keep it busy while one of them waits for the database. A page
 * takes about 40 ms, so that one caller's share are 6 pages a second that nobody else has just asked for.
 */
const renderLimits = { concurrency: 2, waitingPerCaller: 16, waiting: 64, share: 0.25, burst: 1000 };
/** Characters. A parameter with a longer value is left out. */
const maxValueLength = 2000;

/** Answers every address that is not the API's with a page, rendered once for all visitors and kept until it changes. */
export function servePages(
	app: FastifyInstance,
	{
		render,
		getSearchParamNames,
		cache,
		metrics,
		publicUrl,
		mediaOrigins,
		connectOrigins = [],
		formRedirects = {},
	}: PagesOptions,
): void {
	const queue = createFairQueue(renderLimits);

	app.get(
		'/*',
		{ config: { policy: 'anyone', rateLimit: {} } },
		async (request: FastifyRequest, reply: FastifyReply) => {
			// A whole address, or two slashes, would name another host.
			if (!/^\/(?![/\\])/.test(request.url)) throw new DomainError('not_found', commonText.nothingHere);
			const { pathname, searchParams } = new URL(request.url, publicUrl());
			if (pathname.startsWith('//')) throw new DomainError('not_found', commonText.nothingHere);
			const search = searchParams.size > 0 ? toDeclaredSearch(searchParams, await getSearchParamNames(pathname)) : '';
			const address = pathname + search;
			const disconnected = new AbortController();
			reply.raw.once('close', () => disconnected.abort());
			const queueing = {
				queue,
				caller: toWideNetwork(request.ip),
				signal: disconnected.signal,
				graceTime: pageGraceTime,
			};
			try {
				const renderAndCharge = () => {
					app.charge(request, callCosts.render);
					return renderPage(address);
				};
				const response = await cache.getOrBuild(`page ${address}`, pageTtl, renderAndCharge, queueing);
				return await sendCached(response, request, reply);
			} catch (error) {
				if (error instanceof QueueFull) return sendBusy(reply);
				throw error;
			}
		},
	);

	for (const [address, page] of Object.entries(formRedirects)) {
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
			throw new DomainError('method_not_allowed', problemsText.methodNotAllowed);
		},
	});

	async function renderPage(path: string): Promise<CachedResponse> {
		metrics.countRenderedPage();
		const tags = new Set<string>(['page']);
		let hasFailedCall = false;
		const client = createInProcessClient(app, (answer) => {
			for (const name of answer.tags) tags.add(name);
			hasFailedCall ||= answer.status >= 400;
		});
		const nonce = randomBytes(16).toString('base64url');
		const response = await render(
			new Request(new URL(path, publicUrl()), { headers: { accept: 'text/html' } }),
			client,
			nonce,
		);
		const marked = await response.text();
		const html = marked.replaceAll(` nonce="${nonce}"`, '');
		const headers: Record<string, string> = { 'cache-control': 'no-cache', 'permissions-policy': permissionsPolicy };
		// A page whose address is a key says by itself that it is kept nowhere.
		for (const name of ['content-type', 'location', 'cache-control', 'referrer-policy']) {
			const value = response.headers.get(name);
			if (value) headers[name] = value;
		}
		headers['content-security-policy'] = contentSecurityPolicy(
			extractInlineScripts(marked, nonce),
			mediaOrigins,
			connectOrigins,
		);
		return buildResponse({
			status: response.status,
			bytes: Buffer.from(html),
			headers,
			// Without tags it is not kept: a failure is shown to who met it, and what was refused has no tag that tells when it is there.
			tags: response.status < 500 && !hasFailedCall && headers['cache-control'] !== 'no-store' ? [...tags] : [],
		});
	}
}

/** The inline scripts that the renderer itself has marked: what came into the page by its content has no such mark. */
function extractInlineScripts(html: string, nonce: string): string[] {
	const marked = new RegExp(`<script(?=[^>]*\\snonce="${nonce}")(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</script>`, 'g');
	return [...html.matchAll(marked)].map(([, script = '']) => script);
}

/** The query that the page is rendered for: each declared parameter once, in the order of the declaration. */
function toDeclaredSearch(given: URLSearchParams, declared: readonly string[]): string {
	const read = new URLSearchParams();
	for (const name of declared) {
		const value = given.get(name);
		if (value !== null && value.length <= maxValueLength) read.set(name, value);
	}
	return read.size > 0 ? `?${read}` : '';
}

/** Seconds after which a page that could not be rendered may be asked for again. */
const busyRetryAfter = 5;

function sendBusy(reply: FastifyReply): FastifyReply {
	const title = problemsText.busyTitle(brand.name);
	return reply
		.code(503)
		.headers({ 'retry-after': busyRetryAfter, 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
		.send(
			`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title>` +
				`<h1>${title}</h1><p>${problemsText.busyHint}</p>`,
		);
}

/** Inline scripts only by their SHA-256: pages are kept and sent to many, so there can be no nonce in them. */
function contentSecurityPolicy(
	scripts: readonly string[],
	mediaOrigins: readonly string[],
	connectOrigins: readonly string[],
): string {
	const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
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
