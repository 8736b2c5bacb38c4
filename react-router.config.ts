import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '@react-router/dev/config';
import { routesAhead } from './web/offline/routes-ahead.ts';

interface RouteManifest {
	routes: Record<string, { imports?: (string | number | undefined)[] | undefined; [property: string]: unknown }>;
}

/**
 * Rewrites the route manifest, which every first visit loads, so that it has only what the browser reads. It lists the files of the routes in
 * `routesAhead`, because nothing reads those of other routes. It names each file once and refers to it by number.
 */
function shrinkManifest(assets: string): void {
	const start = 'window.__reactRouterManifest=';
	const [name = ''] = readdirSync(assets).filter((name) => /^manifest-\w+\.js$/.test(name));
	const code = readFileSync(join(assets, name), 'utf8');
	if (!code.startsWith(start)) throw new Error('React Router changed the format of its manifest');
	const manifest = JSON.parse(code.slice(start.length).replace(/;$/, '')) as RouteManifest;
	const unknown = routesAhead.filter((id) => !(id in manifest.routes));
	if (unknown.length > 0) throw new Error(`There is no route ${unknown.join(', ')}`);
	const files = [...new Set(routesAhead.flatMap((id) => manifest.routes[id]?.imports ?? []))];
	for (const [id, route] of Object.entries(manifest.routes)) {
		route.imports = routesAhead.includes(id) ? route.imports?.map((file) => files.indexOf(file)) : undefined;
		// React Router treats a missing flag as false, and a missing list as empty.
		for (const [key, value] of Object.entries(route)) {
			if (value === false || (Array.isArray(value) && value.length === 0)) delete route[key];
		}
	}
	writeFileSync(
		join(assets, name),
		`{const files=${JSON.stringify(files)},manifest=${JSON.stringify(manifest)};` +
			'for(const route of Object.values(manifest.routes))route.imports=route.imports?.map(at=>files[at]);' +
			`${start}manifest}`,
	);
}

const config: Config = {
	appDirectory: 'web',
	buildDirectory: 'build',
	ssr: true,
	// A page contains the route manifest, so the first navigation needs no further request.
	routeDiscovery: { mode: 'initial' },
	// Each page is one file, because the router waits forever if a separate loader file fails to load.
	splitRouteModules: false,
	buildEnd: ({ reactRouterConfig }) => shrinkManifest(join(reactRouterConfig.buildDirectory, 'client', 'assets')),
};

export default config;
