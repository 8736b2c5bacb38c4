import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface RouteManifest {
	routes: Record<string, { imports?: string[] }>;
}

/**
 * Removes the lists of files from the route manifest, except of the routes in `routesAhead`, because nothing reads those of other routes.
 * Every first visit loads the manifest: 7.7 KB in brotli become 3.4 KB (gzip: 9.4 and 3.9 KB).
 *
 * React Router can load the manifest in parts (`routeDiscovery`), but then navigation needs requests and fails offline.
 */
export function shrinkManifest(assets: string, routesAhead: readonly string[]): void {
	const start = 'window.__reactRouterManifest=';
	const [name = ''] = readdirSync(assets).filter((name) => /^manifest-\w+\.js$/.test(name));
	const code = readFileSync(join(assets, name), 'utf8');
	if (!code.startsWith(start)) throw new Error('React Router changed the format of its manifest');
	const manifest = JSON.parse(code.slice(start.length).replace(/;$/, '')) as RouteManifest;
	const unknown = routesAhead.filter((id) => !manifest.routes[id]?.imports);
	if (unknown.length > 0) throw new Error(`The manifest lists no files of ${unknown.join(', ')}`);
	for (const [id, route] of Object.entries(manifest.routes)) {
		if (!routesAhead.includes(id)) delete route.imports;
	}
	writeFileSync(join(assets, name), `${start}${JSON.stringify(manifest)}`);
}
