import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query';
import { data, type RouterContextProvider } from 'react-router';
import type { Client } from '../../contract/client.ts';
import { isApiError } from './api-error.ts';
import { apiRouterContext } from './api-router-context.ts';
import { createServerQueryClient, queryClientRouterContext } from './query-client.ts';

interface LoaderArgs<Params> {
	request: Request;
	params: Params;
	context: Readonly<RouterContextProvider>;
}

/** Values that a page needs to load its data, on the server and in the browser. */
export interface LoaderContext<Params> {
	api: Client;
	queryClient: QueryClient;
	params: Params;
	url: URL;
}

/** Function of a page that fills the query cache. Its result becomes `loaderData.page`. */
export type LoadFunction<Params, Page> = (context: LoaderContext<Params>) => Promise<Page>;

/** Result of a page's loader. `state` belongs in `<HydrationBoundary>`; it is null after a load in the browser. */
export interface LoaderResult<Page> {
	page: Page;
	state: DehydratedState | null;
}

/** Runs a page's `loader`: loads into a new query cache and dehydrates it. Throws an API error as a response with its status. */
export async function loadOnServer<Params, Page>(
	{ request, params, context }: LoaderArgs<Params>,
	load: LoadFunction<Params, Page>,
): Promise<LoaderResult<Page>> {
	const queryClient = createServerQueryClient();
	const page = await runLoad(load, {
		api: context.get(apiRouterContext),
		queryClient,
		params,
		url: new URL(request.url),
	});
	return { page, state: dehydrate(queryClient) };
}

/** Runs a page's `clientLoader`: loads into the browser's query cache, which does not refetch fresh data. */
export async function loadInBrowser<Params, Page>(
	{ request, params, context }: LoaderArgs<Params>,
	load: LoadFunction<Params, Page>,
): Promise<LoaderResult<Page>> {
	const loaderContext = {
		api: context.get(apiRouterContext),
		queryClient: context.get(queryClientRouterContext),
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
		// The router's error page needs the status of the API error. Any other error becomes a 500.
		if (isApiError(error)) throw data(error.problem, { status: error.status });
		throw error;
	}
}
