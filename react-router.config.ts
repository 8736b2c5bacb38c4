import type { Config } from '@react-router/dev/config';

export default {
	appDirectory: 'web',
	buildDirectory: 'build',
	ssr: true,
	// The route manifest comes with the page, so the first navigation needs no further request.
	routeDiscovery: { mode: 'initial' },
	// One file per page: the router waits forever if a separate loader file fails to load.
	splitRouteModules: false,
} satisfies Config;
