import { QueryClientProvider } from '@tanstack/react-query';
import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { offlinePath } from '../contract/page-paths.ts';
import { ApiProvider } from './platform/api.ts';
import { apiContext } from './platform/api-context.ts';
import { NonceContext, nonceContext } from './platform/nonce.ts';
import { createServerQueryClient } from './platform/query-client.ts';

// The host puts its in-process client and its nonce under these keys: they must be the very objects that are read here.
export { apiContext, nonceContext };

/** Milliseconds a page may take to render. */
const renderTimeout = 5_000;

/** Renders a whole page. It is kept and sent to everyone who asks for its address, so nothing in it depends on who asks. */
export default async function handleRequest(
	request: Request,
	status: number,
	headers: Headers,
	routerContext: EntryContext,
	loadContext: RouterContextProvider,
) {
	headers.set('content-type', 'text/html; charset=utf-8');
	if (request.method === 'HEAD') return new Response(null, { status, headers });
	const nonce = loadContext.get(nonceContext);
	let answered = status;
	const page = await renderToReadableStream(
		<NonceContext value={nonce}>
			<ApiProvider value={loadContext.get(apiContext)}>
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
			onError(error) {
				answered = 500;
				console.error(error);
			},
		},
	);
	await page.allReady;
	return new Response(page, { status: answered, headers });
}

/** The document without a page in it, which the browser's router fills for whatever address it is opened at: what React Router calls SPA mode. */
function asAppShell(context: EntryContext): EntryContext {
	const serverHandoffString = context.serverHandoffString?.replace('"isSpaMode":false', '"isSpaMode":true');
	if (serverHandoffString === context.serverHandoffString)
		throw new Error('React Router no longer hands over like this');
	return { ...context, isSpaMode: true, ...(serverHandoffString && { serverHandoffString }) };
}
