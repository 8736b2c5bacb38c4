import type { QueryClient } from '@tanstack/react-query';
import { data, type MetaDescriptor, type RouterContextProvider, replace } from 'react-router';
import type { Client } from '../../contract/core/client.ts';
import { isApiError } from './api-error.ts';
import { apiRouterContext } from './api-router-context.ts';
import { queryClientRouterContext } from './query-client.ts';

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

/** Result of a page's loader. The queries that it loaded are in the query cache, which the page's document contains. */
export interface LoaderResult<Page> {
	page: Page;
	/** Links to feeds or oEmbed descriptions. Only the server returns them, because nothing reads them after a navigation. */
	links?: MetaDescriptor[];
}

/** Redirects to `path` if the URL has another path. Drops the query parameters, and replaces the entry of the history. */
export function requirePath({ pathname }: URL, path: string): void {
	if (pathname !== path) throw replace(path);
}

/** Runs a page's `loader` or `clientLoader`. Throws an API error as a response with its status. */
export async function loadPage<Params, Page>(
	{ request, params, context }: LoaderArgs<Params>,
	load: LoadFunction<Params, Page>,
): Promise<LoaderResult<Page>> {
	const loaderContext = {
		api: context.get(apiRouterContext),
		queryClient: context.get(queryClientRouterContext),
		params,
		url: new URL(request.url),
	};
	try {
		return { page: await load(loaderContext) };
	} catch (error) {
		// The router's error page needs the status of the API error. Any other error becomes a 500.
		if (isApiError(error)) throw data(error.problem, { status: error.status });
		throw error;
	}
}
