import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query';
import { data, type RouterContextProvider } from 'react-router';
import type { Client } from '../../contract/client.ts';
import { apiContext } from './api-context.ts';
import { isApiError } from './api-error.ts';
import { createServerQueryClient, queryClientContext } from './query-client.ts';

interface LoaderArgs<Params> {
	request: Request;
	params: Params;
	context: Readonly<RouterContextProvider>;
}

/** What a page needs to ask for its data, on either side. */
export interface LoaderContext<Params> {
	api: Client;
	queryClient: QueryClient;
	params: Params;
	url: URL;
}

/** Puts a page's queries into the cache; what it returns is the page's own `loaderData.page`. */
export type LoadFunction<Params, Page> = (asking: LoaderContext<Params>) => Promise<Page>;

/** What a loader hands to its page. `state` goes into `<HydrationBoundary>`; the browser's own loads leave it null. */
export interface LoaderResult<Page> {
	page: Page;
	state: DehydratedState | null;
}

/** For `loader`: asks in a cache of its own and sends what it holds along with the page. A refusal answers with its status. */
export async function loadOnServer<Params, Page>(
	{ request, params, context }: LoaderArgs<Params>,
	load: LoadFunction<Params, Page>,
): Promise<LoaderResult<Page>> {
	const queryClient = createServerQueryClient();
	const page = await runLoad(load, { api: context.get(apiContext), queryClient, params, url: new URL(request.url) });
	return { page, state: dehydrate(queryClient) };
}

/** For `clientLoader`: asks in the browser's cache, which answers by itself what it already has. */
export async function loadInBrowser<Params, Page>(
	{ request, params, context }: LoaderArgs<Params>,
	load: LoadFunction<Params, Page>,
): Promise<LoaderResult<Page>> {
	const loaderContext = {
		api: context.get(apiContext),
		queryClient: context.get(queryClientContext),
		params,
		url: new URL(request.url),
	};
	return { page: await runLoad(load, loaderContext), state: null };
}

async function runLoad<Params, Page>(
	load: LoadFunction<Params, Page>,
	loaderContext: LoaderContext<Params>,
): Promise<Page> {
	try {
		return await load(loaderContext);
	} catch (error) {
		// The router's error page tells refusals apart by their status; a plain error would always be a 500.
		if (isApiError(error)) throw data(error.problem, { status: error.status });
		throw error;
	}
}
