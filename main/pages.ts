import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { RouteObject, RouterContextProvider, ServerBuild } from 'react-router';
import type { Client } from '../contract/core/client.ts';
import type { Brand } from '../contract/market-settings/brand.ts';
import type { GetSearchParamNames, RenderPage } from '../server/http/index.ts';

const folder = join(import.meta.dirname, '..', 'build');

/** Loads the built web app: page rendering and static files. Throws if the web app is not built. */
export async function loadBuiltPages(): Promise<{
	render: RenderPage;
	getSearchParamNames: GetSearchParamNames;
	addAssets: (app: FastifyInstance) => Promise<void>;
}> {
	const entry = join(folder, 'server', 'index.js');
	if (!existsSync(entry)) throw new Error('The web app is not built yet: run npm run build');
	const build = (await import(pathToFileURL(entry).href)) as ServerBuild;
	return {
		render: createPageRenderer(build, 'production'),
		getSearchParamNames: createSearchParamNamesLookup(build),
		addAssets,
	};
}

/** Exports of `entry.server.tsx`: those that React Router requires, those of this app, and functions of React Router. */
type EntryModule = ServerBuild['entry']['module'] & {
	createRenderContext: (client: Client, nonce: string, brand: Brand) => RouterContextProvider;
	getHtml: (context: RouterContextProvider) => string | null;
} & Pick<typeof import('react-router'), 'createRequestHandler' | 'matchRoutes'>;

const getEntryModule = (build: ServerBuild) => build.entry.module as EntryModule;

/** Creates the page renderer of a build. The loaders of a page call the API with the given client. */
export function createPageRenderer(build: ServerBuild, mode: 'production' | 'development'): RenderPage {
	const { createRequestHandler, createRenderContext, getHtml } = getEntryModule(build);
	const handle = createRequestHandler(build, mode);
	return async (request, client, nonce, brand) => {
		const context = createRenderContext(client, nonce, brand);
		const response = await handle(request, context);
		const { status, headers } = response;
		return { status, headers, text: async () => getHtml(context) ?? response.text() };
	};
}

/** Creates a function that returns the query parameters that the page at a path declares in its route's `handle`. */
export function createSearchParamNamesLookup(build: ServerBuild): (pathname: string) => readonly string[] {
	const { routes } = build;
	const { matchRoutes } = getEntryModule(build);
	type Handle = { searchParams?: readonly string[] } | undefined;
	function toRouteObjects(parent: string | undefined): RouteObject[] {
		return Object.values(routes).flatMap((route) => {
			if (!route || route.parentId !== parent) return [];
			const { id, path, module } = route;
			const shared = { id, ...(path !== undefined && { path }), handle: module.handle };
			return route.index ? { ...shared, index: true } : { ...shared, children: toRouteObjects(id) };
		});
	}
	const tree = toRouteObjects(undefined);
	return (pathname) =>
		(matchRoutes(tree, pathname) ?? []).flatMap(({ route }) => (route.handle as Handle)?.searchParams ?? []);
}

const year = 31_536_000;
const documentHeaders = ['content-security-policy', 'cross-origin-opener-policy', 'referrer-policy', 'x-frame-options'];
const validators = ['etag', 'last-modified'];

async function addAssets(app: FastifyInstance): Promise<void> {
	await app.register(async (assets) => {
		assets.addHook('onRoute', (route) => {
			// All built files share one label in the metrics, because each file is a route of its own.
			route.config = { ...route.config, policy: 'anyone', routeLabel: 'GET files of the build' };
		});
		await assets.register(fastifyStatic, {
			root: join(folder, 'client'),
			// Each file outside `assets` gets its own route, because every other path belongs to the rendered pages.
			wildcard: false,
			globIgnore: ['assets/**'],
			index: false,
			preCompressed: true,
			cacheControl: false,
			setHeaders(reply, path) {
				// Files in `assets` have a content hash in their names.
				const isImmutable = path.startsWith(join(folder, 'client', 'assets'));
				// The headers in `documentHeaders` apply to documents only, so they would waste bytes on each file.
				for (const name of documentHeaders) reply.removeHeader(name);
				// Browsers never revalidate an immutable file.
				if (isImmutable) for (const name of validators) reply.removeHeader(name);
				const worker = path.startsWith(join(folder, 'client', 'service-worker.js'));
				const cacheControl = worker ? 'no-cache' : 'public, max-age=3600';
				reply.header('cache-control', isImmutable ? `public, max-age=${year}, immutable` : cacheControl);
			},
		});
		// One route serves the hundreds of files in `assets`, because adding a route for each takes a fifth of the start.
		const files = new Set(await readdir(join(folder, 'client', 'assets')));
		assets.get<{ Params: { file: string } }>('/assets/:file', (request, reply) =>
			files.has(request.params.file) ? reply.sendFile(`assets/${request.params.file}`) : reply.callNotFound(),
		);
	});
}
