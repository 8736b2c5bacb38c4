import { QueryClientProvider } from '@tanstack/react-query';
import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { offlinePath } from '../contract/page-paths.ts';
import { ApiProvider } from './platform/api.ts';
import { apiRouterContext } from './platform/api-router-context.ts';
import { NonceContext, nonceRouterContext } from './platform/nonce.ts';
import { createServerQueryClient } from './platform/query-client.ts';

// The host uses the build's own copy of React Router, so that it loads no second one.
export { createRequestHandler, matchRoutes, RouterContextProvider } from 'react-router';
// The host stores its API client and nonce under these context keys, so the host and the pages must use the same objects.
export { apiRouterContext, nonceRouterContext };

/** Timeout for rendering a page, in milliseconds. */
const renderTimeout = 5_000;

/** Renders a whole page on the server. The page must not depend on who requests it, because the server caches it for all visitors. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	loadContext: RouterContextProvider,
) {
	headers.set('content-type', 'text/html; charset=utf-8');
	if (request.method === 'HEAD') return new Response(null, { status, headers });
	const nonce = loadContext.get(nonceRouterContext);
	let responseStatus = status;
	const page = await renderToReadableStream(
		<NonceContext value={nonce}>
			<ApiProvider value={loadContext.get(apiRouterContext)}>
				<QueryClientProvider client={createServerQueryClient()}>
					<ServerRouter
						context={new URL(request.url).pathname === offlinePath ? asAppShell(routerContext) : routerContext}
						url={request.url}
						nonce={nonce}
					/>
				</QueryClientProvider>
			</ApiProvider>
		</NonceContext>,
		{
			nonce,
			signal: AbortSignal.timeout(renderTimeout),
			// The page is sent when it is complete, so no part of it comes later and needs a script that moves it into place.
			progressiveChunkSize: Number.POSITIVE_INFINITY,
			onError(error) {
				responseStatus = 500;
				console.error(error);
			},
		},
	);
	await page.allReady;
	return new Response(page, { status: responseStatus, headers });
}

/** Switches the entry context to React Router's SPA mode. The result is a document without page content that works at any path. */
function asAppShell(context: EntryContext): EntryContext {
	const serverHandoffString = context.serverHandoffString?.replace('"isSpaMode":false', '"isSpaMode":true');
	if (serverHandoffString === context.serverHandoffString)
		throw new Error('React Router changed the format of serverHandoffString');
	return { ...context, isSpaMode: true, ...(serverHandoffString && { serverHandoffString }) };
}
