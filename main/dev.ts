import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { createPageRenderer, createSearchParamNamesLookup } from './pages.ts';
import { startServer } from './run.ts';

// Development server: Vite runs as its middleware for hot reload of web/. Node's --watch restarts the server after other changes.
let vite: ViteDevServer | undefined;

async function addVite(app: FastifyInstance): Promise<void> {
	const server = await createVite({
		appType: 'custom',
		server: { middlewareMode: true, hmr: { server: app.server } },
	});
	vite = server;
	app.addHook('onRequest', (request, reply, next) => {
		// Vite passes a request that it does not know on to the server's routes.
		server.middlewares(request.raw, reply.raw, (error?: Error) => next(error));
	});
	app.addHook('onClose', () => server.close());
}

async function loadCurrentBuild(): Promise<ServerBuild> {
	if (!vite) throw new Error('Vite is not ready');
	return (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
}

await startServer(
	async () => ({
		addAssets: addVite,
		render: async (...args) => createPageRenderer(await loadCurrentBuild(), 'development')(...args),
		getSearchParamNames: async (pathname) => createSearchParamNamesLookup(await loadCurrentBuild())(pathname),
	}),
	({ db }) => {
		// Empties the page cache after a file change, because a cached page does not match the changed scripts.
		vite?.watcher.on('all', () => void db.transaction(async (tx) => tx.invalidate('*')));
	},
);
