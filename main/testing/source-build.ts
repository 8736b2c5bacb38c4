import type { ServerBuild } from 'react-router';
import { createServer } from 'vite';

export interface SourceBuild {
	build: ServerBuild;
	close: () => Promise<void>;
}

/** Compiles the web app from its sources with Vite, so that tests render pages without a build on disk. */
export async function loadSourceBuild(): Promise<SourceBuild> {
	const vite = await createServer({
		appType: 'custom',
		logLevel: 'error',
		optimizeDeps: { noDiscovery: true },
		// Watching the sources would take longer than reading them.
		server: { middlewareMode: true, hmr: false, ws: false, watch: null },
	});
	const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
	return { build, close: () => vite.close() };
}
