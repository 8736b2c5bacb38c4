import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { createContext, type EntryContext, RouterContextProvider, ServerRouter } from 'react-router';
import type { Client } from '../contract/core/client.ts';
import { offlinePath } from '../contract/core/page-paths.ts';
import type { Brand } from '../contract/market-settings/brand.ts';
import { delayScripts } from './build/delay-scripts.ts';
import { ApiProvider } from './platform/api.ts';
import { apiRouterContext } from './platform/api-router-context.ts';
import { brandRouterContext } from './platform/brand.ts';
import { NonceContext, nonceRouterContext } from './platform/nonce.ts';
import { createServerQueryClient, queryClientRouterContext } from './platform/query-client.ts';
import { renderQueries } from './platform/query-transfer.ts';

// The host uses the build's own copy of React Router, so that it loads no second one.
export { createRequestHandler, matchRoutes } from 'react-router';

/** Context key of the rendered document. The host reads it from there, because a string that passes through a `Response` is encoded twice. */
const htmlRouterContext = createContext<string | null>(null);

/** Returns the document that was rendered with a context; null if the response has none, such as a redirect. */
export function getHtml(context: RouterContextProvider): string | null {
	return context.get(htmlRouterContext);
}

/**
 * Creates the context of one rendering. The host calls this function, because it must use the same context keys as the pages.
 */
export function createRenderContext(client: Client, nonce: string, brand: Brand): RouterContextProvider {
	const context = new RouterContextProvider();
	context.set(apiRouterContext, client);
	context.set(queryClientRouterContext, createServerQueryClient());
	context.set(nonceRouterContext, nonce);
	context.set(brandRouterContext, brand);
	return context;
}

/** Timeout for rendering a page, in milliseconds. */
const renderTimeout = 5_000;

/** Renders a whole page on the server. The page must not depend on who requests it, because the server caches it for all visitors. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	renderContext: RouterContextProvider,
) {
	headers.set('content-type', 'text/html; charset=utf-8');
	if (request.method === 'HEAD') return new Response(null, { status, headers });
	const nonce = renderContext.get(nonceRouterContext);
	const queryClient = renderContext.get(queryClientRouterContext);
	const { serverHandoffStream, ...context } = withMatchedRoutes(
		new URL(request.url).pathname === offlinePath ? asAppShell(routerContext) : routerContext,
	);
	let responseStatus = status;
	const html = await renderDocument(
		<NonceContext value={nonce}>
			<ApiProvider value={renderContext.get(apiRouterContext)}>
				<QueryClientProvider client={queryClient}>
					<ServerRouter context={context} url={request.url} nonce={nonce} />
				</QueryClientProvider>
			</ApiProvider>
		</NonceContext>,
		nonce,
		(error) => {
			responseStatus = 500;
			console.error(error);
		},
	);
	const end = html.lastIndexOf('</body>');
	const data = renderQueries(queryClient) + (await renderHandoff(serverHandoffStream, nonce));
	const document = `${html.slice(0, end)}${data}${html.slice(end)}`;
	renderContext.set(htmlRouterContext, delayScripts(document, nonce, responseStatus >= 400));
	return new Response(null, { status: responseStatus, headers });
}

/**
 * Renders a document to its end. React writes to an object like a stream of Node, because a web stream costs several promises for every
 * 4 KB. Rejects if the document cannot be rendered. `onError` is called for each error, also for one that only replaces a part by its
 * fallback.
 */
function renderDocument(document: ReactNode, nonce: string, onError: (error: unknown) => void): Promise<string> {
	const { promise, resolve, reject } = Promise.withResolvers<string>();
	const decoder = new TextDecoder();
	let html = '';
	const destination = {
		// Each chunk ends with a whole character.
		write(chunk: string | Uint8Array) {
			html += typeof chunk === 'string' ? chunk : decoder.decode(chunk);
			return true;
		},
		end: () => resolve(html),
		destroy: reject,
		// A string neither waits nor fails, so it emits no events.
		on() {},
	};
	const { pipe, abort } = renderToPipeableStream(document, {
		nonce,
		// The page is sent when it is complete, so no part of it comes later and needs a script that moves it into place.
		progressiveChunkSize: Number.POSITIVE_INFINITY,
		onAllReady: () => void pipe(destination),
		onShellError: reject,
		onError,
	});
	const timer = setTimeout(() => abort(new Error('The page took too long to render')), renderTimeout);
	return promise.finally(() => clearTimeout(timer));
}

/** Renders the script that passes the results of the loaders to React Router, as its `StreamTransfer` does. */
async function renderHandoff(stream: ReadableStream<Uint8Array> | undefined, nonce: string): Promise<string> {
	if (!stream) return '';
	const json = JSON.stringify(await new Response(stream).text()).replace(/[<>&\u2028\u2029]/g, toUnicodeEscape);
	const controller = 'window.__reactRouterContext.streamController';
	return `<script nonce="${nonce}">${controller}.enqueue(${json});${controller}.close();</script>`;
}

function toUnicodeEscape(character: string): string {
	return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Leaves only the routes of the page in the manifest, because React Router builds and matches all its routes anew for each rendering. */
function withMatchedRoutes(context: EntryContext): EntryContext {
	const { manifest, staticHandlerContext } = context;
	const routes = Object.fromEntries(staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]]));
	return { ...context, manifest: { ...manifest, routes } };
}

/** Switches the entry context to React Router's SPA mode. The result is a document without page content that works at any path. */
function asAppShell(context: EntryContext): EntryContext {
	const serverHandoffString = context.serverHandoffString?.replace('"isSpaMode":false', '"isSpaMode":true');
	if (serverHandoffString === context.serverHandoffString)
		throw new Error('React Router changed the format of serverHandoffString');
	return { ...context, isSpaMode: true, ...(serverHandoffString && { serverHandoffString }) };
}
