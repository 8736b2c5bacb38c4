import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query';
import { data, type RouterContextProvider } from 'react-router';
import type { Client } from '../../contract/client.ts';
import { apiContext } from './api-context.ts';
import { isApiError } from './api-error.ts';
import { createServerQueries, queriesContext } from './queries.ts';

interface LoaderArgs<Params> {
	request: Request;
	params: Params;
	context: Readonly<RouterContextProvider>;
}

/** What a page needs to ask for its data, on either side. */
export interface Asking<Params> {
	api: Client;
	queries: QueryClient;
	params: Params;
	url: URL;
}

/** Puts a page's queries into the cache; what it returns is the page's own `loaderData.page`. */
export type Ask<Params, Page> = (asking: Asking<Params>) => Promise<Page>;

/** What a loader hands to its page. `state` goes into `<HydrationBoundary>`; the browser's own loads leave it null. */
export interface Loaded<Page> {
	page: Page;
	state: DehydratedState | null;
}

/** For `loader`: asks in a cache of its own and sends what it holds along with the page. A refusal answers with its status. */
export async function loadOnServer<Params, Page>(
	{ request, params, context }: LoaderArgs<Params>,
	ask: Ask<Params, Page>,
): Promise<Loaded<Page>> {
	const queries = createServerQueries();
	const page = await asked(ask, { api: context.get(apiContext), queries, params, url: new URL(request.url) });
	return { page, state: dehydrate(queries) };
}

/** For `clientLoader`: asks in the browser's cache, which answers by itself what it already has. */
export async function loadInBrowser<Params, Page>(
	{ request, params, context }: LoaderArgs<Params>,
	ask: Ask<Params, Page>,
): Promise<Loaded<Page>> {
	const asking = {
		api: context.get(apiContext),
		queries: context.get(queriesContext),
		params,
		url: new URL(request.url),
	};
	return { page: await asked(ask, asking), state: null };
}

async function asked<Params, Page>(ask: Ask<Params, Page>, asking: Asking<Params>): Promise<Page> {
	try {
		return await ask(asking);
	} catch (error) {
		// The router's error page tells refusals apart by their status; a plain error would always be a 500.
		if (isApiError(error)) throw data(error.problem, { status: error.status });
		throw error;
	}
}
