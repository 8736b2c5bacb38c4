import type { Config } from '@react-router/dev/config';

export default {
	appDirectory: 'web',
	buildDirectory: 'build',
	ssr: true,
	// A page contains the route manifest, so the first navigation needs no further request.
	routeDiscovery: { mode: 'initial' },
	// Each page is one file, because the router waits forever if a separate loader file fails to load.
	splitRouteModules: false,
} satisfies Config;
