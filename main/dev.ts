import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { createRenderer, createSearchParamLookup } from './pages.ts';
import { startServer } from './run.ts';

// The server with Vite in it: the browser follows what changes in web/. Node's --watch starts it anew for the rest.
let vite: ViteDevServer | undefined;

async function addVite(app: FastifyInstance): Promise<void> {
	const made = await createVite({
		appType: 'custom',
		server: { middlewareMode: true, hmr: { server: app.server } },
	});
	vite = made;
	app.addHook('onRequest', (request, reply, next) => {
		// What Vite does not know comes back to the routes.
		made.middlewares(request.raw, reply.raw, (error?: Error) => next(error));
	});
	app.addHook('onClose', () => made.close());
}

async function loadCurrentBuild(): Promise<ServerBuild> {
	if (!vite) throw new Error('Vite is not there yet');
	return (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
}

await startServer(
	async () => ({
		addAssets: addVite,
		render: async (request, client, nonce) =>
			createRenderer(await loadCurrentBuild(), 'development')(request, client, nonce),
		getSearchParamNames: async (pathname) => createSearchParamLookup(await loadCurrentBuild())(pathname),
	}),
	({ db }) => {
		// A kept page would not match the script that comes with it.
		vite?.watcher.on('all', () => void db.transaction(async (tx) => tx.invalidate('*')));
	},
);
