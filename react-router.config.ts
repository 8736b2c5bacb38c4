import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { shrinkManifest } from './web/build/shrink-manifest.ts';
import { routesAhead } from './web/offline/routes-ahead.ts';

const config: Config = {
	appDirectory: 'web',
	buildDirectory: 'build',
	ssr: true,
	// A page contains the route manifest, so the first navigation needs no further request.
	routeDiscovery: { mode: 'initial' },
	// Each page is one file, because the router waits forever if a separate loader file fails to load.
	splitRouteModules: false,
	buildEnd: ({ reactRouterConfig }) =>
		shrinkManifest(join(reactRouterConfig.buildDirectory, 'client', 'assets'), routesAhead),
};

export default config;
