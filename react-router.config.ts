import type { Config } from '@react-router/dev/config';

export default {
	appDirectory: 'web',
	buildDirectory: 'build',
	ssr: true,
	// Every address comes with the page: no further request before the first navigation.
	routeDiscovery: { mode: 'initial' },
	// One file a page: the router waits forever for a loader's own file that does not come.
	splitRouteModules: false,
} satisfies Config;
